import { normalLogin } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { endOthers } from '#sessions/sessions'
import type { Key, WireRow } from '#engine/change-info'
import { settingsText } from './check-settings.ts'
import { createRefusals } from '#engine/refusals'
import { refusedRow, refusedValue } from '#engine/save-plan'
import { shareTrials } from '#domains/companies/tariff-trials'
import { takenLogin } from './taken-login.ts'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'

/** Fields that an administrator's companies decide each for itself, so that any owner may change them. */
const ofMembership: ReadonlySet<string> = new Set(['company_role'])

export const adminHook: SaveHook = {
  async before(rows, context) {
    const refusals = createRefusals()
    const skeletons = new Set<string>()
    await refusals.each(rows, async (row) => {
      const { before, set } = row
      if (set['settings'] !== undefined) settingsText(set['settings'])
      await keepLogin(row, context, skeletons)
      if (before === null) {
        if (context.change.info.company > 0) set['company'] ??= context.change.info.company
        return
      }
      refuseOwnFall(row, context)
      await refuseSharedPerson(row, context)
      await refuseForeignChoice(row, context)
    })
    refusals.raise()
  },
  async after(rows, context) {
    for (const row of rows) {
      await keepMembership(row, context)
      await keepTrials(row, context)
      await endSessions(row, context)
    }
  },
}

/** A login is stored in its normal form; what is wrong with it was said by `rowProblems`. */
async function keepLogin({ planned, before, set }: SavedRow, { change }: HookContext, skeletons: Set<string>): Promise<void> {
  if (typeof set['login'] !== 'string') return
  const login = normalLogin(set['login'])
  if (login === before?.['login']) return void delete set['login']
  set['login'] = login
  const taken = await takenLogin(change.tx, login, { admin: Number(planned.key ?? 0), beside: skeletons })
  if (taken) throw refusedValue(planned, 'login', { ...taken, params: ['login'] })
}

/** Whoever runs the platform does not shut themselves out; others who run it may, so that one always stays. */
function refuseOwnFall({ planned, set }: SavedRow, { actor }: HookContext): void {
  if (actor.role !== 1 || planned.key !== actor.admin_id) return
  const field = ['role', 'admin_status'].find((name) => set[name] !== undefined && set[name] !== 1)
  if (field !== undefined) throw refusedRow(planned, 'forbidden', field)
}

/**
 * Somebody who also works elsewhere is not one owner's to rename or to lock out: with a new password the owner of one
 * company would come into the others.
 */
async function refuseSharedPerson({ planned, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
  if (actor.role === 1 || planned.key === actor.admin_id) return
  const field = Object.keys(set).find((name) => !ofMembership.has(name))
  if (field === undefined) return
  const companies = await companiesOf(change.tx, planned.key as Key)
  if (companies.some((company) => company !== change.info.company)) throw refusedRow(planned, 'forbidden', field)
}

/**
 * The company of the next sign-in is for everybody to choose among the active ones that they work for, whichever they act
 * for now; platform administrators choose any (COMP-17, AMB-009).
 */
async function refuseForeignChoice({ planned, before, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
  const chosen = set['company']
  if (chosen === undefined) return
  if (actor.role !== 1 && planned.key !== actor.admin_id) throw refusedRow(planned, 'forbidden', 'company')
  if (chosen === null) return
  const [found] = await change.tx.sql(`select from companies_of($1, $2) where company_id = $3 and status = 1`, [
    planned.key,
    before?.['role'] === 1,
    chosen,
  ])
  if (!found) throw refusedRow(planned, 'bad_reference', 'company')
}

async function companiesOf(tx: HookContext['change']['tx'], admin: Key): Promise<number[]> {
  const rows = await tx.sql<{ company: number }>(`select company from memberships_of($1)`, [admin])
  return rows.map(({ company }) => company)
}

/** What a person is in the company acted for is kept in `membership`; who is made by an owner works for that company. */
async function keepMembership({ planned, before, after }: SavedRow, { change }: HookContext): Promise<void> {
  const company = change.info.company
  const role = planned.set['company_role']
  const isNew = before === null
  if (company === 0 || after === undefined || (!isNew && (role === undefined || role === before['company_role']))) return
  const admin = after['admin_id']
  const [found] = await change.tx.sql<{ membership_id: number }>(
    `select membership_id from membership where company = $1 and admin = $2`,
    [company, admin],
  )
  const values: WireRow = role === undefined ? {} : { company_role: role }
  if (found) await change.update(entities.membership, [{ key: found.membership_id, set: values }])
  else await change.insert(entities.membership, [{ company, admin, ...values }])
  after['company_role'] = role ?? 2
}

/** The platform makes persons of their own right. */
async function keepTrials({ before, after }: SavedRow, { change, actor }: HookContext): Promise<void> {
  const { company } = change.info
  if (before === null && after !== undefined && company > 0 && actor.role !== 1)
    await shareTrials(change.tx, { admin: Number(after['admin_id']), company })
}

/** A new password shuts out whoever came in with the old one (AMB-011). */
async function endSessions({ planned, before, set }: SavedRow, { change, session }: HookContext): Promise<void> {
  if (before === null || set['password'] === undefined) return
  await endOthers(change.tx, Number(planned.key), session ?? null)
}
