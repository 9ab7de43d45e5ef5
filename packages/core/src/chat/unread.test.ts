import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { SessionUser } from '@tiffin/sdk/contract'
import { createClient, type TransportRequest } from '@tiffin/sdk/client'
import type { Board } from '#board/board'
import { mayChat } from '#rules/index'
import { actorOf } from '#session/actor-of'
import type { SessionStore } from '#session/session-store'
import { memoryStorage } from '../ports.ts'
import { stubClock } from '../session/stub-clock.ts'
import { type ChatState, initialChat } from './chat-state.ts'
import type { ConsoleChat } from './create-console-chat.ts'
import { createUnread } from './unread.ts'

const company = { company_id: 1, allow_chat: 1 }
const owner = { role: 2, company_role: 1, company, merchants: {}, dictionary_edit: '', navigation: [] as string[] }
const operator = { company_role: 2, navigation: ['Company-Chat'], navigation_chosen: 1 }

/** A console whose server has the given number of unread messages. */
function setUp(more: object = {}, storage = memoryStorage()) {
  const clock = stubClock()
  const server = { unread: 2, rows: [] as object[], asked: [] as unknown[] }
  const heard: string[] = []
  const news: ((table: string, ids: readonly number[]) => void)[] = []
  const client = createClient({
    url: 'http://server.test/api',
    app: { name: 'web', version: '1', contract: 1 },
    validate: false,
    async transport({ form }: TransportRequest) {
      server.asked.push(JSON.parse(form.get('data') ?? '{}'))
      const user = { data: server.rows, count: 0, statistic: { chat_admin_unread: String(server.unread) } }
      const body = { status: 'OK', server_time: 1, feed: 1, data: { user } }
      return { kind: 'answer', status: 200, text: JSON.stringify(body) }
    },
  })
  const store = createStore(() => ({ user: { ...owner, ...more } as unknown as SessionUser }))
  const chatStore = createStore<ChatState>(() => initialChat)
  const unread = createUnread({
    chat: () => Promise.resolve({ store: chatStore, watch: () => () => {} } as unknown as ConsoleChat),
    client,
    session: { store, company: () => store.getState().user.company?.company_id } as unknown as SessionStore,
    board: { onChanged: (hear: (typeof news)[number]) => (news.push(hear), () => news.pop()) } as unknown as Board,
    ports: { clock, storage, sound: { alarm: (source: string) => void heard.push(source) }, log: () => {} },
  })
  /** The chat tells that a conversation has changed. */
  const tell = (user_id: number, chat_admin_unread: number, total: number): void =>
    chatStore.setState({ unread: total, changed: { user_id, chat_admin_unread } as ChatState['changed'] })
  const customers = () => Object.fromEntries(unread.store.getState().customers)
  return { clock, server, heard, news, unread, store, chatStore, tell, customers, count: () => unread.store.getState().count }
}

it('SHELL-13: counts unread messages at once, on updates of an open board, and every half minute', async () => {
  const { clock, server, news, unread, count } = setUp()
  const stop = unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  expect(count()).toBe(2)
  expect(server.asked).toEqual([
    { tables: [expect.objectContaining({ table: 'user', statistic: ['chat_admin_unread'], limit: [0, 1000] })] },
  ])
  server.unread = 5
  news[0]?.('order', [1])
  await clock.advance(0)
  expect(count()).toBe(2)
  news[0]?.('user', [1])
  await clock.advance(0)
  expect(count()).toBe(5)
  server.unread = 0
  await clock.advance(29_999)
  expect(count()).toBe(5)
  await clock.advance(1)
  expect(count()).toBe(0)
  stop()
  await clock.advance(60_000)
  expect(server.asked).toHaveLength(3)
})

it('SHELL-13: plays a sound for a new message unless the sound is off, and remembers that setting', async () => {
  const storage = memoryStorage()
  const { clock, server, heard, unread } = setUp({}, storage)
  unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  expect(heard).toEqual([])
  for (const next of [3, 1, 2]) {
    server.unread = next
    await clock.advance(30_000)
  }
  expect(heard).toEqual(['builtin:message', 'builtin:message'])
  unread.setSound(false)
  server.unread = 9
  await clock.advance(30_000)
  expect(heard).toHaveLength(2)
  expect(setUp({}, storage).unread.store.getState().sound).toBe(false)
})

