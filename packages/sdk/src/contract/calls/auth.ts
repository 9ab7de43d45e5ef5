import * as z from 'zod'
import { defineCall } from '../call.ts'
import { sessionUserSchema } from '../session-user.ts'

/** Whom the server takes the asker for; `REG` leaves the client's session as it is (AUTH-01 to 03, AMB-028). */
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

/** What a front-end needs before anything else (API-03, API-04). */
export const getLang = defineCall('Auth', 'getLang', {
  auth: 'none',
  effect: 'read',
  devices: true,
  compressed: true,
  input: z.object({ app_token: z.string().max(500).optional(), fcm: z.string().max(500).optional(), ...platform }),
  output: z.object({
    auth: z.object({
      lang: z.array(
        z.object({ global_lang_id: z.number().int(), name: z.string(), code: z.string(), dir: z.enum(['ltr', 'rtl']) }),
      ),
      dict: z.record(z.string(), z.string()),
      country: z.array(row),
      merchant_settings: z.record(z.string(), z.string()),
      /** Address of the script of a support widget; empty where the installation has none (AMB-026). */
      support_widget: z.string(),
      /** What the installation has at addresses of its own; everything else follows from the one of the server (API-40). */
      addresses: z.object({
        chat: z.string().optional(),
        content: z.string().optional(),
        sounds: z.string().optional(),
        geocoder: z.string().optional(),
      }),
      /** `relay`: the server translates itself. Else people with a key of their own ask the model at `url` (API-37). */
      translation: z.object({ relay: z.boolean(), url: z.string(), model: z.string() }),
      /** Whether pictures can be drawn from words here (API-36). */
      draws_pictures: z.boolean(),
      /** What a person may try in a demonstration; empty elsewhere. */
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
    /** `cookie`: the browser keeps the secret out of the reach of scripts. `bearer`: the answer carries it. */
    keep: z.enum(['cookie', 'bearer']).default('bearer'),
    remember: z.boolean().default(false),
    device: z.string().max(100).optional(),
  }),
  output: answer,
  errors: ['bad_credentials', 'account_blocked', 'rate_limited'],
})

/** `active`: a person did something since the last call, which extends the session. */
export const checkAuth = defineCall('Auth', 'checkAuth', {
  auth: 'none',
  effect: 'read',
  devices: true,
  cookieAlone: true,
  input: z.object({ active: z.boolean().default(true) }),
  output: answer,
})

export const signOut = defineCall('Auth', 'SignOut', {
  auth: 'none',
  effect: 'write',
  devices: true,
  cookieAlone: true,
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

/** Changes the person's own password, which needs the current one. */
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
