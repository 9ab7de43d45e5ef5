import { normalizeLogin } from '@tiffin/core/rules'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { queueMessage } from '#domains/outbox/queue-message'
import { mailboxOf } from '#domains/people/mailbox'
import { checkOwnPassword } from '#domains/people/own-password'
import { secretAttempts, trySecret } from '#domains/people/secret-attempts'
import { changeInfo } from '#engine/change-of-call'
import { consumeHourlyLimit } from '#limits/rate-limit'
import { networkOf } from '#sessions/network-of'
import { recordContact } from './accounts.ts'
import { CODE_SECONDS, createCode, redeemCode } from './codes.ts'
import { languageOf } from '#domains/outbox/mail-text'
import { messages } from './messages.ts'
import { MAX_PER_CONTACT, MAX_PER_NETWORK } from './requests.ts'

/** Verifies the user's own phone or mail with a code (AMB-247). Sending one requires the password, because a verified contact can be used to sign in. */
export const verify: Handler<Calls['Auth']['Verify']> = async ({ kind, current, code, lang = '' }, call) => {
  const admin = call.session.admin_id
  const [own] = await call.db.read({ global: true }, (tx) =>
    tx.sql<{ phone: string; mail: string }>('select phone, email as mail from admin where admin_id = $1', [admin]),
  )
  const contact = kind === 'mail' ? normalizeLogin(own?.mail ?? '') : (own?.phone ?? '')
  if (contact === '') throw apiError('contact_missing')
  const owner = { contact, purpose: 'verify' } as const
  if (code === undefined) {
    await checkOwnPassword(call, { ...changeInfo(call), company: 0 }, current, { field: 'current' })
    // Each message costs money, and the contact may belong to someone else.
    await consumeHourlyLimit(call.db, `verify ${kind}`, `admin ${admin}`, MAX_PER_CONTACT)
    await consumeHourlyLimit(call.db, `verify ${kind} of network`, networkOf(call.address), MAX_PER_NETWORK)
    await consumeHourlyLimit(call.db, `verify ${kind} of contact`, mailboxOf(contact), MAX_PER_CONTACT)
    await call.db.write({ global: true }, async (tx) => {
      const text = { code: await createCode(tx, owner, admin) }
      const chosen = languageOf(lang || call.lang)
      const message = kind === 'mail' ? messages.mailCode(text)[chosen] : messages.phoneCode(text)[chosen]
      const channel = kind === 'mail' ? 'mail' : 'sms'
      await queueMessage(tx, { channel, recipient: contact, lang: chosen, usefulSeconds: CODE_SECONDS, ...message })
    })
    return { data: { status: 'OK', verified: false } }
  }
  const found = await trySecret(call.db, [secretAttempts(`verify ${admin} `, '')], () =>
    call.db.write({ global: true }, async (tx) => {
      const taken = await redeemCode(tx, owner, code)
      if (taken !== admin) return undefined
      await recordContact(tx, { admin, kind, value: contact })
      return taken
    }),
  )
  if (found === undefined) throw apiError('code_wrong')
  return { data: { status: 'OK', verified: true } }
}
