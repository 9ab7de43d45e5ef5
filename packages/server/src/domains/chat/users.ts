import { type Calls, CHAT_USERS_PAGE } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { assertMayChat } from './assert-may-chat.ts'
import { pictureOwnerOf } from './picture-owner.ts'
import { storeFile } from './files.ts'
import { readChatUser, readChatUsers } from './messages.ts'

/** The list of conversations, 30 a page (CHAT-02 to 05). */
export const users: Handler<Calls['Chat']['users']> = async ({ search, offset, assigned, user_id }, call) => {
  assertMayChat(call)
  const { company, session } = call
  const found = await call.db.read({ company }, async (tx) => {
    if (user_id !== undefined) return [await readChatUser(tx, company, user_id)].filter((user) => user !== undefined)
    const query = { search: search.trim(), offset, limit: CHAT_USERS_PAGE, assigned, admin_id: session.admin_id }
    return readChatUsers(tx, company, query)
  })
  return { data: { users: found } }
}

/** Stores a file for a message (AMB-253). */
export const upload: Handler<Calls['Chat']['upload']> = async (file, call) => {
  assertMayChat(call)
  return {
    data: { file: await storeFile(call, pictureOwnerOf(call.company, `admin ${call.session.admin_id}`), { flag: 1, ...file }) },
  }
}
