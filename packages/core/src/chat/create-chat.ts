import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type ApiError,
  apiError,
  type ChatFile,
  type ChatMessage,
  type ChatServerFrame,
  type ErrorCode,
} from '@tiffin/sdk/contract'
import { randomUuid } from '@tiffin/sdk/client'
import { type ChatConnection, type ChatConnectionOptions, connectChat } from '@tiffin/sdk/live'
import { readJson, storedTexts } from '../outbox/disk.ts'
import { createChatOutbox, type UnsentMessage } from '../outbox/kinds/chat-messages.ts'
import type { Ports } from '../ports.ts'
import { isTransient } from '../transient-error.ts'
import { type ChatState, initialChat, isNextTo, mergeMessages } from './chat-state.ts'
import { hasContent } from './draft.ts'
import { plainText } from '#rules/rich-text'
import { escapeText } from './rich-text.ts'

const PAGE = 50
/** CHAT-32 */
const TYPING_EVERY_MS = 500
/** CHAT-18 */
const TYPING_SHOWN_MS = 1000
const ANSWER_MS = 15_000
/** Errors about one message or about the moment: the chat reconnects by itself. */
const passingErrors: ReadonlySet<string> = new Set(['too_many_connections', 'colleague_replied'])
const noMessages = { messages: [], loading: false, hasOlder: false, hasNewer: false, shown: null }
/** More messages than this are not kept over a lost connection; older ones are loaded again when needed. */
const MAX_KEPT = 200

export interface ChatOptions {
  /** 1: someone of the company, 0: the customer. */
  side: 0 | 1
  url: string
  getHandshake: ChatConnectionOptions['getHandshake']
  webSocket?: ChatConnectionOptions['webSocket']
  ports: Pick<Ports, 'clock' | 'moves' | 'log' | 'isVisible'>
  /** Owner of the unsent messages and drafts on this device. */
  owner: () => string
  /** The name of the customer or colleague who types, for `typing`. */
  nameOfTyping?: (frame: { admin_name?: string | undefined }) => string
  /** CHAT-27 */
  onError: (error: ApiError) => void
  notSaved: () => void
  onFrame?: (frame: ChatServerFrame) => void
}

/** An unsent message in the editor. */
export interface ChatDraft {
  text: string
  quote: string | null
  file?: ChatFile | null
}

export interface Chat {
  store: StoreApi<ChatState>
  /** Connects, and sends messages left unsent by an earlier run. */
  start(): void
  /** Closes it on purpose; everything unsent stays on disk. */
  stop(): void
  /** Reconnects after an error, or when the network is back. */
  retry(): void
  /** The device is offline. */
  lose(): void
  open(user_id: number): void
  leave(): void
  loadOlder(): void
  loadNewer(): void
  /** Shows a message of the open conversation, loading the messages around it. */
  show(message: Pick<ChatMessage, 'uuid' | 'chat_id'>): void
  /** Shows the newest messages again. */
  showNewest(): void
  /** False if there is nothing to send (CHAT-20). */
  send(draft: ChatDraft): boolean
  resend(): void
  /** Sends a message although a colleague has replied in the meantime. */
  sendAnyway(uuid: string): void
  /** Returns a refused message to be changed, and forgets it. */
  takeBack(uuid: string): ChatDraft | undefined
  discard(uuid: string): void
  /** To be called on each input (CHAT-32). */
  typed(): void
  remove(uuid: string): void
  /** Marks the shown messages as read; to be called when the page becomes visible (AMB-184). */
  see(): void
  draft(user_id: number): ChatDraft
  keepDraft(user_id: number, draft: ChatDraft): void
}

type Frame<M extends ChatServerFrame['mode']> = Extract<ChatServerFrame, { mode: M }>
type PageFrame = Frame<'get_messages_top' | 'get_messages_bottom' | 'get_all_messages_from_uuid'>

