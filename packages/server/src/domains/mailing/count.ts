import type { Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { countRecipients } from './audience.ts'
import { assertMayMail, readMailing } from './own-mailing.ts'

/** How many customers would get a mailing now, and why the others would not. */
export const count: Handler<Calls['Mailing']['count']> = async (input, call) => {
  assertMayMail(call, 'read')
  const { company } = call
  const counts = await call.db.read({ company }, async (tx) =>
    countRecipients(tx, company, 'mailing_id' in input ? await readMailing(tx, company, input.mailing_id) : input),
  )
  return { data: { status: 'OK', ...counts } }
}
