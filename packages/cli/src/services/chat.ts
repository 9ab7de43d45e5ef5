import { escapeText, loadCannedAnswers, plainText } from '@tiffin/core/chat'
import { randomUuid } from '@tiffin/sdk/client'
import {
  apiError,
  CHAT_HITS,
  CHAT_PAGE,
  type ChatClientFrame,
  type ChatHit,
  type ChatMessage,
  type ChatServerFrame,
  type ChatUser,
  CONTRACT_VERSION,
  entities,
  type ErrorCode,
} from '@tiffin/sdk/contract'
import { connectChat } from '@tiffin/sdk/live'
import { VERSION } from '../build-info.ts'
import type { Connection } from '../connection.ts'
import { wrongUsage } from '../failure.ts'
import type { Io } from '../io.ts'
import type { Result } from '../results/result.ts'
import type { CommandTranslate } from '../texts/command-key.ts'
import { readKey } from './find-entity.ts'

export interface ChatListOptions {
  search?: string
  unread?: boolean
  mine?: boolean
  unassigned?: boolean
  limit?: string
}
export interface ChatReadOptions {
  search?: string
  limit?: string
  keepUnread?: boolean
}
export interface ChatSendOptions {
  answer?: string
  quote?: string
  seen?: string
}

const ANSWER_MS = 15_000
const MAX_LIMIT = 10_000

export const readCustomer = (id: string): number => readKey(entities.user, id) as number

function readLimit(text: string | undefined, usual: number): number {
  const limit = Number(text ?? usual)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw wrongUsage('%1 must be a number: %2', { params: ['--limit', text ?? ''] })
  return limit
}

/** `--seen`: a number of a message, or 0. */
export function readSeen(text: string): number {
  const seen = Number(text)
  if (!Number.isSafeInteger(seen) || seen < 0 || text.trim() === '')
    throw wrongUsage('%1 must be a number: %2', { params: ['--seen', text] })
  return seen
}

/** A text, or standard input for `-`. */
export async function readText(io: Pick<Io, 'readInput'>, text: string): Promise<string> {
  const given = (text === '-' ? await io.readInput() : text).trim()
  if (given === '') throw wrongUsage('The message is empty')
  return given
}

/** The canned answer with this title, filled in for the customer. */
export async function cannedAnswer({ client }: Connection, user_id: number, title: string): Promise<string> {
  const answers = await loadCannedAnswers(client, user_id)
  const [found, ...others] = answers.filter((answer) => answer.title.toLowerCase() === title.trim().toLowerCase())
  if (others.length > 0) throw wrongUsage('Several canned answers have this title: %1', { params: [title] })
  if (!found) throw wrongUsage('Canned answer not found: %1', { params: [title], next: [{ message: 'tiffin list chat_answer' }] })
  return found.text
}

export async function listChats({ client }: Connection, options: ChatListOptions): Promise<Result> {
  const { search = '', unread, mine, unassigned, limit } = options
  if (mine === true && unassigned === true) throw wrongUsage('Use --mine or --unassigned, not both')
  const assigned = mine === true ? 'mine' : unassigned === true ? 'none' : 'all'
  const max = readLimit(limit, 30)
  const rows: ChatUser[] = []
  for (let offset = 0; rows.length < max;) {
    const { data } = await client.Chat.users({ search, offset, assigned })
    rows.push(...data.users.filter(({ chat_admin_unread }) => unread !== true || chat_admin_unread > 0))
    offset += data.users.length
    if (data.users.length < 30) break
  }
  return { rows: rows.slice(0, max), columns: ['user_id', 'name', 'phone', 'admin_name', 'chat_admin_unread', 'chat_date'] }
}

export async function readChat(connection: Connection, user_id: number, options: ChatReadOptions): Promise<Result> {
  const max = readLimit(options.limit, CHAT_PAGE)
  const messages = await withChat(connection, async (ask, tell) => {
    const found: ChatMessage[] = []
    while (found.length < max) {
      const limit = Math.min(CHAT_PAGE, max - found.length)
      const id = found[0]?.chat_id ?? null
      const page = await ask({ mode: 'get_messages_top', user_id, id, limit }, 'get_messages_top')
      found.unshift(...page.messages)
      if (page.messages.length < limit) break
    }
    const unread = found.filter(({ type, status, delete: gone }) => type === 0 && status < 3 && gone === 0)
    if (options.keepUnread !== true && unread.length > 0)
      await tell({ mode: 'msg_status', status: unread.slice(-500).map(({ uuid }) => ({ uuid, status: 3 })) })
    return found
  })
  const rows = messages.map((message) => ({
    ...message,
    from: message.type === 1 ? message.admin_name : message.user_name,
    text: message.delete === 1 ? '' : plainText(message.text),
    file: message.file?.name ?? '',
  }))
  return { rows, columns: ['date', 'from', 'text', 'file', 'status'] }
}

