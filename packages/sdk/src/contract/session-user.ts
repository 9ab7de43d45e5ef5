import * as z from 'zod'
import { companyLimits, companyOptions } from './gate.ts'
import { moneySchema, multilangSchema } from './field.ts'
import { tokenScopes } from './token-scope.ts'

const flag = z.union([z.literal(0), z.literal(1)])
const optionShape = Object.fromEntries(companyOptions.map((name) => [name, flag])) as Record<
  (typeof companyOptions)[number],
  typeof flag
>
const limitShape = Object.fromEntries(companyLimits.map((name) => [name, z.number().int().nullable()])) as Record<
  (typeof companyLimits)[number],
  z.ZodNullable<z.ZodInt>
>

/** The company in a session (AUTH-05), with the parts of its state that the board needs. */
export const sessionCompanySchema = z.object({
  company_id: z.number().int(),
  name: multilangSchema,
  logo: z.string(),
  country: z.object({
    alpha2: z.string(),
    currency_symbol: z.string(),
    currency_code: z.string(),
    phone_code: z.string(),
    phone_mask: z.string(),
  }),
  google_maps_key: z.string(),
  keep_alive_timeout: z.number().int().nullable(),
  domain_config: z.string(),
  timezone: z.string(),
  enable: flag,
  suspended: flag,
  order_count: z.number().int(),
  order_limit_date: z.string().nullable(),
  remaining_time: z.number().int().nullable(),
  sound_play_period: z.number().int().nullable(),
  order_reload_timer: z.number().int().nullable(),
  order_age_warning: z.number().int(),
  order_age_late: z.number().int(),
  handoff_codes: flag,
  price_show_decimal: flag,
  overlimit_order_price: moneySchema.nullable(),
  ...limitShape,
  ...optionShape,
})
export type SessionCompany = z.output<typeof sessionCompanySchema>

/** The signed-in user as front-ends see them (AUTH-04). */
export const sessionUserSchema = z.object({
  token: z.string(),
  /** Seconds until the session expires without user input (AUTH-06). */
  session_seconds: z.number().int().optional(),
  /**
   * Key that encrypts the user's unsaved changes on their devices. Only responses to Login and checkAuth carry it, and
   * front-ends keep it only in memory.
   */
  draft_key: z.string().optional(),
  admin_id: z.number().int(),
  login: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  email: z.string(),
  img: z.string(),
  hide_menu: z.union([z.literal(0), z.literal(1)]),
  company: sessionCompanySchema.nullable(),
  role: z.union([z.literal(1), z.literal(2)]),
  company_role: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** The user may create orders despite warnings. */
  overrule: z.union([z.literal(0), z.literal(1)]).optional(),
  /** Route names open to the user (AMB-048). */
  navigation: z.array(z.string()),
  /** True if the routes were chosen for this user, who may then also write the tables of these screens. */
  navigation_chosen: z.boolean().optional(),
  /** Webhooks that the server disabled after failures, for users who manage the company. */
  stopped_webhooks: z.number().int().optional(),
  /** True if the user must set up a second factor before any other call. */
  factor_required: z.boolean().optional(),
  dictionary_edit: z.string(),
  /** Tariffs whose trial the user has already had; the next company of the user gets no trial of them. */
  trials: z.array(z.number().int()).optional(),
  /** The user's own settings; the only place that returns their AI API key (AMB-006). */
  settings: z.object({ openai_api_key: z.string().optional() }).loose(),
  /** Access positions by merchant, for operators (AMB-074); empty for owners and platform administrators. */
  merchants: z.record(z.string(), z.array(z.number().int())),
  /** Present when the session is an access token; `companies` is empty for all of the user's. */
  access_token: z
    .object({
      access_token_id: z.number().int(),
      name: z.string(),
      scopes: z.array(z.enum(tokenScopes)),
      companies: z.array(z.number().int()),
      expires: z.string(),
    })
    .optional(),
  /** Present when the session is a paired kitchen device. */
  device: z.object({ device_id: z.number().int(), name: z.string(), merchants: z.array(z.number().int()) }).nullable(),
})
export type SessionUser = z.output<typeof sessionUserSchema>
