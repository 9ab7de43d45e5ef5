import { TRANSLATION_MODEL } from '@tiffin/core/rules'
import { isAddressOrNetwork } from './providers/public-address.ts'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['0', '1', 'true', 'false', '']).transform((value) => value === '1' || value === 'true')
const proxies = z.preprocess(
  (value) => ({ true: 1, false: 0, '': 0 })[String(value)] ?? value,
  z.coerce.number().int().min(0).max(9),
)
const origin = z.url({ protocol: /^https?$/ })

const networks = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isAddressOrNetwork), 'takes addresses and networks, such as 10.0.0.0/8')

const tiles = origin
  .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'needs {z}, {x} and {y}')
  .or(z.literal(''))

/** A text or a number must not choose the host. */
const smsAddress = origin.refine((url) => !/^\w+:\/\/[^/?#]*\{/.test(url), 'takes {phone} and {text} only after the host')
const payPage = origin.refine((url) => url.includes('{payment_id}'), 'needs {payment_id}')

const fields = z.object({
  PORT: port.default(4400),
  HOST: z.string().default('127.0.0.1'),
  TIFFIN_HOME: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_WORKER_URL: z.string().optional(),
  /**
   * How the pooler behind DATABASE_URL assigns connections; `prepared` assigns them per transaction and keeps prepared
   * statements.
   */
  DATABASE_POOLER: z.enum(['none', 'session', 'transaction', 'prepared']).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  TIFFIN_PUBLIC_URL: origin.optional(),
  /** Other origins whose pages may call the API, comma-separated. */
  TIFFIN_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    ),
  /** Number of reverse proxies in front of the server; client addresses added before them can be forged. */
  TRUST_PROXY: proxies.default(0),
  TIFFIN_INSECURE_LAN: flag.default(false),
  /** Seconds without user input until a session expires, unless the company sets its own value (AMB-029). */
  TIFFIN_KEEP_ALIVE: z.coerce.number().int().min(60).default(3600),
  /** Encrypts secrets in the database; without it, a file in TIFFIN_HOME does. All servers of a database need the same. */
  TIFFIN_SECRET_KEY: z.string().min(32).optional(),
  /** Platform administrators must have a second factor. */
  TIFFIN_ADMIN_SECOND_FACTOR: flag.default(false),
  /** Domain of passkeys, if it is not the host of TIFFIN_PUBLIC_URL but a parent of it. */
  TIFFIN_PASSKEY_DOMAIN: z.string().optional(),
  /** Days that history is kept, deleted a month at a time; 0 keeps it forever. */
  TIFFIN_HISTORY_DAYS: z.coerce.number().int().min(0).max(36_500).default(730),
  /** Days that the rows of a deleted company are kept (AMB-149); 0 means forever. */
  TIFFIN_PURGE_DAYS: z.coerce.number().int().min(0).max(36_500).default(30),
  /** Opens /metrics to clients with this token; without it, only this machine may read them. */
  TIFFIN_METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Maximum number of live sockets: awaiting their hello (in all and per address), per address, and per user; in each
   * process.
   */
  TIFFIN_SOCKETS_WAITING: z.coerce.number().int().min(1).default(1000),
  TIFFIN_SOCKETS_WAITING_PER_ADDRESS: z.coerce.number().int().min(1).default(100),
  TIFFIN_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(500),
  TIFFIN_SOCKETS_PER_PERSON: z.coerce.number().int().min(1).default(200),
  TIFFIN_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TIFFIN_DEMO: flag.default(false),
  TIFFIN_WEB: z.string().optional(),
  /** Script URL of a support widget; no other foreign origin may provide the console with code (SHELL-12, AMB-026). */
  TIFFIN_SUPPORT_WIDGET: origin.or(z.literal('')).default(''),
  /** Addresses of the chat socket, pictures, sounds and geocoder, if they differ from the server's (API-40). */
  TIFFIN_CHAT_URL: z.url({ protocol: /^(https?|wss?)$/ }).optional(),
  TIFFIN_CONTENT_URL: origin.optional(),
  TIFFIN_SOUNDS_URL: origin.optional(),
  TIFFIN_GEOCODER_URL: origin.optional(),
  /** Key that browsers send to TIFFIN_GEOCODER_URL; restrict it to this site. */
  TIFFIN_GEOCODER_KEY: z.string().default(''),
  /**
   * Geocoder that the server uses, its address and key. Without one, the server knows only the city table and earlier
   * addresses.
   */
  TIFFIN_GEO_PROVIDER: z.enum(['offline', 'nominatim', 'photon', 'yandex']).default('offline'),
  TIFFIN_GEO_URL: origin.optional(),
  TIFFIN_GEO_KEY: z.string().default(''),
  /** Timeout of the geocoder, in milliseconds. */
  TIFFIN_GEO_TIMEOUT: z.coerce.number().int().min(100).max(60_000).default(8000),
  /** Requests per second to the geocoder, counted over all processes. */
  TIFFIN_GEO_RATE: z.coerce.number().int().min(1).default(1),
  /** Address of raster tiles with {z}, {x} and {y}; without one, maps show a built-in base map. */
  TIFFIN_TILES_URL: tiles.default(''),
  TIFFIN_TILES_ATTRIBUTION: z.string().max(500).default(''),
  /** Script address of Google Maps, for companies that have a key. */
  TIFFIN_GOOGLE_MAPS_URL: origin.or(z.literal('')).default(''),
  /** Address and credentials of a bucket that stores pictures instead of the folder `content`. */
  TIFFIN_S3_URL: origin.optional(),
  TIFFIN_S3_KEY: z.string().optional(),
  TIFFIN_S3_SECRET: z.string().optional(),
  TIFFIN_S3_REGION: z.string().default('us-east-1'),
  /** Megabytes of pictures allowed for a company, or for a user without a company. */
  TIFFIN_PICTURES_MB: z.coerce.number().int().min(1).default(2000),
  /** A remove.bg-compatible service; without it, the server removes backgrounds itself. */
  TIFFIN_BACKGROUND_URL: origin.optional(),
  TIFFIN_BACKGROUND_KEY: z.string().optional(),
  /** An OpenAI-compatible image service; without it, images can't be generated. */
  TIFFIN_IMAGES_URL: origin.optional(),
  TIFFIN_IMAGES_KEY: z.string().optional(),
  TIFFIN_IMAGES_MODEL: z.string().default('gpt-image-1'),
  /** SMTP server for mails, with its credentials; without one, the outbox keeps them. */
  TIFFIN_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of mails, such as `Tiffin <no-reply@example.com>`. */
  TIFFIN_MAIL_FROM: z.string().default('Tiffin <no-reply@localhost>'),
  /** Address of an SMS service, with {phone} and {text} unless the body has them; without one, the outbox keeps the texts. */
  TIFFIN_SMS_URL: smsAddress.optional(),
  /** Body to post: JSON or a form, with {phone} and {text}. */
  TIFFIN_SMS_BODY: z.string().default(''),
  /** Value of the Authorization header. */
  TIFFIN_SMS_AUTHORIZATION: z.string().default(''),
  /** Private addresses and networks that webhooks may also call, comma-separated, such as 10.0.0.0/8. */
  TIFFIN_WEBHOOK_NETWORKS: networks.default([]),
  /** Private addresses and networks of push services, comma-separated. */
  TIFFIN_PUSH_NETWORKS: networks.default([]),
  /** Service account of Firebase for apps: its JSON, or the path of the file; without one, the outbox keeps these messages. */
  TIFFIN_FCM_CREDENTIALS: z.string().optional(),
  /** Address of Firebase, if it differs. */
  TIFFIN_FCM_URL: origin.default('https://fcm.googleapis.com'),
  /**
   * Who accepts the payments of companies: `none`; a page on which anyone may confirm them (`sandbox`, for tests and demos); any
   * provider with a page and a signed callback (`link`); or Stripe.
   */
  TIFFIN_PAY_PROVIDER: z.enum(['none', 'sandbox', 'link', 'stripe']).default('none'),
  /** Page of the provider `link`, with {payment_id}, {lang}, {bill} and {company}, and the secret of its callbacks. */
  TIFFIN_PAY_URL: payPage.optional(),
  TIFFIN_PAY_SECRET: z.string().min(24).optional(),
  TIFFIN_STRIPE_KEY: z.string().optional(),
  TIFFIN_STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Address of Stripe's API, if it differs. */
  TIFFIN_STRIPE_URL: origin.optional(),
  /** Chat endpoint of an OpenAI-compatible service; with a key, the server translates for everyone (AMB-006). */
  TIFFIN_TRANSLATION_URL: origin.default('https://api.openai.com/v1/chat/completions'),
  TIFFIN_TRANSLATION_KEY: z.string().default(''),
  TIFFIN_TRANSLATION_MODEL: z.string().min(1).default(TRANSLATION_MODEL),
  /** Price of a million tokens, such as `0.60 USD`; shown before many texts are translated. */
  TIFFIN_TRANSLATION_PRICE: z
    .string()
    .regex(/^(\d{1,6}(\.\d{1,6})? \S{1,10})?$/)
    .default(''),
  /** Timeout of a translation, in milliseconds. */
  TIFFIN_TRANSLATION_TIMEOUT: z.coerce.number().int().min(100).max(120_000).default(15_000),
  /** Translations per user and minute. */
  TIFFIN_TRANSLATION_RATE: z.coerce.number().int().min(1).default(60),
})

/** Environment of the server; docs/operating.md describes each variable. */
export const configSchema = fields
  .refine(
    (config) =>
      config.TIFFIN_S3_URL === undefined || (config.TIFFIN_S3_KEY !== undefined && config.TIFFIN_S3_SECRET !== undefined),
    { path: ['TIFFIN_S3_URL'], message: 'needs TIFFIN_S3_KEY and TIFFIN_S3_SECRET beside it' },
  )
  .refine(
    // The public servers of both forbid this kind of use.
    (config) => !['nominatim', 'photon'].includes(config.TIFFIN_GEO_PROVIDER) || config.TIFFIN_GEO_URL !== undefined,
    { path: ['TIFFIN_GEO_PROVIDER'], message: 'needs TIFFIN_GEO_URL beside it' },
  )
  .refine(
    ({ TIFFIN_SMS_URL: url, TIFFIN_SMS_BODY: body }) =>
      url === undefined || ['{phone}', '{text}'].every((part) => `${url}${body}`.includes(part)),
    { path: ['TIFFIN_SMS_URL'], message: 'needs {phone} and {text}, in it or in TIFFIN_SMS_BODY' },
  )
  .refine((config) => config.TIFFIN_GEOCODER_KEY === '' || config.TIFFIN_GEOCODER_URL !== undefined, {
    path: ['TIFFIN_GEOCODER_KEY'],
    message: 'needs TIFFIN_GEOCODER_URL beside it',
  })
  .refine(
    (config) =>
      config.TIFFIN_PAY_PROVIDER !== 'link' || (config.TIFFIN_PAY_URL !== undefined && config.TIFFIN_PAY_SECRET !== undefined),
    { path: ['TIFFIN_PAY_PROVIDER'], message: 'needs TIFFIN_PAY_URL and TIFFIN_PAY_SECRET beside it' },
  )
  .refine(
    (config) =>
      config.TIFFIN_PAY_PROVIDER !== 'stripe' ||
      (config.TIFFIN_STRIPE_KEY !== undefined &&
        config.TIFFIN_STRIPE_WEBHOOK_SECRET !== undefined &&
        config.TIFFIN_PUBLIC_URL !== undefined),
    {
      path: ['TIFFIN_PAY_PROVIDER'],
      message: 'needs TIFFIN_STRIPE_KEY, TIFFIN_STRIPE_WEBHOOK_SECRET and TIFFIN_PUBLIC_URL beside it',
    },
  )
export type Config = z.output<typeof configSchema>

/** Addresses for the console that differ from the server's (API-40). */
export const configuredAddresses = (config: Config) => ({
  chat: config.TIFFIN_CHAT_URL,
  content: config.TIFFIN_CONTENT_URL,
  sounds: config.TIFFIN_SOUNDS_URL,
  geocoder: config.TIFFIN_GEOCODER_URL,
})

/** Map services that the console uses. */
export const mapServices = (config: Config) => ({
  tiles: config.TIFFIN_TILES_URL,
  attribution: config.TIFFIN_TILES_ATTRIBUTION,
  geocoder_key: config.TIFFIN_GEOCODER_KEY,
  google: config.TIFFIN_GOOGLE_MAPS_URL,
})

/**
 * Reads the configuration from the environment.
 * @throws an Error with code `config_invalid` that lists every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable counts as unset.
  const parsed = configSchema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${describeIssue(issue)}`)
  throw Object.assign(new Error(`The environment is not right:\n${lines.join('\n')}`), { code: 'config_invalid' })
}

/** The value that a variable needs, in words for the operator. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const text = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') return text ? `takes at least ${issue.minimum} characters` : `is at least ${issue.minimum}`
  if (issue.code === 'too_big') return text ? `takes at most ${issue.maximum} characters` : `is at most ${issue.maximum}`
  if (issue.code === 'invalid_value') return `is one of ${issue.values.filter((value) => value !== '').join(', ')}`
  if (issue.code === 'invalid_type') return 'is a whole number'
  if (issue.code === 'invalid_format') return `is an address${schemes(issue.path)}`
  return issue.message
}

const schemes = ([name]: readonly PropertyKey[]): string =>
  ({
    REDIS_URL: ' that begins with redis:// or rediss://',
    TIFFIN_CHAT_URL: ' that begins with http://, https://, ws:// or wss://',
  })[String(name)] ?? ' that begins with http:// or https://'
