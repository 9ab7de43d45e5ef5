import { createCore, memoryStorage } from '@tiffin/core'
import type { ConsoleChat } from '@tiffin/core/chat'
import { CoreProvider } from '@tiffin/core/react'
import { apiError } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { ChatView } from './chat-view.tsx'

const store = <T,>(state: T) => ({ getState: () => state, getInitialState: () => state, subscribe: () => () => {} })

/** The page of customer 7, with a chat that has no server behind it. */
function open(more: Partial<Record<keyof ConsoleChat, unknown>> = {}, refused = new Map<string, unknown>()) {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const state = { phase: 'online', opened: 7, messages: [], unsent: [], refused, typing: new Map(), loading: false }
  const send = vi.fn(() => true)
  const chat = {
    list: store({ users: [{ user_id: 7, name: 'Ida Brandt', phone: '' }] }),
    store: store(state),
    watch: () => () => {},
    draft: () => ({ text: '', quote: null }),
    ...Object.fromEntries(['open', 'leave', 'keepDraft', 'typed'].map((name) => [name, vi.fn()])),
    send,
    ...more,
  }
  vi.spyOn(core, 'chat').mockResolvedValue(chat as unknown as ConsoleChat)
  const keyboard = createKeyboard()
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={keyboard}>
        <ChatView user={7} height={12} onBack={() => {}} onQuit={() => {}} />
      </KeyboardProvider>
    </CoreProvider>,
  )
  const shows = (text: string | RegExp) => vi.waitFor(() => expect(lastFrame()).toMatch(text))
  return { core, chat, send, keyboard, lastFrame, shows, unmount }
}

it('finds a canned answer by the text after a slash, and Enter inserts it', async () => {
  const { core, keyboard, lastFrame, send, shows, unmount } = open()
  const title = (name: string) => ({ title: name, text: { en: `${name} for %name` } })
  vi.spyOn(core.client.Reference, 'getData').mockResolvedValue({
    data: { chat_answer: { data: [title('On the way'), title('Sold out')] }, user: { data: [{ name: 'Ida', lang: 'en' }] } },
  } as never)
  await shows('Ida Brandt')
  keyboard.input('/', {})
  await shows(/\/On the way: On the way for Ida[^]*\/Sold out: Sold out for Ida/)
  keyboard.input('sold', {})
  await vi.waitFor(() => expect(lastFrame()).not.toContain('On the way'))
  keyboard.input('', { return: true })
  await shows(/► Sold out for Ida/)
  expect(send).not.toHaveBeenCalled()
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ text: 'Sold out for Ida', quote: null }))
  unmount()
})

it('asks in whole sentences before an answer is sent after that of a colleague', async () => {
  const error = apiError('colleague_replied', { params: ['Bartholomew Featherstonehaugh'] })
  const message = { intent_id: 'a', user_id: 7, text: 'On the way' }
  const refused = new Map<string, unknown>([['a', { message, error }]])
  const takeBack = (uuid: string) => refused.delete(uuid) && { text: 'On the way', quote: null }
  const { keyboard, lastFrame, send, shows, unmount } = open({ takeBack }, refused)
  await shows(/► On the way/)
  expect(lastFrame()?.replaceAll(/\s+/g, ' ')).toContain(
    'Bartholomew Featherstonehaugh has replied in the meantime. Read that before you send yours. Press Enter to send it anyway',
  )
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ text: 'On the way', quote: null }))
  await vi.waitFor(() => expect(lastFrame()).not.toContain('Press Enter to send it anyway'))
  unmount()
})
