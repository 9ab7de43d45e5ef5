import { limitDecision, normalizeLogin } from '@tiffin/core/rules'
import { type AccessEntry, apiError, type Calls, entities, type Invitation, type Parsed } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { shareTrials } from '#domains/billing/tariff-trials'
import { requirePassword } from '#domains/factors/passkeys'
import { endTokens } from '#domains/people/end-tokens'
import { completeSignIn } from '#domains/people/complete-sign-in'
import { forgetPhoneAndPin } from '#domains/people/forget-phone-and-pin'
import { reserveLogin } from '#domains/people/reserve-login'
import { recordOwnAccount } from '#domains/people/own-account'
import { hashPassword } from '#domains/people/password'
import { tokenFor } from '#domains/people/session'
import { presentUser } from '#domains/people/session-user'
import { makeChange } from '#engine/change'
import type { Change, ChangeInfo, WireRow } from '#engine/change-info'
import { countRows } from '#engine/count-rows'
import { endOtherSessions } from '#sessions/sessions'
import { readCompany } from '#tenant/company-state'
import { accountOf, findAccount, recordContact } from './accounts.ts'
import { type AccountLink, readLink, redeemLink } from './links.ts'
import { assertNewPassword } from './new-password.ts'

/** Reads the purpose of a link without redeeming it (AMB-245). */
export const link: Handler<Calls['Auth']['Link']> = async ({ token }, call) => {
  const found = await readLink(call, token)
  const { kind, email, name } = found
  const company = found.company === null ? undefined : await nameOfCompany(call, found)
  const account = await call.db.read({ global: true }, (tx) => findAccount(tx, email))
  return { data: { kind, email, name, ...(company ? { company } : {}), has_account: account !== undefined } }
}

/** Redeems a link: sets the password and signs in, or accepts an invitation for the person who is signed in. */
export const useLink: Handler<Calls['Auth']['UseLink']> = async (input, call) => {
  const found = await readLink(call, input.token)
  if (found.kind === 'invitation' && call.session !== null && call.secret !== null) return acceptAsPerson(input, call, found)
  const { password } = input
  if (password === undefined) throw apiError('required', { field: 'password', params: ['password'] })
  await assertNewPassword(password, found.email)
  const hash = await hashPassword(password)
  const admin = await (found.kind === 'repair' ? repair(call, input, hash) : createAccount(call, input, found, hash))
  call.sessions.forget()
  return { auth: await completeSignIn(call, admin, input), data: found.company === null ? {} : { company: found.company } }
}

type Input = Parsed<Calls['Auth']['UseLink']>

const infoOf = (call: CallContext, company: number, admin: number | null): ChangeInfo => ({
  admin,
  company,
  app: call.app.name,
  device: call.app.device ?? '',
})

/**
 * A new password ends the user's sessions, tokens, phone sign-in, PIN and other links. Second factors remain, but none opens the
 * account without the new password.
 */
async function repair(call: CallContext, { token }: Input, password: string): Promise<number> {
  const { value } = await makeChange(call.db, call.feed, infoOf(call, 0, null), async (change) => {
    const { admin, email } = await redeemLink(change.tx, token)
    const person = admin === null ? undefined : (await change.lock(entities.admin, [admin])).get(admin)
    if (admin === null || !person) throw apiError('link_unknown')
    if (person['admin_status'] !== 1) throw apiError('account_blocked')
    // The address may have changed since the mail was sent.
    if ((await accountOf(change.tx, admin))?.address !== email) throw apiError('link_expired')
    await change.update(entities.admin, [{ key: admin, set: { password } }])
    await endOtherSessions(change.tx, admin, null)
    await endTokens(change, [admin])
    await forgetPhoneAndPin(change.tx, [admin])
    await requirePassword(change.tx, admin)
    await change.tx.sql(`update door_link set used = now() where admin = $1 and used is null`, [admin])
    return admin
  })
  return value
}

async function createAccount(
  call: CallContext,
  { token }: Input,
  { email, company }: AccountLink,
  password: string,
): Promise<number> {
  const { value } = await makeChange(call.db, call.feed, infoOf(call, company ?? 0, null), async (change) => {
    const link = await redeemLink(change.tx, token)
    if (await findAccount(change.tx, email)) throw apiError(link.kind === 'invitation' ? 'account_exists' : 'link_used')
    const taken = await reserveLogin(change.tx, email)
    if (taken) throw apiError(taken.code, { table: 'admin', field: 'login', message: taken.message, params: ['login'] })
    const row = { login: email, email, password, name: link.name, role: 2, company }
    const admin = Number((await change.insert(entities.admin, [row]))[0]?.['admin_id'])
    await recordContact(change.tx, { admin, kind: 'mail', value: email })
    await recordOwnAccount(change.tx, admin)
    if (link.kind === 'invitation') {
      await joinCompany(call, change, link, admin)
      await shareTrials(change.tx, { admin, company: change.info.company })
    }
    return admin
  })
  return value
}

