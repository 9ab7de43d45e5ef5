import {
  apiError,
  type ChatAssigned,
  type ChatFile,
  type ChatMessage,
  type ChatStatus,
  type ChatUser,
} from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { adminName, readColleagues } from './colleagues.ts'

/** Who writes, reads and deletes: someone of the company, or the customer of a conversation. */
export type Side = { type: 1; admin_id: number; name: string } | { type: 0; user_id: number; name: string }

export const MESSAGE_DATE = `to_char(date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date`
const MESSAGE = `uuid, chat_id, type, text, file, quote, status, ${MESSAGE_DATE},
  0 as showdate, style, delete, user_id, user_name, admin_id, admin_name`

interface NewMessage {
  uuid: string
  user_id: number
  text: string
  file: ChatFile | null
  quote: string | null
  /** The number of the newest message that the sender has seen; undefined skips the check for a colleague's reply. */
  seen: number | undefined
}

/**
 * Stores a message under the next number of its conversation. The same uuid of the same sender is stored once, so that it may be
 * sent again after a lost connection.
 * @throws `not_found` for an unknown customer or quote, `duplicate` if someone else has used the uuid, `colleague_replied` if a
 * colleague's reply was not seen
 */
export async function addMessage(
  tx: Tx,
  company: number,
  side: Side,
  message: NewMessage,
): Promise<{ message: ChatMessage; isNew: boolean }> {
  const { uuid, user_id, text, file, quote, seen } = message
  const [user] = await tx.sql<{ name: string; phone: string }>(
    `select name, phone from "user" where company = $1 and user_id = $2`,
    [company, user_id],
  )
  if (!user) throw apiError('not_found')
  const [conversation] = await tx.sql<{ last: number }>(
    `insert into chat_conversation as c (company, user_id) values ($1, $2)
     on conflict (company, user_id) do update set last = c.last returning last`,
    [company, user_id],
  )
  const earlier = await findMessage(tx, company, uuid)
  if (earlier) {
    const isSame = earlier.user_id === user_id && isAuthor(side, earlier)
    if (!isSame) throw apiError('duplicate')
    return { message: earlier, isNew: false }
  }
  if (quote !== null && (await findMessage(tx, company, quote))?.user_id !== user_id) throw apiError('not_found')
  if (side.type === 1 && seen !== undefined) await assertRepliesSeen(tx, { company, user_id, admin_id: side.admin_id, seen })
  const chat_id = (conversation?.last ?? 0) + 1
  const [added] = await tx.sql<ChatMessage>(
    `insert into chat_message (uuid, company, chat_id, type, text, file, quote, status, user_id, user_name, admin_id, admin_name)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11) on conflict (uuid) do nothing returning ${MESSAGE}`,
    [
      uuid,
      company,
      chat_id,
      side.type,
      text,
      file === null ? null : JSON.stringify(file),
      quote,
      user_id,
      user.name || user.phone,
      side.type === 1 ? side.admin_id : null,
      side.type === 1 ? side.name : '',
    ],
  )
  // Another company has a message with this uuid.
  if (!added) throw apiError('duplicate')
  await tx.sql(`update chat_conversation set last = $3 where company = $1 and user_id = $2`, [company, user_id, chat_id])
  await tx.sql(
    `update "user" set chat_date = greatest(chat_date, now()), chat_admin_unread = chat_admin_unread + $3 where company = $1 and user_id = $2`,
    [company, user_id, side.type === 0 ? 1 : 0],
  )
  return { message: added, isNew: true }
}

/** The conversation is locked, so of two colleagues who answer at once the second one is asked. */
async function assertRepliesSeen(
  tx: Tx,
  { company, user_id, admin_id, seen }: { company: number; user_id: number; admin_id: number; seen: number },
): Promise<void> {
  const [reply] = await tx.sql<{ admin_name: string; chat_id: number }>(
    `select admin_name, chat_id from chat_message
     where company = $1 and user_id = $2 and chat_id > $3 and type = 1 and delete = 0 and admin_id is distinct from $4
     order by chat_id desc limit 1`,
    [company, user_id, seen, admin_id],
  )
  if (reply) throw apiError('colleague_replied', { params: [reply.admin_name, reply.chat_id] })
}

