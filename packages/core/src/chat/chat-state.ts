import type { ApiError, ChatMessage, ChatOpening, ChatUser } from '@tiffin/sdk/contract'
import type { ChatPhase } from '@tiffin/sdk/live'
import type { UnsentMessage } from '../outbox/kinds/chat-messages.ts'

export interface ChatState {
  phase: ChatPhase
  /** The error that closed the chat (CHAT-27). */
  error: ApiError | null
  /** Unread messages of all conversations; null until the server has told. */
  unread: number | null
  /** The conversation whose counts the server has told last. */
  changed: ChatUser | null
  /** When the company answers; only for its customers. */
  opening: ChatOpening | null
  /** The customer of the open conversation. */
  opened: number | null
  /** The open conversation as far as it is loaded, the oldest first. */
  messages: readonly ChatMessage[]
  loading: boolean
  hasOlder: boolean
  /** Whether newer messages are not loaded, because an earlier one is shown. */
  hasNewer: boolean
  /** The message to show; a new object each time. */
  shown: { uuid: string } | null
  /** Messages of all conversations that the server has not confirmed. */
  unsent: readonly UnsentMessage[]
  /** Messages that the server has refused, by uuid. */
  refused: ReadonlyMap<string, { message: UnsentMessage; error: ApiError }>
  /** Who is typing, by customer. */
  typing: ReadonlyMap<number, string>
  /** Customers who are connected. */
  online: ReadonlySet<number>
  /** Colleagues who have a conversation open, by customer. */
  viewers: ReadonlyMap<number, readonly { admin_id: number; admin_name: string }[]>
}

export const initialChat: ChatState = {
  phase: 'connecting',
  error: null,
  unread: null,
  changed: null,
  opening: null,
  opened: null,
  messages: [],
  loading: false,
  hasOlder: false,
  hasNewer: false,
  shown: null,
  unsent: [],
  refused: new Map(),
  typing: new Map(),
  online: new Set(),
  viewers: new Map(),
}

/** 0 connecting, 1 online, 2 offline, 3 typing, which is called printing on the wire (CHAT-17, AMB-189). */
export type ConnectionState = 0 | 1 | 2 | 3

export function selectConnection({ phase, typing, opened }: ChatState): ConnectionState {
  if (phase === 'connecting') return 0
  if (phase !== 'online') return 2
  return opened !== null && typing.has(opened) ? 3 : 1
}

/** Dictionary keys of the states. */
export const connectionTexts = ['Connecting…', 'Online', 'Offline', 'Typing…'] as const

/** Adds or replaces messages, in the order of their numbers. */
export function mergeMessages(messages: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byUuid = new Map([...messages, ...more].map((message) => [message.uuid, message]))
  return [...byUuid.values()].toSorted((a, b) => a.chat_id - b.chat_id)
}

/** Whether a page lies next to these messages, or within them. Numbers have no gaps. */
export function isNextTo(messages: readonly ChatMessage[], page: readonly ChatMessage[]): boolean {
  const [oldest, newest] = [messages[0], messages.at(-1)]
  const [first, last] = [page[0], page.at(-1)]
  if (!oldest || !newest || !first || !last) return true
  return first.chat_id <= newest.chat_id + 1 && last.chat_id >= oldest.chat_id - 1
}

/** The messages with `showdate` 1 on the first of each day (AMB-190). `dayOf` gives the day of a moment. */
export const withDates = (messages: readonly ChatMessage[], dayOf: (date: string) => string): ChatMessage[] =>
  messages.map((message, index) => {
    const before = messages[index - 1]
    return { ...message, showdate: before && dayOf(before.date) === dayOf(message.date) ? 0 : 1 }
  })
