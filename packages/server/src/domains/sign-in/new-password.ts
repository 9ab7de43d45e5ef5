import { newPasswordProblem } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

/**
 * Refuses a password that is short, common or the person's own login (AMB-248). Kinds of characters are not required.
 * @throws `weak_password`
 */
export async function assertNewPassword(password: string, login: string): Promise<void> {
  const { commonPasswords } = await import('./common-passwords.ts')
  const problem = newPasswordProblem(password, { login, common: commonPasswords })
  if (problem) throw apiError('weak_password', { field: 'password', message: problem.text, params: [...(problem.params ?? [])] })
}