it('SHELL-13: unread messages of another company do not count as new', async () => {
  const { clock, server, heard, unread, store, count } = setUp()
  unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  server.unread = 7
  store.setState({ user: { ...owner, company: { ...company, company_id: 2 } } as unknown as SessionUser })
  await clock.advance(0)
  expect(count()).toBe(7)
  expect(heard).toEqual([])
})

it.each([
  ['an owner', {}, 2],
  ['a platform administrator', { role: 1, company_role: null }, 2],
  ['an operator', { company_role: 2 }, null],
  ['a company without the chat', { company: { company_id: 1, allow_chat: 0 } }, null],
  ['a person without a company', { role: 1, company: null }, null],
])('SHELL-13 SHELL-14: is available to %s: %j', async (_who, more, count) => {
  const made = setUp(more)
  made.unread.watch()
  await vi.dynamicImportSettled()
  await made.clock.advance(0)
  expect(made.count()).toBe(count)
  expect(made.server.asked).toHaveLength(count === null ? 0 : 1)
})

it('knows which customers have written, and follows the chat without a request', async () => {
  const { clock, server, unread, tell, customers, count } = setUp()
  server.rows = [{ user_id: 7, chat_admin_unread: 2 }]
  const stop = unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  expect(customers()).toEqual({ 7: 2 })
  tell(9, 1, 3)
  expect(customers()).toEqual({ 7: 2, 9: 1 })
  tell(7, 0, 1)
  expect(customers()).toEqual({ 9: 1 })
  expect(count()).toBe(1)
  await clock.advance(0)
  expect(server.asked).toHaveLength(1)
  stop()
  expect(customers()).toEqual({})
})

it('counts customers again after the chat reconnects, and keeps updates that arrive during the count', async () => {
  const { clock, server, unread, chatStore, tell, customers } = setUp()
  server.rows = [{ user_id: 7, chat_admin_unread: 2 }]
  unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  server.rows = [
    { user_id: 8, chat_admin_unread: 3 },
    { user_id: 7, chat_admin_unread: 2 },
  ]
  chatStore.setState({ unread: 5 })
  tell(7, 0, 3)
  await clock.advance(0)
  expect(customers()).toEqual({ 8: 3 })
  expect(server.asked).toHaveLength(2)
})

it('customers of another company are forgotten at once', async () => {
  const { clock, server, unread, store, customers } = setUp()
  server.rows = [{ user_id: 7, chat_admin_unread: 2 }]
  unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  store.setState({ user: { ...owner, company: { ...company, company_id: 2 } } as unknown as SessionUser })
  expect(customers()).toEqual({})
})

it('makes no sound where it is silent', async () => {
  const { clock, heard, unread, tell } = setUp()
  unread.watch({ isSilent: true })
  await vi.dynamicImportSettled()
  await clock.advance(0)
  tell(7, 3, 3)
  expect(heard).toEqual([])
})

it.each([
  ['an owner', {}, 2],
  ['an owner whose menu has no chat', { navigation: ['Company-Order'], navigation_chosen: 1 }, 2],
  ['a platform administrator', { role: 1, company_role: null }, 2],
  ['an operator who may chat', operator, null],
  ['an operator who may not', { ...operator, navigation: ['Company-Order'] }, null],
  ['a kitchen device', { ...operator, device: { merchants: [1] } }, null],
  ['a kitchen device of an owner', { device: { merchants: [1] } }, null],
  ['a company without the chat', { company: { ...company, allow_chat: 0 } }, null],
])('customers who have written are shown to those who may chat: %s', async (_who, more, badge) => {
  const { clock, server, unread, store, customers, count } = setUp(more)
  server.rows = [{ user_id: 7, chat_admin_unread: 2 }]
  unread.watch()
  await vi.dynamicImportSettled()
  await clock.advance(0)
  expect(customers()).toEqual(mayChat(actorOf(store.getState().user)).allowed ? { 7: 2 } : {})
  expect(count()).toBe(badge)
})
