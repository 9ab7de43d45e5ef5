import { texts } from '@tiffin/core/i18n'
import { type ErrorCode, errors } from '@tiffin/sdk/contract'
import type { Answer } from '@tiffin/server/test'

/** HTTP status by code, typed from the wire's rule: 200 for all errors of the application itself (DESIGN §2). */
const statuses: Partial<Record<ErrorCode, number>> = {
  malformed: 400,
  too_large: 413,
  forbidden_origin: 403,
  database_unavailable: 503,
  content_unavailable: 503,
  shutting_down: 503,
}

/** Problem with an error: it needs a stable code, a message in all languages and the right HTTP status. */
export function refusalProblem(answer: Answer): string | undefined {
  const { http, status, code, error } = answer
  if (status === 'OK') return http === 200 ? undefined : `good, but ${http}`
  if (status !== 'FAIL') return `neither OK nor FAIL (${http})`
  if (code === undefined || !Object.hasOwn(errors, code)) return `unknown code ${code}`
  if (code === 'server_error') return 'server_error'
  // An invalid value has its own message.
  const sentence = code === 'invalid_value' ? (error ?? '') : errors[code as ErrorCode]
  if (error !== sentence && code !== 'weak_password') return `${code} says ${error}`
  for (const lang of ['ru', 'ar']) if (!texts[lang]?.[sentence]) return `${code} has no words in ${lang}`
  const expected = statuses[code as ErrorCode] ?? 200
  return http === expected ? undefined : `${code} comes with ${http}, not ${expected}`
}
