import * as z from 'zod'
import { defineCall } from '../call.ts'
import { multilangSchema } from '../field.ts'
import { normalizeName } from '../normalize-name.ts'
import { phoneSchema } from '../phone.ts'
import { sessionUserSchema } from '../session-user.ts'

/** The user of the request as the server sees it; `REG` leaves the client's session as it is (AUTH-01 to 03, AMB-028). */
export const authSchema = z.object({
  status: z.enum(['OK', 'REG', 'FAIL']),
  user: sessionUserSchema.optional(),
  error: z.string().optional(),
})
const answer = z.object({ auth: authSchema })

/** Four to eight digits, as on a lock. */
export const pinSchema = z.string().regex(/^\d{4,8}$/)

const platform = {
  platform: z.string().max(100).optional(),
  ver: z.string().max(100).optional(),
  lang: z.string().max(10).optional(),
}
const row = z.record(z.string(), z.unknown())

/** The user's current password. */
const current = z.string().max(500).optional()
const passwordErrors = ['current_password_required', 'wrong_password', 'rate_limited'] as const

/** Data that a front-end needs before its first screen (API-03, API-04). */
export const getLang = defineCall('Auth', 'getLang', {
  auth: 'none',
  effect: 'read',
  devices: true,
  compressed: true,
  tokens: 'any',
  input: z.object({ app_token: z.string().max(500).optional(), fcm: z.string().max(500).optional(), ...platform }),
  output: z.object({
    auth: z.object({
      lang: z.array(
        z.object({ global_lang_id: z.number().int(), name: z.string(), code: z.string(), dir: z.enum(['ltr', 'rtl']) }),
      ),
      dict: z.record(z.string(), z.string()),
      country: z.array(row),
      merchant_settings: z.record(z.string(), z.string()),
      /** Script address of a support widget; empty if the installation has none (AMB-026). */
      support_widget: z.string(),
      /** Services that the installation hosts at separate addresses; all others follow from the server address (API-40). */
      addresses: z.object({
        chat: z.string().optional(),
        content: z.string().optional(),
        sounds: z.string().optional(),
        geocoder: z.string().optional(),
      }),
      /** Map services of the installation; empty for none (MAP-05, AMB-217). */
      map: z.object({
        /** Address of raster tiles with {z}, {x} and {y}, and their attribution. */
        tiles: z.string(),
        attribution: z.string(),
        /** API key for browsers that call the geocoder directly (AMB-136). */
        geocoder_key: z.string(),
        /** Address of the script for companies with a Google Maps API key. */
        google: z.string(),
      }),
      /** `relay`: the server translates. Otherwise users with their own API key call the model at `url` (API-37). */
      translation: z.object({
        relay: z.boolean(),
        url: z.string(),
        model: z.string(),
        /** Price of a million tokens, such as `0.60 USD`, if the operator has set it. */
        price: z.string().optional(),
      }),
      /** Whether this server can generate images from text (API-36). */
      draws_pictures: z.boolean(),
      /** Accounts to try in a demo; empty elsewhere. */
      demo: z.array(z.object({ login: z.string(), password: z.string(), about: z.string() })),
    }),
  }),
})

export const login = defineCall('Auth', 'Login', {
  auth: 'none',
  effect: 'write',
  devices: true,
  input: z.object({
    login: z.string().min(1).max(100),
    password: z.string().min(1).max(500),
    /** `cookie`: the browser keeps the secret where scripts can't read it. `bearer`: the response contains the secret. */
    keep: z.enum(['cookie', 'bearer']).default('bearer'),
    remember: z.boolean().default(false),
    device: z.string().max(100).optional(),
  }),
  output: answer,
  errors: ['bad_credentials', 'second_factor', 'account_blocked', 'rate_limited'],
})

/** `active`: the user did something since the last call, which extends the session. */
export const checkAuth = defineCall('Auth', 'checkAuth', {
  auth: 'none',
  effect: 'read',
  devices: true,
  cookieOnly: true,
  factorless: true,
  tokens: 'any',
  input: z.object({ active: z.boolean().default(true) }),
  output: answer,
})

