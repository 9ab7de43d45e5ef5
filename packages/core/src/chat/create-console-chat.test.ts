import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ChatUser, SessionUser } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import { stubClock } from '#session/stub-clock'
import { memoryStorage } from '../ports.ts'
import { type ConsoleChat, createConsoleChat } from './create-console-chat.ts'

const owner = {
  admin_id: 7,
  role: 2,
  company_role: 1,
  name: 'Olga',
  surname: 'Owner',
  img: 'x.webp',
  phone: '49151',
  token: 'secret',
  company: { company_id: 3, allow_chat: 1 },
  merchants: {},
  dictionary_edit: '',
  navigation: [],
}
const operator = { ...owner, admin_id: 8, company_role: 2, navigation: ['Company-Chat'], navigation_chosen: true }
const row = (user_id: number, minute: number): ChatUser => ({
  user_id,
  phone: '',
  name: `u${user_id}`,
  img: '',
  chat_admin_unread: 0,
  chat_date: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
  admin_id: null,
  admin_name: '',
})

let chat: ConsoleChat
let stop = (): void => {}
afterEach(() => stop())

async function setUp(user: object | null = owner) {
  const clock = stubClock()
  const asked: object[] = []
  const said: Record<string, unknown>[] = []
  let hear = (_frame: object): void => {}
  const store = createStore(() => ({ user: user as unknown as SessionUser | null }))
  chat = createConsoleChat({
    url: 'http://server.test/chat',
    client: {
      session: { token: () => 'secret' },
      Chat: {
        async users(input: { offset: number; user_id?: number }) {
          asked.push(input)
          if (input.user_id !== undefined) return { data: { users: [row(input.user_id, 0)] } }
          const length = input.offset === 0 ? 30 : 5
          return {
            data: {
              users: Array.from({ length }, (_, index) => row(1 + index + input.offset, 59 - index - (input.offset ? 30 : 0))),
            },
          }
        },
      },
    } as unknown as Client,
    session: { store, company: () => store.getState().user?.company?.company_id } as unknown as SessionStore,
    notices: { show: () => 1, showSentence: () => 1 } as unknown as Notices,
    ports: { clock, storage: memoryStorage(), moves: memoryStorage(), log: () => {} },
    live: {
      app: { name: 'web', version: '1', contract: 1 },
      webSocket: () => {
        const socket = {
          onopen: null as (() => void) | null,
          onmessage: null as ((event: { data: string }) => void) | null,
          onclose: null,
          onerror: null,
          send: (text: string) => void said.push(JSON.parse(text) as Record<string, unknown>),
          close() {},
        }
        hear = (frame) => socket.onmessage?.({ data: JSON.stringify(frame) })
        void setImmediate().then(() => socket.onopen?.())
        return socket
      },
    },
  })
  stop = chat.watch()
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  return {
    clock,
    asked,
    said,
    store,
    async welcome() {
      hear({ mode: 'handshake', server_time: 1, unread: 0 })
      await clock.advance(0)
    },
    hear: (frame: object) => hear(frame),
  }
}

/** D3 §7, typed by hand. */
const documented = [
  'role',
  'admin_id',
  'admin_name',
  'admin_img',
  'token',
  'user_id',
  'user_name',
  'user_img',
  'user_phone',
  'timezone',
]

it.each([
  ['CHAT-29 CHAT-30 PERM-22: an owner sends all documented fields, with counter and admin info', owner, true],
  ['CHAT-29 PERM-22: an operator with the page sends them without counter and admin info', operator, false],
])('%s', async (_, user, isOwner) => {
  const { said } = await setUp(user)
  const [handshake = {}] = said
  expect(documented.filter((field) => !(field in handshake))).toEqual([])
  expect(handshake).toMatchObject({ mode: 'handshake', token: 'secret', role: 2, admin_id: user.admin_id, company: 3 })
  expect(handshake).toMatchObject({ admin_name: 'Olga Owner', admin_img: 'x.webp', user_phone: '49151', user_id: null })
  expect(handshake['timezone']).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const info = { counter: handshake['counter'], admin: handshake['admin'] }
  expect(info).toEqual(
    isOwner
      ? { counter: 1, admin: { admin_id: 7, name: 'Olga Owner', img: 'x.webp', company: 3 } }
      : { counter: undefined, admin: undefined },
  )
})

