import { contactFields, managesOwnSignIn, normalizeLogin, rowTitle, signInFields } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { endOtherSessions } from '#sessions/sessions'
import type { Key, WireRow } from '#engine/change-info'
import { sealOwnSettings } from './own-settings.ts'
import { settingsText } from './check-settings.ts'
import { createRefusals } from '#engine/refusals'
import { refusedRow, refusedValue } from '#engine/save-plan'
import { shareTrials } from '#domains/billing/tariff-trials'
import { endFactors } from '#domains/factors/end-factors'
import { sendNotice } from '#domains/factors/notices'
import { endTokens } from './end-tokens.ts'
import { forgetContactsAndPin } from './forget-phone-and-pin.ts'
import { reserveLogin } from './reserve-login.ts'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'

/** Fields that each company decides for its administrators, so any owner may change them. */
const membershipFields = ['company_role', 'overrule'] as const

export const adminHook: SaveHook = {
  async before(rows, context) {
    const refusals = createRefusals()
    const skeletons = new Set<string>()
    await refusals.each(rows, async (row) => {
      const { before, set } = row
      if (set['settings'] !== undefined) settingsText(set['settings'])
      if (before !== null) sealSettings(row, context)
      await storeLogin(row, context, skeletons)
      if (before === null) {
        if (context.change.info.company > 0) set['company'] ??= context.change.info.company
        return
      }
      assertNoSelfLockout(row, context)
      assertProven(row, context)
      assertNotOwnAccount(row, context)
      await assertNotShared(row, context)
      await assertOwnCompany(row, context)
    })
    refusals.raise()
  },
  async after(rows, context) {
    for (const row of rows) {
      if (row.before === null) await sealNewSettings(row, context)
      await saveMembership(row, context)
      await saveTrials(row, context)
      await endSessions(row, context)
    }
  },
}

function sealSettings({ before, set }: SavedRow, { secretBox }: HookContext): void {
  if (set['settings'] !== undefined)
    set['settings'] = sealOwnSettings(secretBox, set['settings'] as WireRow, Number(before?.['admin_id']))
}

/** Secrets are encrypted for a person, whose number is known once they are stored. */
async function sealNewSettings({ set, after }: SavedRow, { change, secretBox }: HookContext): Promise<void> {
  const settings = set['settings'] as WireRow | undefined
  if (settings?.['openai_api_key'] === undefined) return
  const admin = Number(after?.['admin_id'])
  await change.tx.sql('update admin set settings = $2 where admin_id = $1', [
    admin,
    JSON.stringify(sealOwnSettings(secretBox, settings, admin)),
  ])
}

/** Stores a login in its normal form; `rowProblems` has already reported invalid ones. */
async function storeLogin({ planned, before, set }: SavedRow, { change }: HookContext, skeletons: Set<string>): Promise<void> {
  if (typeof set['login'] !== 'string') return
  const login = normalizeLogin(set['login'])
  if (login === before?.['login']) return void delete set['login']
  set['login'] = login
  const taken = await reserveLogin(change.tx, login, { admin: Number(planned.key ?? 0), beside: skeletons })
  if (taken) throw refusedValue(planned, 'login', { ...taken, params: ['login'] })
}

/** Platform administrators can't lock themselves out; only others can, so one always remains. */
function assertNoSelfLockout({ planned, set }: SavedRow, { actor }: HookContext): void {
  if (actor.role !== 1 || planned.key !== actor.admin_id) return
  const field = ['role', 'admin_status'].find((name) => set[name] !== undefined && set[name] !== 1)
  if (field !== undefined) throw refusedRow(planned, 'forbidden', field)
}

/**
 * One owner may not rename or lock out a user who also works for other companies: with a new password, the owner of one
 * company could enter the others.
 */
async function assertNotShared({ planned, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
  if (actor.role === 1 || planned.key === actor.admin_id) return
  const field = Object.keys(set).find((name) => !membershipFields.some((one) => one === name))
  if (field === undefined) return
  const companies = await companiesOf(change.tx, planned.key as Key)
  if (companies.some((company) => company !== change.info.company)) throw refusedRow(planned, 'forbidden', field)
}

/** Contacts can reset the password, and someone else may be using an open session. */
function assertProven({ planned, set }: SavedRow, { actor }: HookContext): void {
  const isContact = contactFields.some((name) => set[name] !== undefined)
  if (isContact && planned.key === actor.admin_id && planned.isProven !== true)
    throw refusedRow(planned, 'current_password_required', 'current_password')
}

/** Owners may change how a user signs in only if a company created the account; other users recover theirs by mail. */
function assertNotOwnAccount({ planned, before, set }: SavedRow, { actor }: HookContext): void {
  const field = signInFields.find((name) => set[name] !== undefined)
  if (before && field !== undefined && managesOwnSignIn(actor, before))
    throw refusedRow(planned, 'own_account', field, [rowTitle(before, 'en')])
}

/**
 * Anyone may choose the company of their next sign-in from the active ones they work for, whichever they act
 * for now; platform administrators may choose any (COMP-17, AMB-009).
 */
async function assertOwnCompany({ planned, before, set }: SavedRow, { change, actor }: HookContext): Promise<void> {
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

/** Stores role and rights in the current company in `membership`; a user created by an owner works for that company. */
async function saveMembership({ planned, before, after }: SavedRow, { change }: HookContext): Promise<void> {
  const company = change.info.company
  if (company === 0 || after === undefined) return
  const changed = membershipFields.filter((name) => planned.set[name] !== undefined && planned.set[name] !== before?.[name])
  if (before !== null && changed.length === 0) return
  const admin = after['admin_id']
  const [found] = await change.tx.sql<{ membership_id: number }>(
    `select membership_id from membership where company = $1 and admin = $2`,
    [company, admin],
  )
  const values: WireRow = Object.fromEntries(changed.map((name) => [name, planned.set[name]]))
  if (found) await change.update(entities.membership, [{ key: found.membership_id, set: values }])
  else await change.insert(entities.membership, [{ company, admin, ...values }])
  Object.assign(after, { company_role: 2, overrule: 0, ...before, ...after, ...values })
}

/** Users created by the platform have their own trials. */
async function saveTrials({ before, after }: SavedRow, { change, actor }: HookContext): Promise<void> {
  const { company } = change.info
  if (before === null && after !== undefined && company > 0 && actor.role !== 1)
    await shareTrials(change.tx, { admin: Number(after['admin_id']), company })
}

/**
 * A new password ends sessions and tokens of the old one (AMB-011, AMB-232). If someone else sets it, it also ends all that
 * someone who knew the old one may have added.
 */
async function endSessions({ planned, before, set }: SavedRow, { change, session, actor, lang }: HookContext): Promise<void> {
  if (before === null || set['password'] === undefined) return
  const admin = Number(planned.key)
  await endOtherSessions(change.tx, admin, session ?? null)
  await endTokens(change, [admin])
  if (admin === actor.admin_id) return
  await endFactors(change, [admin])
  await forgetContactsAndPin(change.tx, [admin])
  await sendNotice(change.tx, { lang }, admin, 'password_set')
}
