import { isDeepStrictEqual } from 'node:util'
import { visibleRows } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import type { Binder } from '#engine/binder'
import type { WireRow } from '#engine/change-info'
import { refusedRow } from '#engine/save-plan'
import type { AllTableRules } from '#engine/table-rules'
import type { Step } from '#engine/undo-step'
import { accessHook } from './access-hook.ts'
import { adminHook } from './admin-hook.ts'
import { hashPasswords } from './hash-passwords.ts'
import { endFactors } from '#domains/factors/end-factors'
import { endTokens } from './end-tokens.ts'
import { saveKanbanSettings } from './kanban-settings.ts'
import { assertOwnerRemains } from './last-owner.ts'
import { leaveCompany } from './leave-company.ts'
import { membershipHook } from './membership-hook.ts'

/** SQL condition: `t` is the user themselves or a colleague in a company. */
const isColleague = ({ bind }: Binder, admin: number, company: number): string =>
  `(t.admin_id = ${bind(admin, 'bigint')} or exists (
    select from membership m where m.company = ${bind(company, 'bigint')} and m.admin = t.admin_id))`

/**
 * Undo removes a new user by deleting their membership, and restores one by recreating it. A user who returns to a company
 * chooses their next sign-in themselves, so that field is not restored.
 */
function stepsOfPeople(steps: Step[]): Step[] {
  const isPerson = ({ entity }: Step): boolean => entity === entities.admin
  const isMembership = ({ entity }: Step): boolean => entity === entities.membership
  const created = new Set(steps.filter((step) => isPerson(step) && step.before === null).map(({ key }) => key))
  const left = new Set(steps.filter((step) => isMembership(step) && step.after === null).map(({ before }) => before?.['admin']))
  return steps.filter((step) => {
    const { key, before, after } = step
    if (isMembership(step) && before === null) return !created.has(after?.['admin'] as number)
    return !(isPerson(step) && before !== null && after !== null && left.has(key))
  })
}

const isChanged = (before: WireRow | null, after: WireRow | null, fields: readonly string[]): boolean =>
  fields.some((field) => !isDeepStrictEqual(before?.[field], after?.[field]))

export const tables: AllTableRules = {
  access: { save: accessHook },
  admin: {
    holdsRights: true,
    rightsOf: ({ key, before, after, secrets }) =>
      secrets.length > 0 || isChanged(before, after, ['role', 'admin_status', 'dictionary_edit']) ? [Number(key)] : [],
    save: adminHook,
    limitedBy: 'membership',
    finish: assertOwnerRemains,
    plan: {
      take(planned, name, value) {
        if (name !== 'current_password') return false
        planned.currentPassword = value
        return true
      },
      ownKey: ({ admin_id }) => admin_id,
      checksBeforeLock: true,
      required: ['password'],
      prepare: hashPasswords,
    },
    references: {
      // The user's selection among all their companies is checked by `adminHook`.
      isCheckedElsewhere: (field) => field === 'company',
      // Outside the platform, a user can only refer to users of their own company.
      referable: (actor, company, binder) => (actor.role === 1 ? [] : [isColleague(binder, actor.admin_id, company)]),
    },
    read: {
      filter(actor, binder) {
        const company = visibleRows(actor, entities.admin).membersOf ?? actor.company
        return company === null ? [] : [isColleague(binder, actor.admin_id, company)]
      },
    },
    delete: {
      refuse(row, _current, actor) {
        if (row.key === actor.admin_id) throw refusedRow(row, 'forbidden')
      },
      instead: ({ company }) => (company > 0 ? leaveCompany('admin') : undefined),
      async removeParts(change, admins) {
        await endTokens(change, admins)
        await endFactors(change, admins)
      },
    },
    undo: { choose: stepsOfPeople },
  },
  kanban_settings: { saveUnrecorded: saveKanbanSettings, plan: { checksBeforeLock: true } },
  membership: {
    holdsRights: true,
    // Someone new only gains rights.
    rightsOf: ({ before, after }) =>
      before && isChanged(before, after, ['company_role', 'navigation', 'overrule']) ? [Number(before['admin'])] : [],
    save: membershipHook,
    finish: assertOwnerRemains,
    references: {
      // `membershipHook` checks a former colleague whom undo restores.
      isCheckedElsewhere: (field, set) => field === 'admin' && set['membership_id'] !== undefined,
    },
    delete: { instead: () => leaveCompany('membership_id') },
    undo: { partOf: { table: 'admin', by: 'admin' }, choose: stepsOfPeople },
  },
}
