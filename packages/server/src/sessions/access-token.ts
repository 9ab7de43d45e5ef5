import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ApiError, apiError } from '@tiffin/sdk/contract'

/** Scanners for leaked secrets recognise tokens by it. */
const PREFIX = 'tif_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 digits of base 62 have 256 bits. */
const RANDOM_DIGITS = 43
const CHECK_DIGITS = 6

/** A new token: the prefix, random digits, and their checksum, which tells a typing error from a revoked token (AMB-232). */
export function newAccessToken(): string {
  const random = Array.from({ length: RANDOM_DIGITS }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('')
  return `${PREFIX}${random}${checksum(random)}`
}

/** Why no session has this secret. */
export function unknownSecret(secret: string): ApiError {
  if (!secret.startsWith(PREFIX)) return apiError('session_required')
  const digits = secret.slice(PREFIX.length)
  const isWhole = digits.length === RANDOM_DIGITS + CHECK_DIGITS && digits.endsWith(checksum(digits.slice(0, RANDOM_DIGITS)))
  return apiError(isWhole ? 'token_revoked' : 'token_malformed')
}

function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let n = 0; n < CHECK_DIGITS; n += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
