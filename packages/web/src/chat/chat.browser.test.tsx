import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { chatMessage, fakeChat } from '../test/fake-chat.ts'
import { openConsole } from '../test/open-console.tsx'
import { alpha, owner } from '../test/people.ts'

const ida = {
  user_id: 1,
  phone: '4915100000001',
  name: 'Ida',
  img: '',
  chat_admin_unread: 0,
  chat_date: '2026-11-20T10:00:00Z',
  admin_id: null,
  admin_name: '',
}
const answers = {
  'Chat.users': { data: { status: 'OK', users: [ida] } },
  'Chat.colleagues': { data: { status: 'OK', colleagues: [] } },
}
const editor = page.getByTestId('chat-editor')
const options = page.getByRole('listbox').getByRole('option')
type Taken = Parameters<NonNullable<Parameters<typeof fakeChat>[1]>>[0]

/** The conversation with Ida, whose colleague Nora is faster than every message that has not seen her reply. */
async function open(): Promise<Taken[]> {
  const sent: Taken[] = []
  const asked = chatMessage({ chat_id: 1 })
  await openConsole('/Company/Chat?user=1', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers,
    rows: {
      user: [{ name: 'Ida', lang: 'ru' }],
      chat_answer: [
        { title: 'Hello', text: { en: 'Hello, %name!', ru: 'Здравствуйте, %name!' } },
        { title: 'Late order', text: { en: 'Order %order is late' } },
        { title: 'Order is ready', text: { en: 'Come in' } },
      ],
    },
    webSocket: fakeChat([asked], (message) => {
      sent.push(message)
      if ((message.seen ?? 0) < 2)
        return { mode: 'error', code: 'colleague_replied', error: 'x', params: ['Nora', 2], uuid: message.uuid }
      const { uuid, text = '' } = message
      return { mode: 'message', message: chatMessage({ chat_id: 3, uuid, text, type: 1, admin_id: 1, status: 1 }) }
    }),
  })
  await expect.element(page.getByTestId('chat-messages'), { timeout: 45_000 }).toMatchTextContent('Where is my order?')
  return sent
}

describe('a canned answer', () => {
  it('is found by a slash and part of its title, in the language of the customer', async () => {
    await open()
    await editor.fill('/')
    await expect.poll(() => options.elements()).toHaveLength(3)
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    await userEvent.keyboard('ord')
    await expect
      .poll(() => options.elements().map((element) => element.firstChild?.textContent))
      .toEqual(['Order is ready', 'Late order'])
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('listbox').getByRole('option', { selected: true })).toMatchTextContent('Late order')
    await userEvent.keyboard('{Enter}')
    await expect.element(editor).toHaveValue('Order is late')
    expect(options.elements()).toEqual([])
    await editor.fill('/hel')
    await options.click()
    await expect.element(editor).toHaveValue('Здравствуйте, Ida!')
  })

  it('is not in the way of a text that begins with a slash', async () => {
    const sent = await open()
    await editor.fill('/hello')
    await expect.poll(() => options.elements()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    expect(options.elements()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent.map(({ text }) => text)).toEqual(['/hello'])
  })
})

it('the answer where an order is has the language of the customer, and in Arabic the way back points to the start', async () => {
  await openConsole('/Company/Chat?user=1', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers,
    lang: 'ar',
    width: 390,
    rows: {
      user: [{ name: 'Ida', lang: 'ru' }],
      order: [{ user: 1, ticket: 7, order_status: 1, time_create: '2026-11-20T09:00:00Z', time_finish: '2026-11-20T10:00:00Z' }],
      order_status: [{ value: { en: 'Ready', ru: 'Готов', ar: 'جاهز' } }],
    },
    webSocket: fakeChat([chatMessage({ chat_id: 1 })]),
  })
  await expect.element(page.getByTestId('chat-messages'), { timeout: 45_000 }).toMatchTextContent('Where is my order?')
  const back = page.getByRole('button', { name: 'العودة إلى القائمة' }).css('svg').element()
  expect(new DOMMatrix(getComputedStyle(back.parentElement ?? back).transform).a).toBe(-1)
  await page.getByRole('button', { name: 'طلبات العميل' }).first().click()
  await page.getByTestId('chat-order').getByRole('button').click()
  await expect.element(editor).toMatchTextContent(/^Ваш заказ #7: Готов, ожидается 20 нояб/)
})

