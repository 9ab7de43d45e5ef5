import * as z from 'zod'
import type { CompanyOption, Gate } from './gate.ts'
import { phoneSchema } from './phone.ts'

/** The kind of a field decides its column, its projection from the database and its input. */
export const fieldKinds = [
  'id',
  'uuid',
  'text',
  'multilang',
  'phone',
  'email',
  'url',
  'int',
  'number',
  'money',
  'flag',
  'choice',
  'word',
  'moment',
  'date',
  'color',
  'image',
  'audio',
  'files',
  'coords',
  'json',
  'reference',
  'referenceList',
  'secret',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** An initial value that the server computes when the row is created. */
export type Computed = { computed: 'now' | 'today' | 'monthLater' | 'actor' | 'uuid' | 'company' | 'companyFee' | 'next' }

export interface FieldOptions<T> {
  /** Value of a new row; a field with one is never null. */
  initial?: T | Computed
  /** A row can't be created without it. */
  required?: boolean
  /** Only the server sets it; a request that contains it is refused. */
  readonly?: boolean
  /** Number that means "no value" on the wire, as the spec require: a courier of 0 is NULL in the database. */
  nullValue?: number
  /** Not a column: the server computes it when the row is read, for the current company. */
  derived?: true
  /**
   * An amount between a company and the platform, in US dollars; other amounts are in the company's currency (TARIFF-06,
   * BILL-12).
   */
  dollars?: true
  /** Company option required to change it (PERM-23). */
  option?: CompanyOption
  /** Another field that determines the meaning of this one: when that field changes, a value typed here no longer applies. */
  dependsOn?: string
  /** Excluded from revision and history, such as the position of a card (DESIGN §3, Orders). */
  volatile?: boolean
  /** Who may see it, if stricter than the gate of the row. */
  read?: Gate
  /** Who may change it, if stricter than the gate of the row. */
  write?: Gate
}

export interface Field<T = unknown> extends FieldOptions<T> {
  kind: FieldKind
  /** The value on the wire, in both directions. */
  schema: z.ZodType<T>
  nullable: boolean
  /** The entity that a reference points to. */
  to?: string
  /** Allowed values of a choice or a word. */
  values?: readonly (number | string)[]
}

type Value<T, O> = O extends { initial: unknown } | { required: true } ? T : T | null

function make<T, const O extends FieldOptions<T>>(
  kind: FieldKind,
  schema: z.ZodType<T>,
  options: O | undefined,
  more: Partial<Field<T>> = {},
): Field<Value<T, O>> {
  const nullable = options?.initial === undefined && options?.required !== true && more.nullable !== false
  return {
    ...more,
    ...options,
    kind,
    nullable,
    schema: nullable ? schema.nullable() : schema,
  } as Field<Value<T, O>>
}

export const languageCode = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Enter a language code, such as en or pt-BR')

/** A text in several languages, keyed by language code (AMB-073). */
export type Multilang = Record<string, string>
/** Latitude and longitude in degrees, in that order (MAP-21). */
export type Coords = [latitude: number, longitude: number]
/** A stored file as rows refer to it. */
export interface StoredFile {
  name: string
  type: string
  content: string
  size?: number | undefined
}

export const multilangSchema: z.ZodType<Multilang> = z.record(languageCode, z.string().max(20_000))
export const coordsSchema: z.ZodType<Coords> = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])
/** An amount with at most two decimals as a string, so that money is never a float. */
export const moneySchema = z.string().regex(/^-?\d{1,12}(\.\d{1,2})?$/, 'Enter an amount, such as 12.50')
/** An amount of 0 or more, for prices, fees and discounts. */
export const amountSchema = moneySchema.refine((text) => !text.startsWith('-'), 'Enter an amount of 0 or more')
/** A timestamp such as `2026-11-21T10:00:00.000Z`; input may have other ISO forms. */
export const momentSchema = z.iso.datetime({ offset: true })
/** A year such as 0026 or 20226 is a typing error. */
const isPlausibleYear = (text: string): boolean => /^2[01]\d\d-/.test(text)
const YEAR_ERROR = 'Enter a year from 2000 to 2199'
const momentInput = momentSchema.refine(isPlausibleYear, YEAR_ERROR)
const dateInput = z.iso.date().refine(isPlausibleYear, YEAR_ERROR)
const isTimezone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
/** IANA name of a time zone. */
export const timezoneSchema = z.string().max(100).refine(isTimezone, 'Enter a time zone, such as Europe/Berlin')
export const storedFileSchema: z.ZodType<StoredFile> = z.object({
  name: z.string().max(255),
  type: z.string().max(127),
  // Files can't be uploaded, only linked.
  content: z.url({ protocol: /^https?$/ }).max(1000),
  size: z.number().int().nonnegative().optional(),
})