export const signOut = defineCall('Auth', 'SignOut', {
  auth: 'none',
  effect: 'write',
  devices: true,
  cookieOnly: true,
  locked: true,
  factorless: true,
  input: z.object({ everywhere: z.boolean().default(false) }),
  output: z.object({ auth: z.object({ status: z.literal('OK') }) }),
})

export const update = defineCall('Auth', 'Update', {
  auth: 'session',
  effect: 'write',
  input: z.object({
    operator: z.object({
      login: z.string().max(100).optional(),
      name: z.string().max(200).optional(),
      surname: z.string().max(200).optional(),
      phone: z.string().max(40).optional(),
      email: z.union([z.email().max(254), z.literal('')]).optional(),
      img: z.string().max(500).optional(),
      admin_id: z.number().int().optional(),
      hide_menu: z.union([z.literal(0), z.literal(1)]).optional(),
      dictionary_edit: z.string().max(500).optional(),
      settings: z.record(z.string(), z.unknown()).optional(),
    }),
    /** Needed for another phone or email, because these can reset the password. */
    current,
  }),
  output: answer,
  errors: ['settings_too_large', 'invalid_value', ...passwordErrors],
})

/**
 * Changes the user's own password; the current one is required. Passkeys stay: `data` has the number of those that open the
 * account without the password.
 */
export const password = defineCall('Auth', 'Password', {
  auth: 'session',
  effect: 'write',
  input: z.object({ password: z.string().max(500), current }),
  output: answer.extend({ data: z.object({ passkeys: z.number().int() }) }),
  errors: ['weak_password', ...passwordErrors],
})

/** An address that mails go to; as a login it has to fit into that field. */
const address = z.email().max(100)
const lang = z.string().max(10).optional()
/** How a new session is kept; as in Login. */
export const session = {
  keep: z.enum(['cookie', 'bearer']).default('bearer'),
  remember: z.boolean().default(false),
  device: z.string().max(100).optional(),
}
/** The same whether or not an account has the address, login or phone. */
const received = z.object({ auth: z.object({ status: z.literal('OK') }) })

/** Mails a link with which the person sets a password. No account exists before that. */
export const registration = defineCall('Auth', 'Registration', {
  auth: 'none',
  effect: 'write',
  input: z.object({ email: address, name: z.string().trim().min(1).max(200), lang }),
  output: received,
  errors: ['rate_limited'],
})

/** Mails a link for a new password to the verified address of a login. */
export const repairPassword = defineCall('Auth', 'RepairPassword', {
  auth: 'none',
  effect: 'write',
  input: z.object({ login: z.string().trim().min(1).max(100), lang }),
  output: received,
  errors: ['rate_limited'],
})

const token = z.string().max(100)

/** Reads the purpose of a link from a mail. The link stays valid, because programs that scan mails follow links. */
export const link = defineCall('Auth', 'Link', {
  auth: 'none',
  effect: 'read',
  input: z.object({ token }),
  output: z.object({
    data: z.object({
      kind: z.enum(['registration', 'repair', 'invitation']),
      email: z.string(),
      name: z.string(),
      /** The company that invites. */
      company: multilangSchema.optional(),
      /** Whether the address already has an account, which has to sign in to accept. */
      has_account: z.boolean(),
    }),
  }),
  errors: ['link_unknown', 'link_used', 'link_expired', 'invitation_invalid', 'rate_limited'],
})

/** Uses a link, once: sets the password and signs in, or lets the signed-in person accept an invitation. */
export const useLink = defineCall('Auth', 'UseLink', {
  auth: 'none',
  effect: 'write',
  input: z.object({ token, password: z.string().max(500).optional(), ...session }),
  output: z.object({ auth: authSchema, data: z.object({ company: z.number().int().optional() }) }),
  errors: [
    'second_factor',
    'link_unknown',
    'link_used',
    'link_expired',
    'link_other_person',
    'invitation_invalid',
    'account_exists',
    'weak_password',
    'duplicate',
    'limit_reached',
    'account_blocked',
    'rate_limited',
  ],
})

