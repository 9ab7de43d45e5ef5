import * as z from 'zod'
import { defineCall } from '../call.ts'
import { normalizeName } from '../normalize-name.ts'
import { tokenScopes } from '../token-scope.ts'

const key = z.number().int().positive()

/** Maximum lifetime of an access token in days, and maximum number of unexpired tokens of a user. */
export const MAX_TOKEN_DAYS = 365
export const MAX_TOKENS = 50

/**
 * Creates an access token of the caller (AMB-232). Only this response has the token. A browser session also needs the current
 * password: a script in the page must not get access that outlasts the page.
 */
export const createToken = defineCall('Token', 'create', {
  auth: 'session',
  effect: 'write',
  input: z.object({
    name: z.string().overwrite(normalizeName).trim().min(1).max(100),
    scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
    /** Companies that it may act for; empty for all of the user's. */
    companies: z.array(key).max(1000).default([]),
    days: z.number().int().min(1).max(MAX_TOKEN_DAYS),
    current: z.string().max(500).optional(),
  }),
  output: z.object({
    data: z.object({ status: z.literal('OK'), token: z.string(), access_token: z.record(z.string(), z.unknown()) }),
  }),
  errors: ['foreign_company', 'limit_reached', 'current_password_required', 'wrong_password', 'rate_limited'],
})

/** Ends an access token of the caller at once, including its live connections. */
export const revokeToken = defineCall('Token', 'revoke', {
  auth: 'session',
  effect: 'write',
  input: z.object({ access_token_id: key }),
  output: z.object({ data: z.object({ status: z.literal('OK') }) }),
  errors: ['not_found'],
})
