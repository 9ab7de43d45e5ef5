import { gradePassword, loginProblem, normalizeLogin, type Problem, textOf } from '@tiffin/core/rules'
import { apiError, entities, errors } from '@tiffin/sdk/contract'
import type { Database } from '#db/database'
import { randomPassword } from '#db/roles'
import { type FeedListener, makeChange } from '#engine/change'
import type { ChangeInfo } from '#engine/change-info'
import { hashPassword } from './password.ts'
import { reserveLogin } from './reserve-login.ts'

export interface NewAdmin {
  login: string
  /** If left out, a password is generated and returned, only this once. */
  password?: string | undefined
  /** 1 platform administrator, 2 company staff. */
  role: 1 | 2
  name?: string | undefined
  company?: number | undefined
  /** 1 owner, 2 operator; only with a company. */
  company_role?: 1 | 2 | undefined
}

/**
 * Creates an administrator of the platform or a company; there is no default password (AMB-039).
 * @throws `required` or `invalid_value` for a login, `weak_password`, `duplicate` for a login that is in use or looks like one,
 * `not_found` for an unknown company
 */
export async function createAdmin(
  db: Database,
  input: NewAdmin,
  options: { listener?: FeedListener; by?: Pick<ChangeInfo, 'admin' | 'app'> } = {},
): Promise<{ admin_id: number; password: string | null }> {
  const problem = loginProblem(input.login)
  if (problem) throw refusedLogin(problem)
  const login = normalizeLogin(input.login)
  if (input.password !== undefined) {
    const verdict = gradePassword(input.password)
    if (!verdict.allowed) throw apiError('weak_password', { field: 'password', message: verdict.message })
  }
  const password = input.password ?? randomPassword()
  const hash = await hashPassword(password)
  const { company = null } = input
  const info = { admin: null, app: 'cli', device: '', ...options.by, company: company ?? 0 }
  const { value } = await makeChange(db, options.listener ?? { published: () => {} }, info, async (change) => {
    const taken = await reserveLogin(change.tx, login)
    if (taken) throw apiError(taken.code, { table: 'admin', field: 'login', message: taken.message, params: ['login'] })
    if (company !== null && !(await change.lock(entities.company, [company])).has(company)) {
      throw apiError('not_found', { table: 'company' })
    }
    const [admin] = await change.insert(entities.admin, [
      { login, password: hash, name: input.name ?? '', role: input.role, company },
    ])
    const admin_id = Number(admin?.['admin_id'])
    if (company !== null) {
      await change.insert(entities.membership, [{ company, admin: admin_id, company_role: input.company_role ?? 2 }])
    }
    return admin_id
  })
  return { admin_id: value, password: input.password === undefined ? password : null }
}

function refusedLogin(problem: Problem) {
  const message = textOf(problem)
  const params = [...(problem.params ?? [])]
  return apiError(message === errors.required ? 'required' : 'invalid_value', { field: 'login', message, params })
}
