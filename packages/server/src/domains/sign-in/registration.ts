import { loginProblem, textOf } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { receiveRequest } from './requests.ts'

/** Registration {email, name, lang}; the answer never tells whether the address has an account (AMB-245). */
export const registration: Handler<Calls['Auth']['Registration']> = async ({ email, name, lang = '' }, call) => {
  // The address becomes the login.
  const problem = loginProblem(email)
  if (problem) throw apiError('invalid_value', { field: 'email', message: textOf(problem), params: [...(problem.params ?? [])] })
  await receiveRequest(call, { kind: 'registration', email, name, lang: lang || call.lang })
  return { auth: { status: 'OK' } }
}

export const repairPassword: Handler<Calls['Auth']['RepairPassword']> = async ({ login, lang = '' }, call) => {
  await receiveRequest(call, { kind: 'repair', login, lang: lang || call.lang })
  return { auth: { status: 'OK' } }
}
