import { apiError, type Calls } from '@tiffin/sdk/contract'
import { assertReadScope } from '#engine/read-scope'
import type { Handler } from '#server/context'
import { assertEnabled } from '#tenant/company-state'
import { assertMayChat } from './assert-may-chat.ts'
import { CHAT_CHANNEL } from './chat-channel.ts'
import { readColleagues } from './colleagues.ts'
import { readChatUser } from './messages.ts'

/**
 * Makes a colleague responsible for a conversation, and shows it on all consoles. An access token must also be allowed to read:
 * the answer has the customer.
 */
export const assign: Handler<Calls['Chat']['assign']> = async ({ user_id, admin_id }, call) => {
  assertMayChat(call)
  assertReadScope(call.session.actor)
  const { company } = call
  const user = await call.db.write({ company }, async (tx) => {
    await assertEnabled({ tx, info: { company } })
    if (!(await readChatUser(tx, company, user_id))) throw apiError('not_found')
    if (admin_id !== null && !(await readColleagues(tx, company)).some((one) => one.admin_id === admin_id))
      throw apiError('invalid_value', { field: 'admin_id', params: ['admin_id'] })
    await tx.sql(
      `insert into chat_conversation (company, user_id, admin) values ($1, $2, $3)
       on conflict (company, user_id) do update set admin = excluded.admin`,
      [company, user_id, admin_id],
    )
    await tx.sql('select pg_notify($1, $2)', [CHAT_CHANNEL, JSON.stringify({ company, user_id, event: { listed: true } })])
    return readChatUser(tx, company, user_id)
  })
  if (!user) throw apiError('not_found')
  return { data: { user } }
}