/** One end of the chat: connection, open conversation and unsent messages. Console, terminal and widget share it. */
export function createChat(options: ChatOptions): Chat {
  const { side, ports } = options
  const { clock } = ports
  const store = createStore<ChatState>(() => initialChat)
  const { getState: get, setState: set } = store
  let connection: ChatConnection | undefined
  let typedAt = 0
  const typingTimers = new Map<number, () => void>()
  const awaited = new Map<string, PromiseWithResolvers<void>>()
  /** The number of the newest message that was seen, by customer. */
  const lastSeen = new Map<number, number>()
  /** Where an empty history is loaded: around the message with this number, or at the newest one. */
  let around: number | null = null
  /** The newest number in the open conversation that was heard of. */
  let newestHeard = 0
  const drafts = storedTexts(ports, 'chatdraft', options.owner)

  const outbox = createChatOutbox({
    ports,
    owner: options.owner,
    send: sendMessage,
    refused(message, error) {
      set(({ refused }) => ({ refused: new Map([...refused, [message.intent_id, { message, error }]]) }))
    },
    changed: () => set({ unsent: outbox.entries() }),
    notSaved: options.notSaved,
  })

  const isVisible = (): boolean => ports.isVisible?.() ?? true
  const isIncoming = (message: ChatMessage): boolean => message.type !== side && message.delete === 0
  const conversation = (): { user_id?: number } => {
    const { opened } = get()
    return side === 1 && opened !== null ? { user_id: opened } : {}
  }

  /** Resolves when the message comes back with its number. */
  function sendMessage({ intent_id: uuid, user_id, text, file, quote, seen }: UnsentMessage): Promise<void> {
    const message = { uuid, text, file, quote, seen, ...(side === 1 ? { user_id } : {}) }
    const answer = Promise.withResolvers<void>()
    awaited.set(uuid, answer)
    if (!connection?.send({ mode: 'message', message })) answer.reject(apiError('network'))
    const cancel = clock.after(ANSWER_MS, () => answer.reject(apiError('network')))
    return answer.promise.finally(() => {
      cancel()
      awaited.delete(uuid)
    })
  }

  function connect(): void {
    set({ ...initialChat, unsent: outbox.entries() })
    connection = connectChat({
      url: options.url,
      getHandshake: options.getHandshake,
      webSocket: options.webSocket,
      clock,
      log: ports.log,
      isTransient: ({ code }) => isTransient(apiError(code as ErrorCode)) || passingErrors.has(code),
      onPhase(phase) {
        set({ phase, ...(phase === 'online' ? { error: null } : {}) })
        if (phase === 'online') return
        for (const answer of awaited.values()) answer.reject(apiError('network'))
        set({ online: new Set(), viewers: new Map(), typing: new Map() })
      },
      onFrame(frame) {
        handleFrame(frame)
        options.onFrame?.(frame)
      },
    })
  }

  function handleFrame(frame: ChatServerFrame): void {
    switch (frame.mode) {
      case 'handshake':
        set({ unread: frame.unread, opening: frame.opening ?? null })
        outbox.send()
        return resume()
      case 'message':
        awaited.get(frame.message.uuid)?.resolve()
        return receive(frame.message)
      case 'get_messages_top':
      case 'get_messages_bottom':
      case 'get_all_messages_from_uuid':
        return receivePage(frame)
      case 'status':
        return raise(new Map(frame.status.map(({ uuid, status }) => [uuid, status])))
      case 'delete_message':
        return set(({ messages }) => ({
          messages: messages.map((one) => (one.uuid === frame.uuid ? { ...one, delete: 1, text: '', file: null } : one)),
        }))
      case 'unread':
        set(({ changed }) => ({ unread: frame.unread, changed: frame.user ?? changed }))
        // CHAT-16
        if (frame.user === undefined || frame.user.user_id === get().opened) acknowledge()
        return
      case 'user_status': {
        const { online, viewers } = get()
        const next = new Set(online)
        if (frame.online) next.add(frame.user_id)
        else next.delete(frame.user_id)
        return set({ online: next, viewers: new Map([...viewers, [frame.user_id, frame.viewers ?? []]]) })
      }
      case 'printing':
        return showTyping(frame)
      case 'error':
        return handleError(frame)
      case 'keepalive':
    }
  }

  function handleError({ code, error: text, params, uuid }: Frame<'error'>): void {
    const error = apiError(code as ErrorCode, params ? { params } : {})
    if (!error.message) Object.assign(error, { message: text })
    if (uuid !== undefined) awaited.get(uuid)?.reject(error)
    set({ error })
    options.onError(error)
  }

  function receive(message: ChatMessage): void {
    const { opened, messages, hasNewer } = get()
    if (message.user_id !== opened) {
      if (isIncoming(message)) reportStatus([message], 2)
      return
    }
    newestHeard = Math.max(newestHeard, message.chat_id)
    set(({ typing }) => ({ typing: new Map([...typing].filter(([user_id]) => user_id !== opened)) }))
    // It is loaded when the reader gets there.
    if (hasNewer) return isIncoming(message) ? reportStatus([message], 2) : undefined
    const newest = messages.at(-1)
    // Messages in between were missed.
    if (newest && message.chat_id > newest.chat_id + 1)
      connection?.send({ mode: 'get_messages_bottom', ...conversation(), id: newest.chat_id, limit: PAGE })
    set({ messages: mergeMessages(messages, [message]) })
    acknowledge()
  }

  function receivePage(frame: PageFrame): void {
    const { mode, user_id, messages: page, id } = frame
    const { opened, messages: known, hasNewer } = get()
    if (user_id !== opened || !isAwaited(frame, known)) return
    const messages = mergeMessages(known, page)
    const last = page.at(-1)
    const isFull = page.length >= PAGE
    if (mode === 'get_messages_top')
      set({ messages, hasOlder: isFull, hasNewer: hasNewer && id !== null, loading: known.length === 0 && around !== null })
    else if (mode === 'get_messages_bottom' && hasNewer)
      set({ messages, hasNewer: isFull || newestHeard > (messages.at(-1)?.chat_id ?? 0), loading: false })
    else {
      set({ messages })
      // Everything since the connection was lost, or the messages shown before that.
      const isWanted = !hasNewer || (last?.chat_id ?? 0) < (known.at(-1)?.chat_id ?? 0)
      if (isFull && last && isWanted && mode === 'get_all_messages_from_uuid' && last.uuid !== id)
        connection?.send({ mode, ...conversation(), uuid: last.uuid, limit: PAGE })
      if (isFull && last && mode === 'get_messages_bottom')
        connection?.send({ mode, ...conversation(), id: last.chat_id, limit: PAGE })
    }
    acknowledge()
  }

  /** Pages that were requested before another part of the history is shown are ignored. */
  function isAwaited({ mode, id, messages: page }: PageFrame, known: readonly ChatMessage[]): boolean {
    if (known.length > 0) return isNextTo(known, page)
    return mode === 'get_messages_top' && id === (around === null ? null : around + 1)
  }

  /** After a lost connection: rereads the shown messages and everything since, so that both ends have the same history. */
  function resume(): void {
    const { opened, messages } = get()
    if (opened === null) return
    const kept = messages.slice(-MAX_KEPT)
    if (kept.length < messages.length) set({ messages: kept, hasOlder: true })
    set({ loading: kept.length === 0 })
    const [oldest] = kept
    // Reading the newest page also tells the server that this console shows the conversation.
    connection?.send({ mode: 'get_messages_top', ...conversation(), id: null, limit: PAGE })
    if (oldest) connection?.send({ mode: 'get_all_messages_from_uuid', ...conversation(), uuid: oldest.uuid, limit: PAGE })
    else if (around !== null) requestAround(around)
  }

  function requestAround(chat_id: number): void {
    connection?.send({ mode: 'get_messages_top', ...conversation(), id: chat_id + 1, limit: PAGE })
    connection?.send({ mode: 'get_messages_bottom', ...conversation(), id: chat_id, limit: PAGE })
  }

  function showNewest(): void {
    if (!get().hasNewer) return
    around = null
    set({ ...noMessages, loading: true })
    connection?.send({ mode: 'get_messages_top', ...conversation(), id: null, limit: PAGE })
  }

  /** Tells the sender of incoming messages that they were read, or only delivered while the page is hidden (CHAT-15, AMB-184). */
  function acknowledge(): void {
    const { opened, messages } = get()
    const newest = messages.at(-1)
    if (isVisible() && opened !== null && newest) lastSeen.set(opened, Math.max(lastSeen.get(opened) ?? 0, newest.chat_id))
    const status = isVisible() ? 3 : 2
    reportStatus(
      messages.filter((message) => isIncoming(message) && message.status < status),
      status,
    )
  }

  function reportStatus(messages: readonly ChatMessage[], status: 2 | 3): void {
    const low = messages.filter((message) => message.status < status)
    if (low.length === 0) return
    if (!connection?.send({ mode: 'msg_status', status: low.slice(0, 500).map(({ uuid }) => ({ uuid, status })) })) return
    raise(new Map(low.map(({ uuid }) => [uuid, status])))
  }

  function raise(statuses: ReadonlyMap<string, number>): void {
    set(({ messages }) => ({
      messages: messages.map((one) => {
        const status = statuses.get(one.uuid) ?? 0
        return status > one.status ? { ...one, status } : one
      }),
    }))
  }

  function showTyping({ user_id, admin_name }: Frame<'printing'>): void {
    typingTimers.get(user_id)?.()
    const stop = (): void => set(({ typing }) => ({ typing: new Map([...typing].filter(([id]) => id !== user_id)) }))
    typingTimers.set(user_id, clock.after(TYPING_SHOWN_MS, stop))
    set(({ typing }) => ({ typing: new Map([...typing, [user_id, options.nameOfTyping?.({ admin_name }) ?? admin_name ?? '']]) }))
  }

  function discard(uuid: string): void {
    outbox.discard(uuid)
    set(({ refused }) => ({ refused: new Map([...refused].filter(([id]) => id !== uuid)) }))
  }

  /** A refused message, whose question counts as answered: the colleague's reply was seen. */
  function takeRefused(uuid: string): UnsentMessage | undefined {
    const found = get().refused.get(uuid)
    if (!found) return undefined
    discard(uuid)
    const { message, error } = found
    if (error.code !== 'colleague_replied') return message
    const newest = Math.max(lastSeen.get(message.user_id) ?? 0, Number(error.params?.[1]))
    lastSeen.set(message.user_id, newest)
    return { ...message, seen: newest }
  }

  return {
    store,
    start() {
      connect()
      outbox.restore()
    },
    stop() {
      connection?.close()
      outbox.close()
      lastSeen.clear()
      set(initialChat)
    },
    retry: () => connection?.retry(),
    lose: () => connection?.lose(),
    open(user_id) {
      if (get().opened === user_id) return
      around = null
      newestHeard = 0
      set({ ...noMessages, opened: user_id, loading: true })
      resume()
    },
    leave: () => set({ ...noMessages, opened: null }),
    loadOlder() {
      const { messages, loading, hasOlder } = get()
      const [oldest] = messages
      if (loading || !hasOlder || !oldest) return
      if (connection?.send({ mode: 'get_messages_top', ...conversation(), id: oldest.chat_id, limit: PAGE }))
        set({ loading: true })
    },
    loadNewer() {
      const { messages, loading, hasNewer } = get()
      const newest = messages.at(-1)
      if (loading || !hasNewer || !newest) return
      if (connection?.send({ mode: 'get_messages_bottom', ...conversation(), id: newest.chat_id, limit: PAGE }))
        set({ loading: true })
    },
    show({ uuid, chat_id }) {
      const { opened, messages } = get()
      if (opened === null) return
      set({ shown: { uuid } })
      if (messages.some((message) => message.uuid === uuid)) return
      around = chat_id
      set({ messages: [], loading: true, hasOlder: false, hasNewer: true })
      requestAround(chat_id)
    },
    showNewest,
    send({ text, quote, file = null }) {
      const { opened } = get()
      if (opened === null || !hasContent(text, file)) return false
      const message = { intent_id: randomUuid(), user_id: opened, text: escapeText(text.trim()), file, quote, at: clock.now() }
      showNewest()
      outbox.add([{ ...message, seen: side === 1 ? (lastSeen.get(opened) ?? 0) : undefined }])
      return true
    },
    resend() {
      set({ refused: new Map() })
      connection?.retry()
      outbox.restore()
    },
    sendAnyway(uuid) {
      const message = takeRefused(uuid)
      if (message) outbox.add([message])
    },
    takeBack(uuid) {
      const message = takeRefused(uuid)
      return message && { text: plainText(message.text), quote: message.quote, file: message.file }
    },
    discard,
    typed() {
      if (clock.now() - typedAt < TYPING_EVERY_MS || get().opened === null) return
      if (connection?.send({ mode: 'printing', ...conversation() })) typedAt = clock.now()
    },
    remove: (uuid) => void connection?.send({ mode: 'delete_message', uuid }),
    see: acknowledge,
    draft(user_id) {
      const stored = drafts.all().find(({ key }) => key === String(user_id))
      const { text, quote, file } = { ...(readJson(stored?.text()) as Partial<ChatDraft> | undefined) }
      return {
        text: typeof text === 'string' ? text : '',
        quote: typeof quote === 'string' ? quote : null,
        file: typeof file?.content === 'string' ? file : null,
      }
    },
    keepDraft(user_id, draft) {
      const stored = drafts.put(String(user_id), JSON.stringify(draft))
      if (draft.text === '' && draft.quote === null && !draft.file) stored?.remove()
    },
  }
}