const serial = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The key of a row, assigned by the database. */
export const id = (): Field<number> =>
  make<number, { required: true; readonly: true }>('id', serial, { required: true, readonly: true }, { nullable: false })

export const uuid = <const O extends FieldOptions<string>>(options?: O) => make<string, O>('uuid', z.uuid(), options)

/** Plain text; empty, never null. `max` counts characters. */
export const text = (options: FieldOptions<string> & { max?: number } = {}): Field<string> => {
  const { max = 2000, ...rest } = options
  const schema = rest.required ? z.string().min(1).max(max) : z.string().max(max)
  return make<string, { initial: string }>('text', schema, { initial: '', ...rest } as { initial: string })
}

/** A code as stored, without invisible characters, so that they don't make it a different code. */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A code that a user types in; lookups ignore case. */
export const code = (options: FieldOptions<string> & { max: number }): Field<string> => ({
  ...text(options),
  schema: z
    .string()
    .overwrite(normalizeCode)
    .min(options.required ? 1 : 0)
    .max(options.max),
})

/** Text by language; empty, never null. */
export const multilang = (options: FieldOptions<Multilang> = {}): Field<Multilang> =>
  make<Multilang, { initial: Multilang }>('multilang', multilangSchema, { initial: {}, ...options })

/** Digits only; other characters are stripped before it is stored (AMB-211). */
export const phone = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('phone', phoneSchema, { initial: '', ...options } as { initial: string })

export const emailSchema = z.union([z.email().max(254), z.literal('')])
export const email = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('email', emailSchema, { initial: '', ...options } as {
    initial: string
  })

/** A link with http or https; empty, never null. */
export const url = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('url', z.union([z.url({ protocol: /^https?$/ }).max(2000), z.literal('')]), {
    initial: '',
    ...options,
  } as { initial: string })

/** Host names and addresses of private networks. `URL` normalises every notation of an address first. */
const PRIVATE_HOST =
  /^(localhost|.*[.](localhost|local|internal|lan)|\[.*|(0|10|127|169[.]254|192[.]168|172[.](1[6-9]|2\d|3[01])|100[.](6[4-9]|[7-9]\d|1[01]\d|12[0-7]))[.].*|[^.]*)$/
/** A trailing dot in a host name leads to the same host. */
const isPublicLink = (link: string): boolean =>
  URL.canParse(link) && !PRIVATE_HOST.test(new URL(link).hostname.replace(/[.]+$/, ''))

/**
 * A link for the server to call: https, with no name or address of a private network (AMB-023). Nothing calls it yet. Code
 * that does must also check the address that the name resolves to.
 */
export const webhook = (options: FieldOptions<string> = {}): Field<string> => ({
  ...url(options),
  schema: z.union([
    z
      .url({ protocol: /^https$/ })
      .max(2000)
      .refine(isPublicLink, 'Enter a public https address'),
    z.literal(''),
  ]),
})

/**
 * A host name in comparable form: lower case, in punycode, without other URL parts, trailing dots or repeated `www.`.
 * Returned as typed if it is not a host name.
 */
export function normalizeHost(typed: string): string {
  const host = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[./]+$/, '')
  const url = URL.canParse(`https://${host}`) ? new URL(`https://${host}`) : undefined
  return url?.href === `https://${url?.hostname}/` ? url.hostname.replace(/^(www\.)+/, 'www.') : host
}

/** A host name such as `shop.example.com`; empty, never null. */
export const host = (options: FieldOptions<string> = {}): Field<string> => ({
  ...text(options),
  schema: z
    .string()
    .max(253)
    .overwrite(normalizeHost)
    // A top-level domain begins with a letter, the last part of an address with a digit.
    .regex(
      /^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?)?$/,
      'Enter a host name, such as shop.example.com',
    ),
})

interface Bounds {
  min?: number
  max?: number
  /** The value must be a multiple of this. */
  step?: number
}

export const intSchema = ({ min = 0, max = 2_147_483_647, step }: Bounds = {}) => {
  const schema = z.number().int().min(min).max(max)
  return step === undefined ? schema : schema.multipleOf(step)
}

/** A whole number, such as a count, a number of minutes or a position; 0 or more unless `min` is set. */
export const int = <const O extends FieldOptions<number> & Bounds>(options?: O) =>
  make<number, O>('int', intSchema(options), options)

/** Longest session without user input, in seconds: 30 days, like a remembered session (AMB-029). */
export const MAX_KEEP_ALIVE = 30 * 86_400

/** Most minutes that a busy merchant adds to each new order (KDS-07). */
export const MAX_BUSY_MINUTES = 600