describe("a message over a colleague's reply", () => {
  it.each(['Send anyway', 'Discard'])('is sent only after the question: %s', async (choice) => {
    const sent = await open()
    await editor.fill('On its way')
    await userEvent.keyboard('{Enter}')
    const row = page.getByTestId('chat-messages').getByRole('article').nth(1)
    await expect.element(row).toMatchTextContent('Not sent: Nora has replied in the meantime.')
    await expectNoFaults()
    await row.getByRole('button', { name: choice }).click()
    if (choice === 'Discard') {
      await expect.poll(() => page.getByTestId('chat-messages').getByRole('article').elements()).toHaveLength(1)
      return expect(sent).toHaveLength(1)
    }
    await expect
      .poll(() => sent.map(({ text, seen }) => [text, seen]))
      .toEqual([
        ['On its way', 1],
        ['On its way', 2],
      ])
    await expect.element(row.getByTestId('message-status')).toBeVisible()
  })
})

describe('a search in the conversation', () => {
  const field = page.getByRole('combobox', { name: 'Search conversation' })
  const status = page.getByTestId('message-search').getByRole('status')
  const hit = (chat_id: number, excerpt: string) => {
    const { uuid, date, type } = chatMessage({ chat_id })
    return { uuid, date, type, chat_id, name: 'Ida', excerpt }
  }
  const history = Array.from({ length: 300 }, (_, index) => chatMessage({ chat_id: index + 1, text: `Message ${index + 1}` }))

  async function openHistory(find: (input: Record<string, unknown>) => object) {
    const server = await openConsole('/Company/Chat?user=1', {
      user: owner({ company: alpha({ allow_chat: 1 }) }),
      answers,
      webSocket: fakeChat(history),
    })
    server.on('Chat.find', async (data) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { data: { searched: 100, ...find(data) } }
    })
    await expect.element(page.getByTestId('chat-messages'), { timeout: 45_000 }).toMatchTextContent('Message 300')
  }

  it('lists what it finds, the latest first, and shows the chosen message in the history', async () => {
    await openHistory(() => ({
      hits: [hit(290, 'Late pizza, no PIZZA'), hit(20, 'First pizza')],
      next: null,
      back_to: '2026-11-20T10:00:00.000Z',
    }))
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('/')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Pizza')
    await expect.poll(() => options.elements()).toHaveLength(2)
    await expect.element(status).toMatchTextContent('Messages found: 2')
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['pizza', 'PIZZA', 'pizza'])
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const shown = page.getByTestId(`message-${chatMessage({ chat_id: 20 }).uuid}`)
    await expect.element(shown).toBeInViewport()
    await expect.element(shown).toHaveAttribute('aria-current', 'true')
    await expect.poll(() => page.getByText('Message 300').elements()).toEqual([])
    await expect.element(field).toHaveFocus()
    ;(page.getByTestId('chat-messages').element() as HTMLElement).focus()
    await userEvent.keyboard('/')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Jump to newest message' }).click()
    await expect.element(page.getByText('Message 300')).toBeInViewport()
  })

  it('says how far back it has looked, and can be stopped and continued', async () => {
    const asked: unknown[] = []
    await openHistory(({ before = 1000 }) => {
      asked.push(before)
      return { hits: [], next: Number(before) - 10, back_to: '2026-11-19T10:00:00.000Z' }
    })
    await page.getByRole('button', { name: 'Search conversation' }).click()
    await field.fill('pizza')
    await expect.element(status).toMatchTextContent('Searching… back to Nov 19, 2026')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.element(status).toMatchTextContent('No message found back to Nov 19, 2026')
    const stoppedAt = asked.length
    await page.getByRole('button', { name: 'Search further back' }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(stoppedAt)
    await field.fill('')
    await expect.element(status).toMatchTextContent('')
  })

  it('says that nothing was found, and why it failed', async () => {
    let answer: object = { hits: [], next: null, back_to: null }
    await openHistory(() => answer)
    await page.getByRole('button', { name: 'Search conversation' }).click()
    await field.fill('pizza')
    await expect.element(status).toMatchTextContent('No message found')
    answer = { hits: 'broken' }
    await field.fill('sushi')
    await expect.element(status).toMatchTextContent("Can't search the conversation")
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('an assigned conversation', () => {
  const nora = { admin_id: 9, name: 'Nora' }
  const list = page.getByTestId('chat-users')

  it('shows who is responsible in list and header, where it is changed', async () => {
    const user = owner({ company: alpha({ allow_chat: 1 }) })
    const server = await openConsole('/Company/Chat?user=1', {
      user,
      answers: {
        'Chat.users': { data: { status: 'OK', users: [ida] } },
        'Chat.colleagues': { data: { status: 'OK', colleagues: [{ admin_id: user.admin_id, name: 'Olga' }, nora] } },
      },
      webSocket: fakeChat([chatMessage({ chat_id: 1 })]),
    })
    server.on('Chat.assign', ({ admin_id }) => {
      const admin_name = admin_id === null ? '' : admin_id === 9 ? 'Nora' : 'Olga'
      return { data: { user: { ...ida, admin_id, admin_name } } }
    })
    const select = page.getByRole('combobox', { name: 'Assigned to' })
    await expect.element(select, { timeout: 45_000 }).toHaveValue('')
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect.element(select).toHaveValue(String(user.admin_id))
    await expect.element(list).toMatchTextContent('Olga')
    await userEvent.selectOptions(select, 'Nora')
    await expect.element(list).toMatchTextContent('Nora')
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await expect.poll(() => server.seen.findLast(({ call }) => call === 'Chat.users')?.data['assigned']).toBe('mine')
    expect(location.search).toContain('assigned=mine')
    await userEvent.selectOptions(select, 'Unassigned')
    await expect.element(select).toHaveValue('')
  })
})

it('CHAT-23 CHAT-24: an address in a message is a link, and a quoted message is shown as a short plain text', async () => {
  const long = chatMessage({ chat_id: 1, text: `<b>Hello</b> ${'soup '.repeat(60)}` })
  const quoting = chatMessage({ chat_id: 2, text: 'Look at www.shop.com, please', quote: long.uuid })
  await openConsole('/Company/Chat?user=1', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers,
    rows: { user: [{ name: 'Ida', lang: 'ru' }] },
    webSocket: fakeChat([long, quoting]),
  })
  const messages = page.getByTestId('chat-messages')
  await expect.element(messages, { timeout: 45_000 }).toMatchTextContent('Look at')
  await expect.element(messages.getByRole('link', { name: 'www.shop.com' })).toHaveAttribute('href', 'https://www.shop.com')
  const preview = `Hello ${'soup '.repeat(60)}`.slice(0, 159)
  expect(messages.element().textContent).toContain(`${preview}…`)
})

it('a file that was not sent is kept over a reload', async () => {
  const file = { flag: 2, name: 'plan.pdf', type: 'application/pdf', content: `${'a'.repeat(64)}.bin` }
  const user = owner({ company: alpha({ allow_chat: 1 }) })
  await openConsole('/Company/Chat?user=1', {
    user,
    answers,
    stored: { 'chatdraft.1.1.1': JSON.stringify({ text: 'Here', quote: null, file }) },
    webSocket: fakeChat([]),
  })
  await expect.element(editor, { timeout: 45_000 }).toHaveValue('Here')
  await expect.element(page.getByText('plan.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect.poll(() => page.getByText('plan.pdf').elements()).toEqual([])
})

it('PERM-25 PERM-26: every message has Quote, and only those of this administrator have Delete', async () => {
  await openConsole('/Company/Chat?user=1', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers,
    rows: { user: [{ name: 'Ida' }] },
    webSocket: fakeChat([
      chatMessage({ chat_id: 1, text: 'By the customer' }),
      chatMessage({ chat_id: 2, text: 'By me', type: 1, admin_id: 1 }),
      chatMessage({ chat_id: 3, text: 'By a colleague', type: 1, admin_id: 2 }),
      chatMessage({ chat_id: 4, text: 'By a customer with my number', admin_id: 1 }),
    ]),
  })
  const messages = page.getByTestId('chat-messages').getByRole('article')
  await expect.poll(() => messages.elements(), { timeout: 45_000 }).toHaveLength(4)
  const having = (name: string) =>
    messages.elements().flatMap((item, at) => (item.querySelector(`[aria-label="${name}"]`) ? [at + 1] : []))
  expect([having('Quote'), having('Delete')]).toEqual([[1, 2, 3, 4], [2]])
})

it('CHAT-01 CHAT-03 CHAT-06 CHAT-08 CHAT-09: the searched list with unread badges is on the left, and hides under 600 px', async () => {
  const users = [
    { ...ida, chat_admin_unread: 1 },
    { ...ida, user_id: 2, name: 'Otto' },
  ]
  const server = await openConsole('/Company/Chat', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers: { ...answers, 'Chat.users': { data: { status: 'OK', users } } },
    rows: { user: [{ name: 'Ida' }, { name: 'Otto' }] },
    webSocket: fakeChat([]),
  })
  const [list, empty] = [page.getByTestId('chat-users'), page.getByTestId('chat-empty')]
  const row = (user: number) => page.getByTestId(`chat-user-${user}`)
  await expect.element(row(2), { timeout: 45_000 }).toBeVisible()
  await expect.element(empty).toMatchTextContent('Select chat')
  expect(empty.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(list.element().getBoundingClientRect().right)
  await expect.element(row(1).getByTestId('chat-unread')).toMatchTextContent('1')
  expect(row(2).getByTestId('chat-unread').elements()).toEqual([])
  await page.getByRole('searchbox', { name: 'Search by phone or name' }).fill('ott')
  await expect.poll(() => server.seen.findLast(({ call }) => call === 'Chat.users')?.data['search']).toBe('ott')
  await page.viewport(600, 800)
  await row(2).click()
  await expect.element(editor).toBeVisible()
  await expect.element(list).toBeVisible()
  await page.viewport(599, 800)
  await expect.element(list).not.toBeVisible()
})

it('CHAT-17 CHAT-18 CHAT-20 CHAT-27: the chat says how it is connected, who types for a second, and why it closed', async () => {
  let hear = (_frame: object): void => {}
  let connect = (): void => {}
  const connecting = new Promise<void>((resolve) => (connect = resolve))
  const sent: Taken[] = []
  const chat = fakeChat([chatMessage({ chat_id: 1 })], (message) => void sent.push(message))
  await openConsole('/Company/Chat?user=1', {
    user: owner({ company: alpha({ allow_chat: 1 }) }),
    answers,
    async webSocket(url: string) {
      if (url.endsWith('/chat')) await connecting
      const socket = await chat(url)
      hear = (frame) => socket.onmessage?.({ data: JSON.stringify(frame) } as never)
      return socket
    },
  })
  const state = page.getByTestId('chat-state')
  await expect.element(state, { timeout: 45_000 }).toHaveTextContent('Connecting…')
  connect()
  await expect.element(state).toHaveTextContent('Online')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await editor.fill(' ')
  await userEvent.keyboard('{Enter}')
  await expect.element(send).toBeDisabled()
  await editor.fill('On its way')
  await send.click()
  await expect.poll(() => sent.map(({ text }) => text)).toEqual(['On its way'])
  const shown: [state: string | null, text: string, at: number][] = []
  const note = (): void => {
    const element = state.element()
    shown.push([element.getAttribute('data-state'), element.textContent, performance.now()])
  }
  new MutationObserver(note).observe(state.element(), { attributes: true, attributeFilter: ['data-state'] })
  hear({ mode: 'printing', user_id: 1 })
  await expect.poll(() => shown.map(([code]) => code)).toEqual(['3', '1'])
  expect(shown[0]?.[1]).toMatch(/typing…$/i)
  expect((shown[1]?.[2] ?? 0) - (shown[0]?.[2] ?? 0)).toBeGreaterThan(900)
  hear({ mode: 'error', code: 'forbidden', error: 'No have permissions' })
  await expect.element(page.getByTestId('notices').getByRole('alert')).toBeVisible()
  await expect.element(state).toHaveTextContent('Offline')
  await expect.element(page.getByRole('button', { name: 'Reconnect' })).toBeVisible()
})