async function acceptAsPerson(input: Input, call: CallContext, { company, email }: AccountLink) {
  const { session, secret } = call
  if (!session || secret === null || company === null) throw apiError('session_required')
  if (session.device || session.token) throw apiError('forbidden')
  const admin = session.admin_id
  await makeChange(call.db, call.feed, infoOf(call, company, admin), async (change) => {
    const link = await redeemLink(change.tx, input.token)
    const person = (await change.lock(entities.admin, [admin])).get(admin)
    // A forwarded or leaked invitation gives no one else rights. An address typed into a profile counts only if no account
    // has shown that it is theirs.
    const account = await findAccount(change.tx, email)
    const isMeant = account ? account.admin_id === admin : normalizeLogin(String(person?.['email'])) === email
    if (!isMeant) throw apiError('link_other_person', { params: [email] })
    await joinCompany(call, change, link, admin)
    await recordOwnAccount(change.tx, admin)
    return null
  })
  call.sessions.forget()
  const found = await call.sessions.find(secret, company)
  const user = await presentUser(call, found.session, tokenFor({ ...call, session: found.session, secret }))
  return { auth: { status: 'OK' as const, user }, data: { company } }
}

/** Grants the rights of an invitation, if the person who sent it may still grant them. */
async function joinCompany(call: CallContext, change: Change, link: AccountLink, admin: number): Promise<void> {
  const { company } = change.info
  const key = link.invitation ?? 0
  const invitation = (await change.lock(entities.invitation, [key])).get(key) as unknown as Invitation | undefined
  if (!invitation || invitation.accepted !== null) throw apiError('invitation_invalid')
  await assertMayInvite(change, invitation, company)
  await change.update(entities.invitation, [{ key, set: { accepted: call.now().toISOString() } }])
  const [member] = await change.tx.sql('select from membership where company = $1 and admin = $2', [company, admin])
  // Existing staff keep their rights: owners change them in the list of staff.
  if (member) return
  const count = await countRows(change, entities.admin)
  const decision = limitDecision(await readCompany(change.tx, company), 'limit_admin', count)
  if (!decision.allowed) throw apiError(decision.code, { params: [...(decision.params ?? [])] })
  await change.insert(entities.membership, [{ company, admin, company_role: invitation.company_role }])
  if (invitation.company_role === 2) await grantMerchants(change, invitation, admin)
}

async function assertMayInvite({ tx }: Change, { admin }: Invitation, company: number): Promise<void> {
  const inviters = await tx.sql(
    `select from admin a join company c on c.company_id = $2 and c.deleted is null
     where a.admin_id = $1 and a.admin_status = 1 and (a.role = 1 or exists (
       select from membership m where m.company = $2 and m.admin = a.admin_id and m.company_role = 1))`,
    [admin, company],
  )
  if (inviters.length === 0) throw apiError('invitation_invalid')
}

/** Merchants that have been deleted since are left out. */
async function grantMerchants(change: Change, { merchants }: Invitation, admin: number): Promise<void> {
  const granted = new Map(merchants.map(({ merchant, access }) => [merchant, access]))
  const rows = await change.lock(entities.merchant, [...granted.keys()])
  const patches = [...rows].map(([key, row]) => {
    const others = ((row['access'] ?? []) as AccessEntry[]).filter(({ user }) => user !== admin)
    const set: WireRow = { access: [...others, { user: admin, access: granted.get(Number(key)) ?? [] }] }
    return { key, set }
  })
  if (patches.length > 0) await change.update(entities.merchant, patches)
}

async function nameOfCompany(call: CallContext, { company, invitation }: AccountLink) {
  const [row] = await call.db.read({ company: company ?? 0 }, (tx) =>
    tx.sql<{ name: Record<string, string> }>(
      `select c.name from company c join invitation i on i.company = c.company_id and i.invitation_id = $2 and i.accepted is null
       where c.company_id = $1 and c.deleted is null`,
      [company, invitation],
    ),
  )
  if (!row) throw apiError('invitation_invalid')
  return row.name
}
