import { visibleRows } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import type { Binder } from '#engine/binder'
import { refusedRow } from '#engine/save-plan'
import type { AllTableRules } from '#engine/table-rules'
import type { Step } from '#engine/undo-step'
import { accessHook } from './access-hook.ts'
import { adminHook } from './admin-hook.ts'
import { hashPasswords } from './hash-passwords.ts'
import { saveKanbanSettings } from './kanban-settings.ts'
import { keepOwners } from './keep-owners.ts'
import { leaveCompany } from './leave-company.ts'
import { membershipHook } from './membership-hook.ts'

/** SQL of whether `t` is the person themselves or somebody of a company. */
const isColleague = ({ bind }: Binder, admin: number, company: number): string =>
  `(t.admin_id = ${bind(admin, 'bigint')} or exists (
    select from membership m where m.company = ${bind(company, 'bigint')} and m.admin = t.admin_id))`

/**
 * A new person came with their tie to the company, and leaves by losing it. Whoever comes back to the company chooses
 * themselves where they sign in next; leaving has only taken the choice away.
 */
function stepsOfPeople(steps: Step[]): Step[] {
  const isPerson = ({ entity }: Step): boolean => entity === entities.admin
  const isTie = ({ entity }: Step): boolean => entity === entities.membership
  const made = new Set(steps.filter((step) => isPerson(step) && step.before === null).map(({ key }) => key))
  const left = new Set(steps.filter((step) => isTie(step) && step.after === null).map(({ before }) => before?.['admin']))
  return steps.filter((step) => {
    const { key, before, after } = step
    if (isTie(step) && before === null) return !made.has(after?.['admin'] as number)
    return !(isPerson(step) && before !== null && after !== null && left.has(key))
  })
}

export const tables: AllTableRules = {
  access: { save: accessHook },
  admin: {
    save: adminHook,
    countedIn: 'membership',
    finish: keepOwners,
    plan: {
      take(planned, name, value) {
        if (name !== 'current_password') return false
        planned.currentPassword = value
        return true
      },
      ownKey: ({ admin_id }) => admin_id,
      isCheckedAtOnce: true,
      required: ['password'],
      prepare: hashPasswords,
    },
    references: {
      // A person's choice among all their companies is judged by `adminHook`.
      isJudgedElsewhere: (field) => field === 'company',
      // Whoever is not of the platform knows nobody but the people of the own company.
      pointable: (actor, company, binder) => (actor.role === 1 ? [] : [isColleague(binder, actor.admin_id, company)]),
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
    },
    undo: { choose: stepsOfPeople },
  },
  kanban_settings: { saveOutside: saveKanbanSettings, plan: { isCheckedAtOnce: true } },
  membership: {
    save: membershipHook,
    finish: keepOwners,
    references: {
      // An undo brings a colleague back, who is none at that moment; that they exist is for the foreign key to say.
      isJudgedElsewhere: (field, set) => field === 'admin' && set['membership_id'] !== undefined,
    },
    delete: { instead: () => leaveCompany('membership_id') },
    undo: { partOf: { table: 'admin', by: 'admin' }, choose: stepsOfPeople },
  },
}