const isAuthor = (side: Side, message: ChatMessage): boolean =>
  message.type === side.type && (side.type === 0 || message.admin_id === side.admin_id)

export async function findMessage(tx: Tx, company: number, uuid: string): Promise<ChatMessage | undefined> {
  const [found] = await tx.sql<ChatMessage>(`select ${MESSAGE} from chat_message where company = $1 and uuid = $2`, [
    company,
    uuid,
  ])
  return found
}

/**
 * Raises the status of messages that the other side has written, and counts the unread ones again. Unknown messages, own ones
 * and those of other conversations are left out. Returns the changes by conversation.
 */
export async function setStatuses(
  tx: Tx,
  company: number,
  side: Side,
  wanted: readonly ChatStatus[],
): Promise<Map<number, ChatStatus[]>> {
  const changed = await tx.sql<ChatStatus & { user_id: number }>(
    `update chat_message m set status = w.status
     from (select uuid, max(status) as status from unnest($2::uuid[], $3::int[]) as w (uuid, status) group by uuid) w
     where m.company = $1 and m.uuid = w.uuid and m.type = $4 and m.status < w.status and w.status in (2, 3)
       and ($5::bigint is null or m.user_id = $5)
     returning m.uuid, m.status, m.user_id`,
    [
      company,
      wanted.map(({ uuid }) => uuid),
      wanted.map(({ status }) => status),
      side.type === 1 ? 0 : 1,
      side.type === 0 ? side.user_id : null,
    ],
  )
  const byUser = Map.groupBy(changed, ({ user_id }) => user_id)
  if (side.type === 1 && byUser.size > 0) await countUnread(tx, company, [...byUser.keys()])
  return new Map([...byUser].map(([user_id, rows]) => [user_id, rows.map(({ uuid, status }) => ({ uuid, status }))]))
}

const countUnread = (tx: Tx, company: number, users: readonly number[]): Promise<unknown> =>
  tx.sql(
    `update "user" u set chat_admin_unread = (
       select count(*) from chat_message m where m.company = u.company and m.user_id = u.user_id and m.type = 0 and m.status < 3 and m.delete = 0)
     where u.company = $1 and u.user_id = any($2)`,
    [company, users],
  )

/**
 * Empties a message that this administrator has written (PERM-25, AMB-185). It keeps its number. Returns its conversation;
 * undefined if it was deleted before.
 * @throws `not_found`, `forbidden`
 */
export async function deleteMessage(tx: Tx, company: number, side: Side, uuid: string): Promise<number | undefined> {
  const message = await findMessage(tx, company, uuid)
  if (!message) throw apiError('not_found')
  if (side.type !== 1 || !isAuthor(side, message)) throw apiError('forbidden')
  const rows = await tx.sql(
    `update chat_message set delete = 1, text = '', file = null, quote = null where company = $1 and uuid = $2 and delete = 0 returning uuid`,
    [company, uuid],
  )
  return rows.length > 0 ? message.user_id : undefined
}

interface PageQuery {
  user_id: number
  /** A number or uuid of the conversation; null is the newest end. */
  id: number | string | null
  limit: number
}

/** Messages before (`top`), after (`bottom`) or from (`from`) the one with this id, the oldest first. */
export async function readPage(
  tx: Tx,
  company: number,
  direction: 'top' | 'bottom' | 'from',
  { user_id, id, limit }: PageQuery,
): Promise<ChatMessage[]> {
  const at = typeof id === 'string' ? await numberOf(tx, company, user_id, id) : id
  const condition = at === null ? '' : `and chat_id ${{ top: '<', bottom: '>', from: '>=' }[direction]} $4`
  // Without an id the newest page is meant.
  const order = direction === 'top' || at === null ? 'desc' : 'asc'
  const rows = await tx.sql<ChatMessage>(
    `select ${MESSAGE} from chat_message where company = $1 and user_id = $2 ${condition} order by chat_id ${order} limit $3`,
    [company, user_id, limit, ...(at === null ? [] : [at])],
  )
  return order === 'desc' ? rows.toReversed() : rows
}

