import { localized, normalizeLogin } from '@tiffin/core/rules'
import * as z from 'zod'
import type { Context } from '#server/context'
import type { Database, Tx } from '#db/database'
import { type OutboxMessage, queueMessage } from '#domains/outbox/queue-message'
import { mailboxOf } from '#domains/people/mailbox'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { networkOf } from '#sessions/network-of'
import { findAccount } from './accounts.ts'
import { CODE_SECONDS, createCode } from './codes.ts'
import { createLink, INVITATION_DAYS, LINK_HOURS } from './links.ts'
import { languageOf } from '#domains/outbox/mail-text'
import { messages, nameInMail } from './messages.ts'

export const ACCOUNT_REQUEST = 'account_request'

const requestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registration'), email: z.string(), name: z.string(), lang: z.string() }),
  z.object({ kind: z.literal('repair'), login: z.string(), lang: z.string() }),
  z.object({ kind: z.literal('phone'), phone: z.string(), lang: z.string() }),
  z.object({ kind: z.literal('invitation'), company: z.number(), invitation: z.number() }),
])
type AccountRequest = z.output<typeof requestSchema>
/** From someone who is not signed in. */
type AnonymousRequest = Exclude<AccountRequest, { kind: 'invitation' }>

/** Messages an hour that strangers can cause. */
export const MAX_PER_CONTACT = 5
export const MAX_PER_NETWORK = 40

/**
 * Accepts a request from someone who is not signed in. A job looks up whether the address has an account, after the response, so
 * neither the response nor its timing reveals it.
 * @throws `rate_limited`
 */
export async function receiveRequest(
  { db, address }: { db: Database; address: string },
  request: AnonymousRequest,
): Promise<void> {
  const { kind } = request
  await consumeHourlyLimit(db, `account request ${kind} of network`, networkOf(address), MAX_PER_NETWORK)
  await consumeHourlyLimit(db, `account request ${kind}`, contactOf(request), MAX_PER_CONTACT)
  await db.write({ global: true }, (tx) => queueRequest(tx, request))
}

export const queueRequest = (tx: Tx, request: AccountRequest): Promise<unknown> =>
  tx.sql(`select jobs.add('${ACCOUNT_REQUEST}', $1::json, now(), null)`, [JSON.stringify(request)])

const contactOf = (request: AnonymousRequest): string =>
  request.kind === 'phone' ? request.phone : mailboxOf(normalizeLogin(request.kind === 'repair' ? request.login : request.email))

/** Sends the requested link to the owner of the account. */
export async function answerRequest({ db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>, payload: unknown): Promise<void> {
  const request = requestSchema.parse(payload)
  if (request.kind === 'invitation')
    return db.write({ company: request.company }, (tx) => sendInvitation(tx, publicUrl(), request))
  const lang = languageOf(request.lang)
  await db.write({ global: true }, async (tx) => {
    if (request.kind === 'phone') return answerPhone(tx, request.phone, lang)
    if (request.kind === 'repair') return answerRepair(tx, publicUrl(), request.login, lang)
    return answerRegistration(tx, publicUrl(), { ...request, lang })
  })
}

const linkMail = (recipient: string, lang: string, text: { subject: string; text: string }): OutboxMessage => ({
  channel: 'mail',
  recipient,
  lang,
  usefulSeconds: LINK_HOURS * 3600,
  ...text,
})

async function answerRegistration(
  tx: Tx,
  publicUrl: string,
  { email, name, lang }: { email: string; name: string; lang: 'en' | 'ru' | 'ar' },
): Promise<void> {
  const address = normalizeLogin(email)
  const account = await findAccount(tx, address)
  // Someone else may have created the account and know its password, so its address gets no link into it.
  if (account?.address === '') return queueMessage(tx, linkMail(address, lang, messages.loginTaken()[lang]))
  if (account) {
    const link = await createLink(tx, publicUrl, { kind: 'repair', email: account.address, admin: account.admin_id, lang })
    await queueMessage(tx, linkMail(account.address, lang, messages.accountExists({ link, hours: LINK_HOURS })[lang]))
    return
  }
  const link = await createLink(tx, publicUrl, { kind: 'registration', email: address, name, lang })
  await queueMessage(tx, linkMail(address, lang, messages.registration({ link, hours: LINK_HOURS })[lang]))
}

async function sendInvitation(
  tx: Tx,
  publicUrl: string,
  { company, invitation }: { company: number; invitation: number },
): Promise<void> {
  const [row] = await tx.sql<{ email: string; lang: string; by: string; name: Record<string, string> }>(
    `select i.email, i.lang, coalesce(nullif(trim(a.name || ' ' || a.surname), ''), a.login) as by, c.name
     from invitation i join admin a on a.admin_id = i.admin join company c on c.company_id = i.company
     where i.invitation_id = $1 and i.company = $2 and i.accepted is null`,
    [invitation, company],
  )
  if (!row) return
  const lang = languageOf(row.lang)
  const hours = INVITATION_DAYS * 24
  const link = await createLink(tx, publicUrl, { kind: 'invitation', email: row.email, company, invitation, lang, hours })
  const names = { company: nameInMail(localized(row.name, lang)), by: nameInMail(row.by) }
  const text = messages.invitation({ ...names, link, days: INVITATION_DAYS })[lang]
  await queueMessage(tx, { channel: 'mail', recipient: row.email, lang, usefulSeconds: hours * 3600, ...text })
}

async function answerRepair(tx: Tx, publicUrl: string, login: string, lang: 'en' | 'ru' | 'ar'): Promise<void> {
  const account = await findAccount(tx, login)
  if (!account || account.address === '' || account.admin_status !== 1) return
  const link = await createLink(tx, publicUrl, { kind: 'repair', email: account.address, admin: account.admin_id, lang })
  await queueMessage(
    tx,
    linkMail(account.address, lang, messages.repair({ login: account.login, link, hours: LINK_HOURS })[lang]),
  )
}

async function answerPhone(tx: Tx, phone: string, lang: 'en' | 'ru' | 'ar'): Promise<void> {
  // The number must still be the one in the profile.
  const [person] = await tx.sql<{ admin: number }>(
    `select v.admin from verified_contact v join admin a on a.admin_id = v.admin
     where v.kind = 'phone' and v.value = $1 and a.phone = v.value and a.admin_status = 1`,
    [phone],
  )
  if (!person) return
  const code = await createCode(tx, { contact: phone, purpose: 'sign_in' }, person.admin)
  const { text } = messages.phoneCode({ code })[lang]
  await queueMessage(tx, { channel: 'sms', recipient: phone, text, lang, usefulSeconds: CODE_SECONDS })
}
