import { hasOption } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import { readCompany } from '#tenant/company-state'
import type { SessionCall } from '#server/context'

/**
 * In the company area, AI tools are an option of the tariff; the platform has none (AMB-081, AMB-082).
 * @throws `option_required`, `company_required`
 */
export async function requireAi({ company, db, session }: SessionCall): Promise<void> {
  if (company === null && session.actor.role === 1) return
  if (company === null) throw apiError('company_required')
  const decision = hasOption((await db.read({ company }, (tx) => readCompany(tx, company))) ?? {}, 'allow_ai')
  if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
}
