import { findExcerpt, searchedText } from '@tiffin/core/rules'
import { apiError, type Calls, CHAT_HITS, type ChatHit, MAX_CHAT_SEARCHED, type Output } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import type { Tx } from '#db/database'
import { assertMayChat } from './assert-may-chat.ts'
import { assertCustomer, MESSAGE_DATE } from './messages.ts'

const BATCH = 500
/** Long texts end a call before its number of messages does. */
const MAX_CHARACTERS = 10_000_000

interface Message extends Omit<ChatHit, 'excerpt'> {
  text: string
  delete: 0 | 1
}
type Found = Output<Calls['Chat']['find']>['data']

/** Searches a conversation backwards. */
export const find: Handler<Calls['Chat']['find']> = async ({ user_id, search, before }, call) => {
  assertMayChat(call)
  const { company } = call
  const needle = searchedText(search)
  if (needle === '') throw apiError('required', { field: 'search', params: ['search'] })
  const data = await call.db.read({ company }, async (tx) => {
    await assertCustomer(tx, company, user_id)
    return searchBackwards(needle, before ?? null, (at, limit) => readBefore(tx, company, user_id, at, limit))
  })
  // The first message of a conversation has number 1.
  return { data: { ...data, next: data.next === 1 ? null : data.next } }
}

async function searchBackwards(
  search: string,
  before: number | null,
  read: (before: number | null, limit: number) => Promise<Message[]>,
): Promise<Found> {
  const found: Found = { hits: [], searched: 0, back_to: null, next: before }
  for (let characters = 0; found.searched < MAX_CHAT_SEARCHED && characters < MAX_CHARACTERS;) {
    const limit = Math.min(BATCH, MAX_CHAT_SEARCHED - found.searched)
    const messages = await read(found.next, limit)
    for (const { text, delete: isDeleted, ...message } of messages) {
      const excerpt = isDeleted === 1 ? undefined : findExcerpt(text, search)
      if (excerpt !== undefined) found.hits.push({ ...message, excerpt })
      found.searched += 1
      found.back_to = message.date
      found.next = message.chat_id
      characters += text.length
      if (found.hits.length === CHAT_HITS) return found
    }
    if (messages.length < limit) return { ...found, next: null }
  }
  return found
}

/** By the key of the conversation; deleted messages included, so that each statement reads no more than its limit. */
const readBefore = (tx: Tx, company: number, user_id: number, before: number | null, limit: number): Promise<Message[]> =>
  tx.sql<Message>(
    `select chat_id, uuid, ${MESSAGE_DATE}, type, case type when 1 then admin_name else user_name end as name, text, delete
     from chat_message where company = $1 and user_id = $2 and chat_id < $3 order by chat_id desc limit $4`,
    [company, user_id, before ?? NEWEST, limit],
  )

/** Above every number of a message. */
const NEWEST = 2_147_483_647