async function numberOf(tx: Tx, company: number, user_id: number, uuid: string): Promise<number> {
  const message = await findMessage(tx, company, uuid)
  if (message?.user_id !== user_id) throw apiError('not_found')
  return message.chat_id
}

/** A customer of this company. @throws `not_found` */
export async function assertCustomer(tx: Tx, company: number, user_id: number): Promise<void> {
  const rows = await tx.sql(`select from "user" where company = $1 and user_id = $2`, [company, user_id])
  if (rows.length === 0) throw apiError('not_found')
}

/** The unread messages of all conversations of the company. */
export async function countAllUnread(tx: Tx, company: number): Promise<number> {
  const [sum] = await tx.sql<{ unread: number }>(
    `select coalesce(sum(chat_admin_unread), 0)::int as unread from "user" where company = $1 and chat_admin_unread > 0`,
    [company],
  )
  return sum?.unread ?? 0
}

/** The messages that the customer has not read. */
export async function countCustomerUnread(tx: Tx, company: number, user_id: number): Promise<number> {
  const [sum] = await tx.sql<{ unread: number }>(
    `select count(*)::int as unread from chat_message where company = $1 and user_id = $2 and type = 1 and status < 3 and delete = 0`,
    [company, user_id],
  )
  return sum?.unread ?? 0
}

const USER = `u.user_id, phone, name, img, chat_admin_unread,
  to_char(chat_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as chat_date,
  c.admin as admin_id, coalesce((select ${adminName('a')} from admin a where a.admin_id = c.admin), '') as admin_name`
const USERS = `"user" u left join chat_conversation c on c.company = u.company and c.user_id = u.user_id`

export async function readChatUser(tx: Tx, company: number, user_id: number): Promise<ChatUser | undefined> {
  const users = await tx.sql<ChatUser>(`select ${USER} from ${USERS} where u.company = $1 and u.user_id = $2`, [company, user_id])
  return (await withoutAbsent(tx, company, users))[0]
}

/** A conversation assigned to a user who can no longer answer counts as unassigned. */
async function withoutAbsent(tx: Tx, company: number, users: ChatUser[]): Promise<ChatUser[]> {
  if (users.every(({ admin_id }) => admin_id === null)) return users
  const present = await readColleagueIds(tx, company)
  return users.map((user) =>
    user.admin_id === null || present.includes(user.admin_id) ? user : { ...user, admin_id: null, admin_name: '' },
  )
}

const readColleagueIds = async (tx: Tx, company: number): Promise<number[]> =>
  (await readColleagues(tx, company)).map(({ admin_id }) => admin_id)

interface UsersQuery {
  search: string
  offset: number
  limit: number
  assigned: ChatAssigned
  /** The user whose conversations are `mine`. */
  admin_id: number
}
const assignedTo: Readonly<Record<ChatAssigned, string>> = {
  all: '',
  mine: 'and c.admin = $6',
  none: 'and (c.admin is null or c.admin <> all($6))',
}

/**
 * Customers who are signed in or have messages (CHAT-02, AMB-012, AMB-252), the latest conversation first (CHAT-04).
 * `search` finds by name, or by phone if it has digits.
 */
export async function readChatUsers(
  tx: Tx,
  company: number,
  { search, offset, limit, assigned, admin_id }: UsersQuery,
): Promise<ChatUser[]> {
  const digits = search.replaceAll(/\D/g, '')
  const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const responsible = { all: [], mine: [admin_id], none: assigned === 'none' ? [await readColleagueIds(tx, company)] : [] }
  const users = await tx.sql<ChatUser>(
    `select ${USER} from ${USERS} where u.company = $1 ${assignedTo[assigned]} and (has_session = 1 or chat_date is not null)
       and ($2 = '' or name ilike $2 or ($3 <> '' and phone like $3))
     order by chat_date desc nulls last, user_id desc limit $4 offset $5`,
    [company, search === '' ? '' : like(search), digits === '' ? '' : like(digits), limit, offset, ...responsible[assigned]],
  )
  return withoutAbsent(tx, company, users)
}
