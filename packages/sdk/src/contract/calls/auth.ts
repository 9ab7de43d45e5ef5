import * as z from 'zod'
import { defineCall } from '../call.ts'
import { sessionUserSchema } from '../session-user.ts'

/** The user of the request as the server sees it; `REG` leaves the client's session as it is (AUTH-01 to 03, AMB-028). */
export const authSchema = z.object({
  status: z.enum(['OK', 'REG', 'FAIL']),
  user: sessionUserSchema.optional(),
  error: z.string().optional(),
})
const answer = z.object({ auth: authSchema })

const platform = {
  platform: z.string().max(100).optional(),
  ver: z.string().max(100).optional(),
  lang: z.string().max(10).optional(),
}
const row = z.record(z.string(), z.unknown())

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
        /** What a million tokens cost, such as `0.60 USD`, if the operator has set it. */
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
    /** `cookie`: the browser keeps the secret where scripts can't read it. `bearer`: the answer contains the secret. */
    keep: z.enum(['cookie', 'bearer']).default('bearer'),
    remember: z.boolean().default(false),
    device: z.string().max(100).optional(),
  }),
  output: answer,
  errors: ['bad_credentials', 'account_blocked', 'rate_limited'],
})

/** `active`: the user did something since the last call, which extends the session. */
export const checkAuth = defineCall('Auth', 'checkAuth', {
  auth: 'none',
  effect: 'read',
  devices: true,
  cookieOnly: true,
  tokens: 'any',
  input: z.object({ active: z.boolean().default(true) }),
  output: answer,
})

export const signOut = defineCall('Auth', 'SignOut', {
  auth: 'none',
  effect: 'write',
  devices: true,
  cookieOnly: true,
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
  }),
  output: answer,
  errors: ['settings_too_large', 'invalid_value'],
})

/** Changes the user's own password; the current one is required. */
export const password = defineCall('Auth', 'Password', {
  auth: 'session',
  effect: 'write',
  input: z.object({ password: z.string().max(500), current: z.string().max(500).optional() }),
  output: answer,
  errors: ['weak_password', 'current_password_required', 'wrong_password', 'rate_limited'],
})

const planned = { auth: 'none', effect: 'write', planned: true, output: answer } as const
export const registration = defineCall('Auth', 'Registration', {
  ...planned,
  input: z.object({ login: z.string().max(100), password: z.string().max(500), name: z.string().max(200).optional() }),
})
export const repairPassword = defineCall('Auth', 'RepairPassword', {
  ...planned,
  input: z.object({ login: z.string().max(100) }),
})
export const pin = defineCall('Auth', 'Pin', {
  ...planned,
  input: z.object({ pin: z.string().max(12), create: z.boolean().default(false) }),
})
