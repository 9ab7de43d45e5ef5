import { useCore } from '@tiffin/core/react'
import { can, companyRoutes, limitDecision } from '@tiffin/core/rules'
import { useNavigate } from 'react-router'
import { useRecords } from './records-context.ts'

/**
 * Whether a record can be added here, and the button's action: at the company's limit it tells the user and links to the
 * tariff page (COUR-05, AMB-157). In the platform area the company is chosen in the editor.
 */
export function useCanCreate(count: number | null): { run: (add: () => void) => void; full: number | null } | null {
  const { notices } = useCore()
  const navigate = useNavigate()
  const { screen, actor, area, user } = useRecords()
  const { entity } = screen
  const anyCompanyActor = area === 'platform' && entity.scope === 'company' ? { ...actor, company: -1 } : actor
  if (!screen.create || !can(anyCompanyActor, 'create', entity).allowed) return null
  const limit =
    area === 'company' && entity.limit !== undefined && count !== null ? limitDecision(user.company, entity.limit, count) : null
  const full = limit === null || limit.allowed ? null : Number(limit.params?.[0])
  return {
    /** The limit, if it is reached. */
    full,
    run(add) {
      if (full === null) return add()
      notices.show('warning', 'Maximum number of entries %1 reached', { params: [full] })
      void navigate(companyRoutes['Company-Tariff'])
    },
  }
}
