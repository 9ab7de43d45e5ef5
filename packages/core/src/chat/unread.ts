import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import { hasOption, managesCompany } from '#rules/index'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'
import type { ConsoleChat } from './create-console-chat.ts'

/** Customers' messages that have not been read (SHELL-13). */
interface Unread {
  /** `count` is null for users without a chat (AMB-040). */
  store: StoreApi<{ count: number | null; sound: boolean }>
  /** Checks now, on updates of an open board, and at intervals; returns a function that stops it. */
  watch(): () => void
  /** Connects the chat, once it is loaded, and takes its counts at once; returns a function that stops it. */
  follow(chat: () => Promise<ConsoleChat>): () => void
  /** Whether a new message plays a sound; stored on this device. */
  setSound(on: boolean): void
}

const SOUND = 'chat.sound'
const INTERVAL_MS = 30_000

/** Counts by `user.chat_admin_unread`, which the chat maintains. */
export function createUnread(options: { client: Client; session: SessionStore; board: Board; ports: Ports }): Unread {
  const { client, session, board, ports } = options
  const store = createStore<{ count: number | null; sound: boolean }>(() => ({
    count: null,
    sound: ports.storage.get(SOUND) !== 'off',
  }))
  /** The company that was counted last. */
  let company: number | undefined
  /** Number of the current watch, so that responses to an earlier one are ignored. */
  let watching = 0

  function hasChat(): boolean {
    const { user } = session.store.getState()
    return user?.company != null && managesCompany(actorOf(user)) && hasOption(user.company, 'allow_chat').allowed
  }

  async function count(): Promise<number> {
    const { data } = await client.Reference.getData({
      tables: [
        {
          table: 'user',
          include: ['user_id'],
          search: [{ key: 'chat_admin_unread', op: '>', prm: 0 }],
          statistic: ['chat_admin_unread'],
          count: 'none',
          limit: [0, 1],
        },
      ],
    })
    return Number(data['user']?.statistic?.['chat_admin_unread'] ?? 0)
  }

  function learn(found: number): void {
    const before = company === session.company() ? store.getState().count : null
    company = session.company()
    store.setState({ count: found })
    if (before !== null && found > before && store.getState().sound) ports.sound?.alarm('builtin:message')
  }

  return {
    store,
    watch() {
      watching += 1
      const mine = watching
      let cancel = (): void => {}
      async function poll(): Promise<void> {
        cancel()
        cancel = ports.clock.after(INTERVAL_MS, () => void poll())
        if (!hasChat()) return store.setState({ count: null })
        try {
          const found = await count()
          if (mine !== watching) return
          learn(found)
        } catch (error) {
          ports.log("can't count unread messages", error)
        }
      }
      const stopNews = board.onChanged((table) => table === 'user' && void poll())
      const stopUser = session.store.subscribe(({ user }, before) => {
        if (user?.company?.company_id !== before.user?.company?.company_id) void poll()
      })
      void poll()
      return () => {
        watching += 1
        cancel()
        stopNews()
        stopUser()
        store.setState({ count: null })
      }
    },
    follow(load) {
      let stop = (): void => {}
      let isOver = false
      load().then(
        (chat) => {
          if (isOver) return
          const stopChat = chat.watch()
          const stopStore = chat.store.subscribe(({ unread }, before) => {
            if (unread !== null && unread !== before.unread) learn(unread)
          })
          stop = () => {
            stopStore()
            stopChat()
          }
        },
        (error: unknown) => ports.log("can't load the chat", error),
      )
      return () => {
        isOver = true
        stop()
      }
    },
    setSound(on) {
      ports.storage.set(SOUND, on ? undefined : 'off')
      store.setState({ sound: on })
    },
  }
}
