import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import { hasOption, managesCompany } from '#rules/index'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ConsoleChat } from './create-console-chat.ts'

const INTERVAL_MS = 30_000
/** Customers whose messages are counted one by one. */
const MAX_CUSTOMERS = 1000
const none: UnreadState['customers'] = new Map()

export interface UnreadState {
  /** Null for users without the badge (AMB-040). */
  count: number | null
  sound: boolean
  /** Unread messages by customer, for users who may chat. */
  customers: ReadonlyMap<number, number>
}

export interface UnreadOptions {
  client: Client
  session: SessionStore
  board: Board
  ports: Ports
  chat: () => Promise<ConsoleChat>
}

const sumOf = (customers: UnreadState['customers']): number => [...customers.values()].reduce((sum, unread) => sum + unread, 0)

/** Counts by `user.chat_admin_unread`, which the chat maintains; returns a function that stops it. */
export function watchUnread(
  store: StoreApi<UnreadState>,
  options: UnreadOptions,
  { isSilent }: { isSilent: boolean },
): () => void {
  const { client, session, board, ports } = options
  /** The company that was counted last. */
  let company: number | undefined
  let isOver = false
  /** Counts received from the chat since the last request; they may be newer than its response. */
  const told = new Map<number, number>()

  /** As `mayChat`, but without the entity declarations, which the console does not load at first. */
  function hasChat(): boolean {
    const { user } = session.store.getState()
    if (!user?.company || user.device || !hasOption(user.company, 'allow_chat').allowed) return false
    return hasBadge() || user.navigation.includes('Company-Chat')
  }

  function hasBadge(): boolean {
    const { user } = session.store.getState()
    return user !== null && managesCompany(actorOf(user))
  }

  async function count() {
    const { data } = await client.Reference.getData({
      tables: [
        {
          table: 'user',
          include: ['user_id', 'chat_admin_unread'],
          search: [{ key: 'chat_admin_unread', op: '>', prm: 0 }],
          order: [{ field: 'chat_date', dir: 'desc' }],
          statistic: ['chat_admin_unread'],
          count: 'none',
          limit: [0, MAX_CUSTOMERS],
        },
      ],
    })
    const { data: rows = [], statistic } = data['user'] ?? {}
    const customers = new Map(rows.map((row) => [Number(row['user_id']), Number(row['chat_admin_unread'])]))
    return { found: Number(statistic?.['chat_admin_unread'] ?? 0), customers }
  }

  function updateCount(found: number): void {
    if (!hasBadge()) return store.setState({ count: null })
    const before = company === session.company() ? store.getState().count : null
    company = session.company()
    store.setState({ count: found })
    if (before !== null && found > before && !isSilent && store.getState().sound) ports.sound?.alarm('builtin:message')
  }

  function learnCustomers(customers: ReadonlyMap<number, number>): void {
    const latest = new Map([...customers, ...told])
    store.setState({ customers: new Map([...latest].filter(([, unread]) => unread > 0)) })
  }

  let cancel = (): void => {}
  let stopChat: (() => void) | undefined
  async function poll(): Promise<void> {
    cancel()
    cancel = ports.clock.after(INTERVAL_MS, () => void poll())
    if (!hasChat()) return store.setState({ count: null, customers: none })
    stopChat ??= follow()
    told.clear()
    const asked = session.company()
    try {
      const { found, customers } = await count()
      if (isOver || asked !== session.company()) return
      if (told.size === 0) updateCount(found)
      learnCustomers(customers)
    } catch (error) {
      ports.log("can't count unread messages", error)
    }
  }
  /** Takes the counts of the chat, once it is loaded. */
  function follow(): () => void {
    let stop = (): void => {}
    options.chat().then(
      (chat) => {
        if (isOver) return
        const stopConnection = chat.watch()
        const stopStore = chat.store.subscribe((now, before) => {
          if (now.unread === null) return
          if (now.unread !== before.unread) updateCount(now.unread)
          if (now.changed && now.changed !== before.changed) {
            told.set(now.changed.user_id, now.changed.chat_admin_unread)
            learnCustomers(store.getState().customers)
          }
          // After a cut, the chat does not tell which conversations have changed.
          else if (now.unread !== before.unread && now.unread !== sumOf(store.getState().customers)) void poll()
        })
        stop = () => {
          stopStore()
          stopConnection()
        }
      },
      (error: unknown) => ports.log("can't load the chat", error),
    )
    return () => stop()
  }
  const stopNews = board.onChanged((table) => table === 'user' && void poll())
  const stopUser = session.store.subscribe(({ user }, before) => {
    if (user?.company?.company_id === before.user?.company?.company_id) return
    store.setState({ customers: none })
    void poll()
  })
  void poll()
  return () => {
    isOver = true
    cancel()
    stopNews()
    stopUser()
    stopChat?.()
    store.setState({ count: null, customers: none })
  }
}