/** Messages of a conversation with a text, the latest first. */
export async function findMessages(
  { client }: Connection,
  { user_id, search, limit }: { user_id: number; search: string; limit?: string },
  t: CommandTranslate,
): Promise<Result> {
  const max = readLimit(limit, CHAT_HITS)
  if (search.trim() === '') throw wrongUsage('The search is empty')
  const hits: ChatHit[] = []
  let before: number | null = null
  do {
    const { data } = await client.Chat.find({ user_id, search, ...(before === null ? {} : { before }) })
    hits.push(...data.hits)
    before = data.next
  } while (before !== null && hits.length < max)
  const isCut = before !== null || hits.length > max
  return {
    rows: hits.slice(0, max).map(({ name, excerpt, ...hit }) => ({ ...hit, from: name, text: excerpt })),
    columns: ['chat_id', 'date', 'from', 'text'],
    ...(isCut ? { remarks: [t('There may be more. Raise %1 to see them', ['--limit'])] } : {}),
  }
}

export async function sendChat(
  connection: Connection,
  { text, ...message }: { user_id: number; text: string; quote: string | null; seen?: number },
): Promise<Result> {
  const uuid = randomUuid()
  const { message: stored } = await withChat(connection, (ask) =>
    ask(
      { mode: 'message', message: { uuid, text: escapeText(text), ...message } },
      'message',
      (frame) => frame.message.uuid === uuid,
    ),
  )
  const { chat_id, user_id, date } = stored
  return { rows: [{ uuid, chat_id, user_id, date }], single: true }
}

type Answer<M> = Extract<ChatServerFrame, { mode: M }>
type Ask = <M extends ChatServerFrame['mode']>(
  frame: ChatClientFrame,
  mode: M,
  isAnswer?: (frame: Answer<M>) => boolean,
) => Promise<Answer<M>>

/** Opens the chat for a few questions. An error of the server, or no answer within 15 s, is an error of the command. */
async function withChat<T>(
  { client, url, company }: Connection,
  work: (ask: Ask, tell: (frame: ChatClientFrame) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const token = client.session.token()
  if (token === undefined) throw apiError('session_required')
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  const ready = Promise.withResolvers<void>()
  let hear = (_frame: ChatServerFrame): void => {}
  const connection = connectChat({
    url: new URL('/chat', url).href,
    getHandshake: () => ({
      mode: 'handshake',
      token,
      app: { name: 'cli', version: VERSION, contract: CONTRACT_VERSION },
      ...(company === undefined ? {} : { company }),
    }),
    isTransient: () => false,
    log: () => {},
    onPhase: (phase) => void (phase === 'offline' && ended.reject(apiError('network'))),
    onFrame(frame) {
      if (frame.mode === 'handshake') ready.resolve()
      if (frame.mode === 'error') ended.reject(apiError(frame.code as ErrorCode, frame.params ? { params: frame.params } : {}))
      hear(frame)
    },
  })
  const timer = setTimeout(() => ended.reject(apiError('timeout_client')), ANSWER_MS)
  const ask: Ask = (frame, mode, isAnswer = () => true) => {
    timer.refresh()
    const answer = Promise.withResolvers<Answer<typeof mode>>()
    hear = (heard) => {
      if (heard.mode === mode && isAnswer(heard as Answer<typeof mode>)) answer.resolve(heard as Answer<typeof mode>)
    }
    connection.send(frame)
    return answer.promise
  }
  // Frames are carried out in order, so the answer to the second one confirms the first.
  const tell = (frame: ChatClientFrame): Promise<unknown> => {
    connection.send(frame)
    return ask({ mode: 'keepalive' }, 'keepalive')
  }
  try {
    await Promise.race([ready.promise, ended.promise])
    return await Promise.race([work(ask, tell), ended.promise])
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}
