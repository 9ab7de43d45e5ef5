import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import {
  type ApiError,
  apiError,
  type ChatAssigned,
  type ChatFile,
  type ChatHandshake,
  type ChatUser,
  MAX_CHAT_FILE,
} from '@tiffin/sdk/contract'
import type { LiveOptions } from '@tiffin/sdk/live'
import type { Notices } from '#notices/notices'
import { managesCompany, mayChat } from '#rules/index'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import { type Chat, createChat } from './create-chat.ts'
import { createMessageSearch, type MessageSearch } from './message-search.ts'

/** CHAT-07 */
const SEARCH_DELAY_MS = 200
const USERS_PAGE = 30

export interface ChatList {
  search: string
  assigned: ChatAssigned
  users: readonly ChatUser[]
  /** All customers loaded so far, including those not in the current list. */
  known: ReadonlyMap<number, ChatUser>
  loading: boolean
  hasMore: boolean
  failed: boolean
}

const emptyList: ChatList = {
  search: '',
  assigned: 'all',
  users: [],
  known: new Map(),
  loading: false,
  hasMore: false,
  failed: false,
}

/** The chat of someone of the company, with the list of conversations. */
export interface ConsoleChat extends Chat {
  list: StoreApi<ChatList>
  /** Shows the conversations found by part of a phone or name. */
  search(text: string): void
  loadMore(): void
  /** Shows all conversations, those of the user, or unassigned ones. */
  filter(assigned: ChatAssigned): void
  /** Assigns a conversation to a colleague; null unassigns it. */
  assign(user_id: number, admin_id: number | null): Promise<void>
  /** In the open conversation. */
  messageSearch: MessageSearch
  /** Stores a file, to be sent with a message. @throws ApiError */
  upload(file: { name: string; type: string; content: string }): Promise<ChatFile>
  /** Connects while someone who may chat is signed in; returns a function that stops it. */
  watch(): () => void
}