it.each([
  ['a kitchen device', { ...owner, device: { device_id: 1, name: 'grill', merchants: [] } }],
  ['an operator without the page', { ...operator, navigation_chosen: false }],
  ['a company without the option', { ...owner, company: { company_id: 3, allow_chat: 0 } }],
  ['nobody', null],
])('PERM-22: no socket is opened for %s', async (_, user) => {
  expect((await setUp(user)).said).toEqual([])
})

it('closes with the session and opens for the next person', async () => {
  const { said, store, welcome } = await setUp()
  await welcome()
  store.setState({ user: null })
  expect(chat.list.getState().users).toEqual([])
  store.setState({ user: operator as unknown as SessionUser })
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  expect(said.map(({ admin_id }) => admin_id)).toEqual([7, 8])
})

it('CHAT-05 CHAT-07: loads 30, then the next ones; a search is sent 200 ms after the last key', async () => {
  const { asked, clock, welcome } = await setUp()
  await welcome()
  expect(chat.list.getState()).toMatchObject({ hasMore: true, loading: false })
  chat.loadMore()
  await clock.advance(0)
  expect([asked, chat.list.getState().users.length, chat.list.getState().hasMore]).toEqual([
    [
      { search: '', assigned: 'all', offset: 0 },
      { search: '', assigned: 'all', offset: 30 },
    ],
    35,
    false,
  ])
  chat.search('i')
  await clock.advance(199)
  chat.search('id')
  await clock.advance(199)
  expect(asked).toHaveLength(2)
  await clock.advance(1)
  expect(asked.slice(2)).toEqual([{ search: 'id', assigned: 'all', offset: 0 }])
})

it('CHAT-04 CHAT-39: a changed conversation moves to its place in the list', async () => {
  const { hear, welcome } = await setUp()
  await welcome()
  const user = { ...row(20, 59), chat_date: '2026-11-20T11:00:00.000Z', chat_admin_unread: 4 }
  hear({ mode: 'unread', unread: 4, user })
  expect(chat.list.getState().users[0]).toEqual(user)
  expect(chat.list.getState().users).toHaveLength(30)
  expect(chat.store.getState().unread).toBe(4)
})

it('a filter shows assigned or unassigned conversations, and follows changes', async () => {
  const { asked, clock, hear, welcome } = await setUp()
  await welcome()
  chat.filter('mine')
  await clock.advance(0)
  expect(asked.at(-1)).toEqual({ search: '', assigned: 'mine', offset: 0 })
  const change = (user_id: number, admin_id: number | null) =>
    hear({ mode: 'unread', unread: 0, user: { ...row(user_id, 1), admin_id, admin_name: '' } })
  const listed = (user_id: number) => chat.list.getState().users.some((user) => user.user_id === user_id)
  change(50, 7)
  change(51, 8)
  change(52, null)
  expect([50, 51, 52].map(listed)).toEqual([true, false, false])
  change(50, 8)
  expect([listed(50), chat.list.getState().known.get(50)?.admin_id]).toEqual([false, 8])
  chat.filter('none')
  await clock.advance(0)
  change(52, 7)
  change(53, null)
  expect([50, 52, 53].map(listed)).toEqual([false, false, true])
})

it('an open conversation that the list does not show is loaded by itself', async () => {
  const { asked, clock, welcome } = await setUp()
  chat.open(99)
  await welcome()
  await clock.advance(0)
  expect(asked).toEqual([{ search: '', assigned: 'all', offset: 0 }, { user_id: 99 }])
  expect(chat.list.getState().known.get(99)).toMatchObject({ name: 'u99' })
})
