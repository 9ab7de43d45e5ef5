import { type ApiError, type ChatFile, isApiError } from '@tiffin/sdk/contract'
import { storedEntries } from '../disk.ts'
import { createOutbox, type Outbox, type OutboxPorts } from '../outbox.ts'

/** A written message that the server has not confirmed. `intent_id` is its uuid, so that sent twice it is one message. */
export interface UnsentMessage {
  intent_id: string
  user_id: number
  text: string
  file: ChatFile | null
  quote: string | null
  /** The number of the newest message that was seen when it was written. */
  seen?: number | undefined
  /** When it was written, in ms by the device's clock. */
  at: number
}

export interface ChatOutbox extends Outbox<UnsentMessage, { intent_id: string }> {
  /** Forgets a message that was refused. */
  discard(uuid: string): void
}

function readMessage(value: unknown): UnsentMessage | undefined {
  const {
    intent_id,
    user_id,
    text,
    file = null,
    quote = null,
    seen,
    at,
  } = { ...(value as object | null) } as Partial<UnsentMessage>
  const isValid =
    typeof intent_id === 'string' && typeof user_id === 'number' && typeof text === 'string' && typeof at === 'number'
  return isValid ? { intent_id, user_id, text, file, quote, seen, at } : undefined
}

/** Messages of a chat, sent one after the other so that they arrive in the order they were written. */
export function createChatOutbox(options: {
  ports: OutboxPorts
  owner: () => string
  /** Resolves when the server has confirmed the message. */
  send: (message: UnsentMessage) => Promise<void>
  /** The server will never take this message; it stays on disk until it is discarded or sent again. */
  refused: (message: UnsentMessage, error: ApiError) => void
  changed: () => void
  notSaved: () => void
}): ChatOutbox {
  const { ports, owner, changed, notSaved } = options
  const disk = storedEntries({ ports, name: 'chat', owner, read: readMessage })
  const outbox = createOutbox<UnsentMessage, { intent_id: string }>(
    {
      disk,
      batch: (messages) => messages.slice(0, 1),
      async send(messages) {
        for (const message of messages) await options.send(message)
        return messages
      },
      refused(message, error) {
        if (isApiError(error)) options.refused(message, error)
        return undefined
      },
      answered() {},
      changed,
      notSaved,
    },
    ports,
  )
  return {
    ...outbox,
    discard(uuid) {
      for (const { entry, remove } of disk.all()) if (entry.intent_id === uuid) remove()
    },
  }
}