/** Without a code, sends one to the phone if a user has verified it; with a code, signs in. */
export const phone = defineCall('Auth', 'Phone', {
  auth: 'none',
  effect: 'write',
  input: z.object({ phone: phoneSchema.min(1), code: z.string().max(20).optional(), lang, ...session }),
  output: answer,
  errors: ['code_wrong', 'second_factor', 'account_blocked', 'rate_limited'],
})

/**
 * A PIN locks and unlocks a session on a shared device. `create` needs the password; `unlock` ends the session after five
 * wrong PINs.
 */
export const pin = defineCall('Auth', 'Pin', {
  auth: 'session',
  effect: 'write',
  cookieOnly: true,
  locked: true,
  factorless: true,
  input: z.object({
    action: z.enum(['create', 'lock', 'unlock']),
    pin: pinSchema.optional(),
    current,
  }),
  output: answer,
  errors: ['pin_missing', 'pin_wrong', ...passwordErrors],
})

/**
 * Verifies the user's own phone, for signing in with it, or mail, for repairing the password. Without a code, sends one; this
 * needs the password, because it adds a way to sign in.
 */
export const verify = defineCall('Auth', 'Verify', {
  auth: 'session',
  effect: 'write',
  input: z.object({
    kind: z.enum(['mail', 'phone']),
    current,
    code: z.string().max(20).optional(),
    lang,
  }),
  output: z.object({ data: z.object({ status: z.literal('OK'), verified: z.boolean() }) }),
  errors: ['contact_missing', 'code_wrong', ...passwordErrors],
})

/** The user's own sessions and verified contacts. */
export const sessions = defineCall('Auth', 'Sessions', {
  auth: 'session',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    data: z.object({
      sessions: z.array(
        z.object({
          session_id: z.number().int(),
          /** The program, such as `web 1.2.0`. */
          app: z.string(),
          /** The network it was started from. */
          network: z.string(),
          created: z.string(),
          last_active: z.string(),
          current: z.boolean(),
        }),
      ),
      verified: z.array(z.enum(['mail', 'phone'])),
      has_pin: z.boolean(),
    }),
  }),
})

/** Ends one of the user's own sessions. */
export const endSession = defineCall('Auth', 'EndSession', {
  auth: 'session',
  effect: 'write',
  input: z.object({ session_id: z.number().int() }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
})

const typedCode = z.string().min(1).max(40)

/**
 * A program without a browser signs in through the console, similar to RFC 8628. Without `secret`, the response has the
 * secret, and the code and page for its user. With the secret, the program polls until the user has approved the code.
 */
export const signInCode = defineCall('Auth', 'SignInCode', {
  auth: 'none',
  effect: 'write',
  input: z.object({
    /** The machine, as the page shows it. */
    name: z.string().overwrite(normalizeName).trim().min(1).max(200).optional(),
    secret: z.string().min(20).max(200).optional(),
    device: session.device,
  }),
  output: z.object({
    data: z.object({
      status: z.literal('OK'),
      state: z.enum(['waiting', 'approved', 'expired']),
      /** These are sent only in the first response. */
      secret: z.string().optional(),
      code: z.string().optional(),
      page: z.string().optional(),
      expires_in: z.number().int().optional(),
    }),
    /** The session, once; any further request finds the code expired. */
    auth: authSchema.optional(),
  }),
  errors: ['account_blocked', 'rate_limited'],
})

/** Which program waits with this code: its machine, and the network it asks from. */
export const pendingSignIn = defineCall('Auth', 'PendingSignIn', {
  auth: 'session',
  effect: 'read',
  input: z.object({ code: typedCode }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), code: z.string(), name: z.string(), network: z.string() }),
  }),
  errors: ['pairing_code_unknown', 'rate_limited'],
})

/**
 * Lets the program with this code act as the user, or rejects it. Either uses the code up. To approve, a browser session also
 * needs the current password: a script in the page must not get access that outlasts the page.
 */
export const answerSignIn = defineCall('Auth', 'AnswerSignIn', {
  auth: 'session',
  effect: 'write',
  input: z.object({ code: typedCode, approve: z.boolean(), current }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
  errors: ['pairing_code_unknown', ...passwordErrors],
})
