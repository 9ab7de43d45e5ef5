import * as z from 'zod'
import { defineCall } from '../call.ts'
import { normalizeName } from '../normalize-name.ts'
import { authSchema, session } from './auth.ts'

const key = z.number().int().positive()
const current = z.string().max(500).optional()
/** Of an authenticator app, or a recovery code. */
const code = z.string().max(40)
/** A response of the browser's WebAuthn interface, as JSON; the server checks all of it. */
const passkey = z.record(z.string(), z.unknown())
const options = z.record(z.string(), z.unknown())
const name = z.string().overwrite(normalizeName).trim().min(1).max(100)
/** Only when the first factor is set up: the codes that replace a lost one. They are never shown again. */
const recovery_codes = z.array(z.string()).optional()
const ok = z.object({ data: z.object({ status: z.literal('OK') }) })

/** Maximum number of passkeys of a person. */
export const MAX_PASSKEYS = 20
/** Completes a sign-in that was refused with `second_factor`, with a code or a passkey. */
export const secondFactor = defineCall('Auth', 'SecondFactor', {
  auth: 'none',
  effect: 'write',
  input: z.object({ challenge: z.string().max(100), code: code.optional(), passkey: passkey.optional(), ...session }),
  output: z.object({ auth: authSchema }),
  errors: ['code_wrong', 'passkey_wrong', 'sign_in_expired', 'account_blocked', 'rate_limited', 'service_not_configured'],
})

/** Request options for the browser: any passkey of this site, or with `challenge` only those of that user. */
export const passkeyOptions = defineCall('Auth', 'PasskeyOptions', {
  auth: 'none',
  effect: 'write',
  input: z.object({ challenge: z.string().max(100).optional() }),
  output: z.object({ data: z.object({ options }) }),
  errors: ['sign_in_expired', 'rate_limited'],
})

/** Signs in with a passkey alone, which must have verified its user. */
export const passkeySignIn = defineCall('Auth', 'Passkey', {
  auth: 'none',
  effect: 'write',
  input: z.object({ passkey, ...session }),
  output: z.object({ auth: authSchema }),
  errors: ['passkey_wrong', 'account_blocked', 'rate_limited'],
})

/** The user's second factors. */
export const listFactors = defineCall('Factor', 'list', {
  auth: 'session',
  effect: 'read',
  factorless: true,
  input: z.object({}),
  output: z.object({
    data: z.object({
      factors: z.array(
        z.object({
          second_factor_id: key,
          kind: z.enum(['totp', 'passkey']),
          name: z.string(),
          created: z.string(),
          last_used: z.string().nullable(),
        }),
      ),
      /** Number of unused recovery codes. */
      recovery_codes: z.number().int(),
      /** Whether a company or the installation requires a second factor of this person. */
      required: z.boolean(),
    }),
  }),
})

/** Returns the secret of a new authenticator app, which `confirmTotp` turns on. */
export const setUpTotp = defineCall('Factor', 'setUpTotp', {
  auth: 'session',
  effect: 'write',
  factorless: true,
  input: z.object({ current }),
  output: z.object({
    data: z.object({
      /** To be typed, in base 32. */
      secret: z.string(),
      /** For the QR code. */
      uri: z.string(),
    }),
  }),
  errors: ['factor_exists', 'current_password_required', 'wrong_password', 'rate_limited'],
})

/** Turns the authenticator app on, with a code that proves that it works. Ends the person's other sessions. */
export const confirmTotp = defineCall('Factor', 'confirmTotp', {
  auth: 'session',
  effect: 'write',
  factorless: true,
  input: z.object({ code }),
  output: z.object({ auth: authSchema, data: z.object({ status: z.literal('OK'), recovery_codes }) }),
  errors: ['code_wrong', 'factor_exists', 'rate_limited', 'service_not_configured'],
})

export const beginPasskey = defineCall('Factor', 'beginPasskey', {
  auth: 'session',
  effect: 'write',
  factorless: true,
  input: z.object({ current }),
  output: z.object({ data: z.object({ options }) }),
  errors: ['limit_reached', 'current_password_required', 'wrong_password', 'rate_limited'],
})

/** Stores the passkey that the browser made. The first factor ends the person's other sessions. */
export const addPasskey = defineCall('Factor', 'addPasskey', {
  auth: 'session',
  effect: 'write',
  factorless: true,
  input: z.object({ name, passkey }),
  output: z.object({ auth: authSchema, data: z.object({ status: z.literal('OK'), recovery_codes }) }),
  errors: ['passkey_wrong', 'duplicate', 'limit_reached'],
})

export const renamePasskey = defineCall('Factor', 'rename', {
  auth: 'session',
  effect: 'write',
  input: z.object({ second_factor_id: key, name }),
  output: ok,
  errors: ['not_found'],
})

/** Request options for a passkey that confirms a change of the user's second factors, instead of a code. */
export const confirmOptions = defineCall('Factor', 'passkeyOptions', {
  auth: 'session',
  effect: 'write',
  input: z.object({}),
  output: z.object({ data: z.object({ options }) }),
  errors: ['rate_limited'],
})

/** The refusals of a call that needs the password, and a code or a passkey. */
const confirmErrors = [
  'not_found',
  'code_required',
  'code_wrong',
  'passkey_wrong',
  'current_password_required',
  'wrong_password',
  'rate_limited',
  'service_not_configured',
] as const

/** Removes one of the user's factors; needs the password, and a code or a passkey. */
export const removeFactor = defineCall('Factor', 'remove', {
  auth: 'session',
  effect: 'write',
  input: z.object({ second_factor_id: key, current, code: code.optional(), passkey: passkey.optional() }),
  output: ok,
  errors: confirmErrors,
})

/** Replaces the user's recovery codes; needs the password, and a code or a passkey. */
export const newRecoveryCodes = defineCall('Factor', 'recoveryCodes', {
  auth: 'session',
  effect: 'write',
  input: z.object({ current, code: code.optional(), passkey: passkey.optional() }),
  output: z.object({ data: z.object({ status: z.literal('OK'), recovery_codes: z.array(z.string()) }) }),
  errors: confirmErrors,
})

/**
 * Removes all factors of a person who has lost them, and ends their sessions. Platform administrators may do so for everyone else,
 * owners for the staff of their company who work for no other.
 */
export const resetFactors = defineCall('Factor', 'reset', {
  auth: 'session',
  effect: 'write',
  input: z.object({ admin_id: key, reason: z.string().overwrite(normalizeName).trim().min(3).max(500) }),
  output: ok,
  errors: ['not_found', 'factor_missing', 'forbidden'],
})