export function createConsoleChat(options: {
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
  /** Of the server itself: only there the browser sends the session's cookie. */
  url: string
  live: Pick<LiveOptions, 'app' | 'webSocket'>
}): ConsoleChat {
  const { client, session, notices, ports, live } = options
  const list = createStore<ChatList>(() => emptyList)
  /** Number of the latest request, so that answers to earlier ones are ignored. */
  let requested = 0
  let cancelSearch = (): void => {}
  let watchers = 0
  let stopWatching = (): void => {}

  const owner = (): string => `${session.company() ?? 0}.${session.store.getState().user?.admin_id ?? 0}`
  const chat = createChat({
    side: 1,
    url: options.url,
    getHandshake: handshake,
    webSocket: live.webSocket,
    ports,
    owner,
    onError: (error) => notices.showSentence('negative', error),
    notSaved: () => void notices.show('warning', "Can't save messages on this device. Keep it on until they are sent."),
    onFrame(frame) {
      if (frame.mode === 'handshake') void load(true)
      if (frame.mode === 'unread' && frame.user) place(frame.user)
    },
  })

  /** CHAT-29, CHAT-30 */
  function handshake(): ChatHandshake {
    const { user } = session.store.getState()
    if (!user) throw apiError('session_required')
    const company = session.company() ?? 0
    const name = `${user.name} ${user.surname}`.trim()
    return {
      mode: 'handshake',
      app: live.app,
      company,
      role: user.role,
      admin_id: user.admin_id,
      admin_name: name,
      admin_img: user.img,
      token: client.session.token() ?? user.token,
      user_id: null,
      user_name: '',
      user_img: '',
      user_phone: user.phone,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(managesCompany(actorOf(user))
        ? { counter: 1 as const, admin: { admin_id: user.admin_id, name, img: user.img, company } }
        : {}),
    }
  }

  async function load(isFirst: boolean): Promise<void> {
    requested += 1
    const mine = requested
    const { search, assigned, users } = list.getState()
    list.setState({ loading: true, failed: false })
    try {
      const { data } = await client.Chat.users({ search, assigned, offset: isFirst ? 0 : users.length })
      if (mine !== requested) return
      const known = isFirst ? [] : list.getState().users
      const added = data.users.filter(({ user_id }) => !known.some((user) => user.user_id === user_id))
      learn(data.users)
      list.setState({ users: [...known, ...added], loading: false, hasMore: data.users.length >= USERS_PAGE })
      void loadOpened()
    } catch (error) {
      if (mine !== requested) return
      list.setState({ loading: false, failed: true })
      ports.log("can't load conversations", error)
    }
  }

  const learn = (users: readonly ChatUser[]): void =>
    list.setState(({ known }) => ({ known: new Map([...known, ...users.map((user) => [user.user_id, user] as const)]) }))

  /** The open conversation may be one that the list does not show. */
  async function loadOpened(): Promise<void> {
    const { opened, phase } = chat.store.getState()
    const { known, loading } = list.getState()
    // The list is loaded first, when the connection begins.
    if (opened === null || phase !== 'online' || loading || known.has(opened)) return
    try {
      learn((await client.Chat.users({ user_id: opened })).data.users)
    } catch (error) {
      ports.log("can't load a conversation", error)
    }
  }

  function isListed({ admin_id }: ChatUser): boolean {
    const { assigned } = list.getState()
    if (assigned === 'all') return true
    return admin_id === (assigned === 'mine' ? session.store.getState().user?.admin_id : null)
  }

  /** Puts a changed conversation at its place in the list; while searching, only one that is there. */
  function place(user: ChatUser): void {
    learn([user])
    const { users, search } = list.getState()
    const others = users.filter(({ user_id }) => user_id !== user.user_id)
    if (!isListed(user)) return list.setState({ users: others })
    if (search !== '' && others.length === users.length) return
    list.setState({ users: [...others, user].toSorted(byDate) })
  }

  return {
    ...chat,
    list,
    messageSearch: createMessageSearch({ client, ports }),
    search(search) {
      list.setState({ search })
      cancelSearch()
      cancelSearch = ports.clock.after(SEARCH_DELAY_MS, () => void load(true))
    },
    loadMore() {
      const { loading, hasMore } = list.getState()
      if (!loading && hasMore) void load(false)
    },
    open(user_id) {
      chat.open(user_id)
      void loadOpened()
    },
    filter(assigned) {
      if (assigned === list.getState().assigned) return
      list.setState({ assigned, users: [], hasMore: false })
      void load(true)
    },
    async assign(user_id, admin_id) {
      const asked = owner()
      try {
        const { user } = (await client.Chat.assign({ user_id, admin_id })).data
        if (asked === owner()) place(user)
      } catch (error) {
        notices.showSentence('negative', error as ApiError)
      }
    },
    async upload({ name, type, content }) {
      const bytes = (content.length * 3) / 4
      if (bytes > MAX_CHAT_FILE) throw apiError('image_too_large', { params: [MAX_CHAT_FILE / 1_000_000] })
      const { data } = await client.Chat.upload({ name, type, content })
      return data.file
    },
    watch() {
      watchers += 1
      if (watchers === 1) stopWatching = follow()
      return () => {
        watchers -= 1
        if (watchers === 0) stopWatching()
      }
    },
  }

  /** Connects, and connects again for another person or company. */
  function follow(): () => void {
    let current: string | undefined
    function check(): void {
      const { user } = session.store.getState()
      const next = user && mayChat(actorOf(user)).allowed ? owner() : undefined
      if (next === current) return
      if (current !== undefined) chat.stop()
      list.setState(({ assigned }) => ({ ...emptyList, assigned }))
      current = next
      if (next !== undefined) chat.start()
    }
    check()
    const stopSession = session.store.subscribe(check)
    const stopNetwork = ports.connectivity?.watch((isOnline) => (isOnline ? chat.retry() : chat.lose()))
    return () => {
      stopSession()
      stopNetwork?.()
      if (current !== undefined) chat.stop()
    }
  }
}

const byDate = (a: ChatUser, b: ChatUser): number => (b.chat_date ?? '').localeCompare(a.chat_date ?? '') || b.user_id - a.user_id
