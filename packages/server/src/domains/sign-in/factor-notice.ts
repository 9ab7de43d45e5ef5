import type { CallContext } from '#server/context'
import type { Tx } from '#db/database'
import { queueMessage } from '#domains/outbox/queue-message'
import { noticeAddress } from './accounts.ts'
import { type FactorNotice, languageOf, messages } from './messages.ts'

const USEFUL_SECONDS = 7 * 86_400

/** Queues a mail that tells a user about a change of their second factors, in the transaction of the change. */
export async function sendNotice(tx: Tx, { lang }: Pick<CallContext, 'lang'>, admin: number, what: FactorNotice): Promise<void> {
  const { address, login } = await noticeAddress(tx, admin)
  if (address === '') return
  const chosen = languageOf(lang)
  const text = messages.factor({ login, what })[chosen]
  await queueMessage(tx, { channel: 'mail', recipient: address, lang: chosen, usefulSeconds: USEFUL_SECONDS, ...text })
}