/** Bounds of a radius in metres (EDIT-33). */
export const radiusBounds = { min: 1000, max: 200_000, step: 100 } as const
/** The radius of a new delivery area, in metres (MAP-09). */
export const DEFAULT_RADIUS = 30_000

/** A number; 0 or more unless `min` or `above` (an exclusive minimum) is set. */
export const number = <const O extends FieldOptions<number> & { min?: number; above?: number; max?: number }>(options?: O) => {
  const { min = 0, above, max = 1e15 } = options ?? {}
  const schema = z.number().max(max)
  return make<number, O>('number', above === undefined ? schema.min(min) : schema.gt(above), options)
}

/** A percentage, 0 to 100. */
export const percent = <const O extends FieldOptions<number>>(options?: O) =>
  make<number, O>('number', z.number().min(0).max(100), options)

/**
 * An amount in the company's currency, or in US dollars with `dollars`; 0 or more unless `signed`. Stored as `numeric(14,2)`,
 * a decimal string on the wire.
 */
export const money = <const O extends FieldOptions<string> & { signed?: true }>(options?: O) =>
  make<string, O>('money', options?.signed ? moneySchema : amountSchema, options)

/** 0 or 1. */
export const flag = (options: FieldOptions<0 | 1> = {}): Field<0 | 1> =>
  make<0 | 1, { initial: 0 | 1 }>('flag', z.union([z.literal(0), z.literal(1)]), { initial: 0, ...options } as { initial: 0 | 1 })

/** One of a few numbers defined by the spec, such as 1 show and 2 hide. */
export const choice = <const V extends number, const O extends FieldOptions<V>>(values: readonly V[], options?: O) =>
  make<V, O>('choice', z.union(values.map((v) => z.literal(v))), options, { values })

/** One of a few words. */
export const word = <const V extends string, const O extends FieldOptions<V>>(values: readonly V[], options?: O) =>
  make<V, O>('word', z.enum(values as readonly [V, ...V[]]), options, { values })

export const moment = <const O extends FieldOptions<string>>(options?: O) => make<string, O>('moment', momentInput, options)

/** A time of day, such as `09:00`. */
export const clock = (options: FieldOptions<string> & { initial: string }): Field<string> => ({
  ...text({ ...options, max: 5 }),
  schema: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 09:00'),
})

/** A date without time, `YYYY-MM-DD`. */
export const date = <const O extends FieldOptions<string>>(options?: O) => make<string, O>('date', dateInput, options)

export const color = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('color', z.string().regex(/^(#[0-9a-fA-F]{6})?$/), { initial: '', ...options } as {
    initial: string
  })

/** File names that the server assigns, and the built-in sounds. */
const storedPicture = z.string().regex(/^([0-9a-f]{64}\.webp)?$/, 'Enter the address of an uploaded image')
const storedSound = z.string().regex(/^([0-9a-f]{64}\.wav|builtin:[a-z]{1,20})?$/, 'Enter the address of an uploaded sound')

/** The file name of a stored image; empty if there is none. */
export const image = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('image', storedPicture, { initial: '', ...options } as { initial: string })

/** The file name of a stored sound; empty if there is none. */
export const audio = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('audio', storedSound, { initial: '', ...options } as { initial: string })

export const files = (options: FieldOptions<StoredFile[]> = {}): Field<StoredFile[]> =>
  make<StoredFile[], { initial: StoredFile[] }>('files', z.array(storedFileSchema).max(100), { initial: [], ...options } as {
    initial: StoredFile[]
  })

export const coords = <const O extends FieldOptions<Coords>>(options?: O) => make<Coords, O>('coords', coordsSchema, options)

/** A structured value with its own schema. */
export const json = <T, const O extends FieldOptions<T>>(schema: z.ZodType<T>, options?: O) => make<T, O>('json', schema, options)

/** A row of another entity: a foreign key within the company. */
export const reference = <const O extends FieldOptions<number>>(to: string, options?: O) =>
  make<number, O>('reference', serial, options, { to })

/** Rows of another entity, checked for existence and company when saved (DESIGN §2). If required, at least one is needed. */
export const referenceList = (to: string, options: FieldOptions<number[]> = {}): Field<number[]> =>
  make<number[], { initial: number[] }>(
    'referenceList',
    z.array(serial).max(10_000),
    { initial: [], ...options } as {
      initial: number[]
    },
    { to },
  )

/** Write-only: hashed or stored as is, but never returned, searched, sorted, exported or audited. */
export const secret = (options: FieldOptions<string> = {}): Field<string> =>
  make<string, { initial: string }>('secret', z.string().max(1000), { initial: '', ...options, read: 'nobody' } as {
    initial: string
  })
