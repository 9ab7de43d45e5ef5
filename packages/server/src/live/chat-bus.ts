import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatServerFrame } from '@tiffin/sdk/contract'
import type { Logger } from 'pino'
import { listenTo } from '#db/listen'
import type { Store } from '#db/open-store'
import { CHAT_CHANNEL } from '#domains/chat/chat-channel'

/** An event that is sent to both ends of a conversation. */
export interface ChatEvent {
  company: number
  user_id: number
  /** A stored message goes by its uuid, because a notification is short. `listed`: only the row of the list has changed. */
  event:
    | { message: string }
    | { listed: true }
    | { frame: Extract<ChatServerFrame, { mode: 'status' | 'printing' | 'delete_message' }> }
  /** The connection that caused it; its own typing is not sent back to it. */
  source?: string
}

/** Carries events to the chat sockets of all processes. */
export interface ChatBus {
  start(): Promise<void>
  stop(): Promise<void>
  /** `message`: the stored message, so that this process need not read it. */
  publish(event: ChatEvent, message?: ChatMessage): void
  /** `lost`: notifications of other processes may be missing. */
  onEvent(heard: (event: ChatEvent, message?: ChatMessage) => void, lost: () => void): void
}

export function createChatBus(store: Pick<Store, 'db' | 'workerUrl'>, log: Logger): ChatBus {
  const process = randomUUID()
  let heard: (event: ChatEvent, message?: ChatMessage) => void = () => {}
  let lost: () => void = () => {}
  let stop = async (): Promise<void> => {}

  return {
    async start() {
      stop = await listenTo(store.workerUrl, CHAT_CHANNEL, {
        onPayload(payload) {
          const { from, ...event } = JSON.parse(payload) as ChatEvent & { from: string }
          if (from !== process) heard(event)
        },
        onLost(error) {
          if (error) log.warn({ err: error }, 'the chat lost its connection to other processes')
          lost()
        },
      })
    },
    stop: () => stop(),
    publish(event, message) {
      heard(event, message)
      store.db.pool
        .query('select pg_notify($1, $2)', [CHAT_CHANNEL, JSON.stringify({ from: process, ...event })])
        .catch((error: unknown) => log.warn({ err: error }, 'other processes were not notified of a chat message'))
    },
    onEvent(onHeard, onLost) {
      heard = onHeard
      lost = onLost
    },
  }
}
