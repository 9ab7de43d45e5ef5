import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { clippedFocusRings } from '../test/clipped-focus-rings.ts'
import { fakeChat } from '../test/fake-chat.ts'
import { fakeLive } from '../test/fake-live.ts'
import type { FakeServer } from '../test/fake-server.ts'
import { kitchen, order, statuses } from '../test/kitchen.ts'
import { editor, expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { alpha, operator, owner } from '../test/people.ts'

const card = (id: number) => page.getByTestId(`card-${id}`)
const dish = (name: string, more: object = {}) => ({ id: name, name, qty: 1, price: '5.00', total: '5.00', ...more })
const open = (orders: readonly object[], options: object = {}) =>
  openConsole('/Company/Order', { rows: { ...kitchen, order: orders.map((item) => ({ ...item })) }, ...options })
/** Each intent is carried out. */
const answerIntents = (server: FakeServer, call: 'Order.move' | 'Order.assign') =>
  server.on(call, ({ intents }) => ({
    data: { status: 'OK', results: (intents as object[]).map((intent) => ({ ...intent, status: 'OK' })) },
    feed: 1,
  }))

it('PERM-12: with view access, the reason why nothing moves is shown once, not in each line', async () => {
  await open([order({ merchant: 2 })], { user: operator() })
  await card(1).click({ button: 'right' })
  const menu = page.getByTestId('moves')
  await expect.element(menu.getByTestId('moves-closed')).toHaveTextContent()
  const why = menu.getByTestId('moves-closed').element().textContent
  expect(menu.element().textContent.split(why)).toHaveLength(2)
  await expect.element(menu.css('[role=menuitem][aria-disabled=true]').first()).toBeVisible()
})

it('PERM-10 PERM-11 PERM-12 BOARD-23: the level of a merchant decides about its mark, its cards and the tools of the board', async () => {
  const merchants = { 1: [0, 2], 2: [0, 1] }
  await open([], { user: operator({ merchants }), rows: { ...kitchen, order: [order(), order({ merchant: 2 })] } })
  await expect.element(card(1)).toHaveAttribute('data-movable')
  await expect.element(card(2)).not.toHaveAttribute('data-movable')
  await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
  await page.getByRole('button', { name: 'Merchants: All merchants' }).click()
  const access = (name: string) => page.getByRole('menuitemcheckbox', { name }).getByRole('img')
  await expect.element(access('Pizzeria')).toHaveAccessibleName('Edit')
  await expect.element(access('Sushi')).toHaveAccessibleName('View only')
  await open([order({ merchant: 2 })], { user: operator({ merchants: { 2: [0, 1] } }) })
  await expect.element(page.getByTestId('view-only')).toHaveTextContent('View only')
  expect(page.getByRole('button', { name: 'New order' }).elements()).toEqual([])
})

it('BOARD-41: a person without access reads what to do next, and the board opens by itself once access is granted', async () => {
  const newcomer = operator({ merchants: {} })
  const server = await open([order()], { user: newcomer })
  const message = page.getByTestId('board-message')
  await expect.element(message).toMatchTextContent('No have permissions to view or edit orders')
  await expect.element(page.getByText('Ask the company owner to give you access')).toBeVisible()
  const granted = operator({ token: newcomer.token })
  server.on('Auth.checkAuth', () => ({ auth: { status: 'OK', user: granted } }))
  await expect.element(card(1)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Order board' })).toBeVisible()
})

it.each([
  ['an owner', owner(), true],
  [
    'an operator to whom the chat was given',
    operator({ navigation: ['Company-Order', 'Company-Chat'], navigation_chosen: true }),
    true,
  ],
  ['an operator without the chat', operator(), false],
  ['a company without the chat', owner({ company: alpha({ allow_chat: 0 }) }), false],
])('a card tells at once that its customer has written, and leads to the conversation: %s', async (_who, user, isShown) => {
  const sockets: Awaited<ReturnType<ReturnType<typeof fakeChat>>>[] = []
  const server = await open([order(), order({ user: 2 })], {
    user,
    rows: {
      ...kitchen,
      order: [order(), order({ user: 2 })],
      user: [{ name: 'Anna', chat_admin_unread: 2 }, { name: 'Bert' }],
    },
    async webSocket(url: string) {
      const socket = await fakeChat([])(url)
      sockets.push(socket)
      return socket
    },
  })
  const link = card(1).getByRole('link', { name: 'Unread messages: 2', exact: true })
  await expect.element(card(1)).toBeVisible()
  if (!isShown) {
    await expect.element(card(1)).not.toMatchTextContent('Unread')
    expect(link.elements()).toEqual([])
    expect(server.seen.filter(({ data }) => JSON.stringify(data).includes('chat_admin_unread'))).toEqual([])
    return
  }
  await expect.element(link).toHaveAttribute('href', '/Company/Chat?user=1')
  await expect.element(card(1).css('[data-card-link]')).toHaveAccessibleName(/, Unread messages: 2$/)
  await expect.poll(() => card(2).getByRole('link').elements()).toHaveLength(1)
  await expectNoFaults()
  await expect.poll(() => sockets).toHaveLength(1)
  const tell = (user_id: number, chat_admin_unread: number) =>
    sockets[0]?.onmessage?.({
      data: JSON.stringify({
        mode: 'unread',
        unread: chat_admin_unread,
        user: { user_id, chat_admin_unread, name: '', phone: '', img: '', chat_date: null, admin_id: null, admin_name: '' },
      }),
    } as never)
  tell(2, 1)
  await expect.element(card(2).getByRole('link', { name: 'Unread messages: 1', exact: true })).toBeVisible()
  tell(1, 0)
  await expect.poll(() => link.elements()).toEqual([])
  await card(2).getByRole('link', { name: 'Unread messages: 1', exact: true }).click()
  await expectUrl(/^\/Company\/Chat\?user=2/)
})

it.each([1280, 1440])('the tools of the board fit in one row, %i px wide, and all have a name', async (width) => {
  await open([order()], { width, height: 800 })
  const toolbar = page.getByRole('toolbar', { name: 'Order board' })
  await expect.element(toolbar.getByRole('button', { name: 'New order' })).toBeVisible()
  await expect.element(toolbar.getByRole('button', { name: 'Reload' })).toBeVisible()
  // A control is 32 px high.
  await expect.poll(() => toolbar.element().getBoundingClientRect().height).toBeLessThan(64)
})

it('BOARD-22 BOARD-25: the move menu says why each closed status is closed, as text of its item', async () => {
  await open([order()])
  await card(1).click({ button: 'right' })
  const locked = page.getByTestId('moves').getByTestId(`move-to-${statuses.closed}`)
  await expect.element(locked).toHaveAttribute('aria-disabled', 'true')
  await expect.element(locked).toHaveAccessibleName(/The column .+ is locked|Orders can't be moved from/)
  await expect.element(locked.getByTestId('move-reason')).toBeVisible()
})

/** Parts of a card that extend beyond it or are truncated: a word that is too long must be wrapped. */
const overflowing = (id: number): string[] => {
  const element = card(id).element()
  const parts = element.querySelectorAll('.pickup, .due, .merchant, .addon, .allergens, .item-note, .comment')
  return [...parts]
    .filter((part) => {
      const [inner, outer] = [part.getBoundingClientRect(), element.getBoundingClientRect()]
      return part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow !== 'visible'
        ? true
        : inner.left < outer.left - 1 || inner.right > outer.right + 1
    })
    .map((part) => part.className)
}

it.each(['a detailed', 'a compact'].flatMap((kind) => [1280, 390].map((width) => [kind, width] as const)))(
  'ORDER-07 BOARD-08 KDS-22: %s card shows what a cook needs without truncation, %i px wide',
  async (kind, width) => {
    const name = 'Trattoria Forno Vecchio am Alten Markt'
    const addons = [
      { name: 'chicken', qty: 1 },
      { name: 'anchovies', qty: 2 },
    ]
    const full = order({
      ticket: 6,
      type: 2,
      merchant: 2,
      asap: 0,
      due: 3 * 24 * 60,
      comment: 'Please ring at the back door, the bell in front is broken',
      cart: [
        dish('Caesar salad', { addons, allergens: ['gluten', 'milk', 'mustard', 'sesame', 'sulphites', 'celery'] }),
        dish('Margherita', { note: 'no basil' }),
        ...['A', 'B', 'C', 'D'].map((letter) => dish(letter)),
        dish('Peanut soup', { allergens: ['peanuts'] }),
      ],
    })
    const [pizzeria, sushi] = kitchen.merchant
    const merchant = [{ ...pizzeria }, { ...sushi, name: { en: name } }]
    await openConsole('/Company/Order', {
      rows: { ...kitchen, merchant, order: [full, order({ ticket: 6, order: 2, due: 20, created: -6 })] },
      width,
      height: 800,
    })
    const shown = card(1)
    await expect.element(shown).toBeVisible()
    if (kind === 'a compact') await userEvent.keyboard('c')
    await expect.poll(() => shown.css('.who.compact').elements()).toHaveLength(kind === 'a compact' ? 1 : 0)
    await expect.element(shown.css('.pickup')).toHaveTextContent('Pickup')
    await expect.element(shown.css('.due.later')).toMatchTextContent(/\d+.*\d\d:\d\d/)
    await expect.element(shown.css('.merchant')).toHaveTextContent(name)
    await expect.element(shown).toMatchTextContent('peanuts')
    await expect.element(shown).toMatchTextContent('Caesar salad + chicken + 2× anchovies')
    await expect.element(shown.css('.item-note')).toHaveTextContent('» no basil')
    await expect.element(shown.css('.comment')).toMatchTextContent('the bell in front is broken')
    if (kind === 'a detailed') await expect.element(shown).toMatchTextContent('3 more')
    expect(overflowing(1)).toEqual([])
    await expect.element(shown.getByRole('link', { name: `#6 ${name}` })).toBeInTheDocument()
    await expect.element(card(2).getByRole('link', { name: '#6 Pizzeria' })).toBeInTheDocument()
  },
)

it('KDS-03 BOARD-36: an order that has waited long is not red before its promised time', async () => {
  const waited = { created: -12 }
  await open([
    order({ ...waited, ticket: 6, due: 20 }),
    order({ ...waited, ticket: 7, order: 2, due: -1 }),
    order({ ...waited, ticket: 8, order_status: statuses.ready }),
  ])
  await expect.element(card(1).css('.age')).toMatchTextContent('↑↑ 12 min old')
  await expect.element(card(2).getByTestId('countdown')).toHaveAttribute('data-tone', 'late')
  for (const item of [2, 3]) expect(card(item).css('.age').elements()).toEqual([])
  const colour = (id: number, part: string) => getComputedStyle(card(id).css(part).element()).color
  expect(colour(1, '.age')).not.toBe(colour(2, '.countdown'))
})

it('BOARD-35 BOARD-36: late orders are marked by colour, sign and words', async () => {
  await open([order({ created: -80, due: -10 }), order({ due: 50 })])
  const countdown = (id: number) => card(id).getByTestId('countdown')
  await expect.element(countdown(1).getByRole('img', { name: 'late by' })).toBeVisible()
  await expect.element(countdown(2).getByRole('img', { name: 'time left' })).toBeVisible()
  const looks = [1, 2].map((id) => countdown(id).element())
  const [late, good] = looks.map((element) => ({
    colour: getComputedStyle(element).color,
    sign: element.querySelector('svg')?.innerHTML ?? '',
  }))
  const red = (colour = '') => {
    const [r = 0, g = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return r > g
  }
  expect([late, good].map((look) => red(look?.colour))).toEqual([true, false])
  expect(late?.sign).not.toBe(good?.sign)
  expect(late?.sign).not.toBe('')
  await expect.element(card(1)).not.toMatchTextContent('min old')
})

it('BOARD-04 PERM-11: one of many merchants is found by typing, with the keyboard alone', async () => {
  const more = Array.from({ length: 15 }, (_, n) => ({ name: { en: `Kitchen ${n + 1}` }, status: 1 }))
  const rows = { ...kitchen, merchant: [...kitchen.merchant, ...more], order: [order()] }
  await openConsole('/Company/Order', { rows })
  await expect.element(card(1)).toBeVisible()
  const trigger = page.getByRole('button', { name: 'Merchants: All merchants' })
  ;(trigger.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByTestId('merchant-dialog')
  const search = dialog.getByRole('searchbox')
  await expect.element(search).toHaveFocus()
  expect(clippedFocusRings()).toEqual([])
  ;(search.element() as HTMLElement).focus()
  await userEvent.keyboard('kitchen 1')
  await expect.poll(() => dialog.getByRole('checkbox').elements()).toHaveLength(7)
  expect(dialog.getByRole('img', { name: 'Edit' }).elements()).toHaveLength(7)
  await userEvent.keyboard('2{Enter}')
  await expect.element(dialog.getByRole('checkbox', { name: 'Kitchen 12' })).toBeChecked()
  await userEvent.keyboard('Kitchen 7{ArrowDown} ')
  await expect.element(dialog.getByRole('checkbox', { name: 'Kitchen 7' })).toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Merchants: 2 merchants' })).toHaveFocus()
})

it.each((['en', 'ru', 'ar'] as const).flatMap((lang) => [1440, 390].map((width) => [lang, width] as const)))(
  'the actions for an order fit in one row, %s, %i px',
  async (lang, width) => {
    const rows = { ...kitchen, order: [order({ order_status: statuses.accepted })] }
    await openConsole('/Company/Order?order=1', { rows, lang, width })
    const buttons = page.getByTestId('order-actions').getByRole('button')
    await expect.poll(() => buttons.elements()).toHaveLength(5)
    const boxes = buttons.elements().map((button) => button.getBoundingClientRect())
    const middles = boxes.map((box) => Math.round(box.y + box.height / 2))
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
    }
  },
)

it.each([
  ['?', 'keys-dialog', 'Compact cards'],
  ['r', 'recall-dialog', 'Close'],
  ['d', 'courier-dialog', 'Carl'],
  ['{Enter}', 'order-actions', 'Assign a courier'],
])('focus rings are not clipped in the dialog opened by %s', async (keys, dialog, text) => {
  await open([order()])
  await expect.element(card(1)).toBeVisible()
  ;(card(1).css('.open').element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
  await expect.element(page.getByTestId(dialog)).toMatchTextContent(text)
  expect(clippedFocusRings()).toEqual([])
})

it('focus rings are not clipped in the profile', async () => {
  await open([order()])
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.element(page.getByTestId('profile')).toBeVisible()
  expect(clippedFocusRings()).toEqual([])
})

it.each(['Tag', 'User'])('focus rings are not clipped in the editor of %s', async (path) => {
  await openConsole(`/Company/${path}?id=new`)
  await expect.element(editor.getByRole('tabpanel').css('input').first()).toBeVisible()
  await userEvent.tab()
  expect(clippedFocusRings()).toEqual([])
})

it('Escape closes the all-day panel, from the board and from its own field', async () => {
  await open([order()])
  const panel = page.getByTestId('all-day')
  for (const from of ['board', 'field']) {
    await page.getByRole('button', { name: 'All day' }).click()
    await expect.element(panel).toBeVisible()
    if (from === 'field') (panel.getByLabelText('Column').element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
  }
})

it('KDS-09 KDS-18: a board of one station shows its items, chosen by key, and counts the others', async () => {
  const grill = { cart: [dish('Steak', { station: 'Grill' }), dish('Beer', { station: 'Bar' }), dish('Bread')] }
  await open([order(grill), order({ order: 2, cart: [dish('Beer', { station: 'Bar' })] })])
  await expect.element(card(2)).toBeVisible()
  await userEvent.keyboard('v')
  const dialog = page.getByTestId('station-dialog')
  await expect
    .poll(() =>
      dialog
        .getByRole('option')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['All stationsselected', 'Bar', 'Grill'])
  await userEvent.keyboard('gri{Enter}')
  await expect.element(card(2)).not.toBeInTheDocument()
  await expect.element(card(1).css('.items')).toHaveTextContent('1× Steak1× Bread+1 elsewhere')
  const chosen = page.getByTestId('station')
  await expect.element(chosen).toMatchTextContent('1 hidden by station Grill')
  await expectUrl(/station=Grill/)
  await userEvent.keyboard('c')
  await expect.element(card(1)).toMatchTextContent('+1 elsewhere')
  await page.getByRole('button', { name: 'All day' }).click()
  await expect.poll(() => page.getByTestId('all-day').getByRole('listitem').elements()).toHaveLength(2)
  await chosen.getByRole('button', { name: 'All stations' }).click()
  await expect.element(card(2)).toBeVisible()
  expect(location.search).not.toContain('station')
})

it('KDS-09: a mistyped station keeps the dialog open; one that no order has yet is chosen with the arrow key', async () => {
  await open([order({ cart: [dish('Steak', { station: 'Grill' })] })])
  await expect.element(card(1)).toBeVisible()
  await userEvent.keyboard('v')
  const dialog = page.getByTestId('station-dialog')
  await expect.element(dialog.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('grilx')
  await expect.element(dialog.getByRole('option')).toMatchTextContent('grilxNo order has it yet')
  await userEvent.keyboard('{Enter}')
  await expect.element(notices).toMatchTextContent('No station grilx')
  await expect.element(dialog).toBeVisible()
  await expect.element(card(1)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByTestId('station')).toMatchTextContent('hidden by station grilx')
})

it('KDS-09: a board without items for its station says so, and shows all again by a button', async () => {
  const rows = { ...kitchen, order: [order({ cart: [dish('Beer', { station: 'Bar' })] })] }
  await openConsole('/Company/Order?station=grill', { rows, width: 390, height: 844, lang: 'en', theme: 'dark' })
  await expect.element(page.getByTestId('board-message')).toMatchTextContent('No items for the station grill')
  // The toolbar has one, too.
  await page.getByRole('button', { name: 'All stations' }).last().click()
  await expect.element(card(1)).toBeVisible()
})

it('in a window that becomes narrow, the switcher marks the column that is shown', async () => {
  await open([order()])
  await page.viewport(390, 844)
  const current = page.getByTestId('switcher').css('[aria-current=true]')
  const isShown = (): boolean => {
    const name = /^\D+/.exec(current.element().textContent ?? '')?.[0] ?? ''
    const column = page.getByTestId('board').getByText(name, { exact: true }).first().element().getBoundingClientRect()
    return column.left >= 0 && column.right <= 390
  }
  await expect.element(current).toBeVisible()
  await expect.poll(isShown).toBe(true)
})

it('MOON-02 KDS-14: the order says when it was shown on a screen and seen there, or that no one has seen it', async () => {
  const server = await open([order()])
  const event = (action: string, minute: number) => ({
    table: 'receipt',
    action,
    date: `2026-11-20T18:0${minute}:00.000Z`,
    change: null,
    admin: null,
    device: '',
    app: '',
    before: null,
    after: { console: 'kitchen-1', app: '' },
  })
  const events = [event('Shown', 4), event('Escalated', 5), event('Acknowledged', 6)]
  server.on('Order.timeline', () => ({ data: { status: 'OK', events } }))
  await card(1).click()
  const lines = page.getByTestId('timeline').getByRole('listitem')
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent.replace(/^.*:\d\d/, '')))
    .toEqual(['Shown on kitchen-1', 'Not seen by anyone', 'Seen on kitchen-1'])
})

it('KDS-14: the timeline shows every change of an order, with who made it, when and from which front-end', async () => {
  const olga = { admin_id: 1, name: 'Olga', login: 'owner' }
  const event = (more: object) => ({
    table: 'order',
    action: 'Update',
    date: '2026-01-05T10:00:00.000Z',
    admin: olga,
    app: 'web',
    before: {},
    after: {},
    ...more,
  })
  const events = [
    event({ action: 'Create', before: null, admin: null, app: 'api' }),
    event({ before: { comment: 'Ring' }, after: { comment: 'Knock' }, app: 'cli' }),
    event({ before: { order_status: 2 }, after: { order_status: 3 }, admin: null, device: 'Oven', app: 'tui' }),
    event({ table: 'print_job', after: { state: 'failed' } }),
    event({ action: 'Delete', before: { order_id: 1, order_status: 3 }, after: null }),
  ]
  const answers = { 'Order.timeline': { data: { status: 'OK', events } } }
  await openConsole('/Company/Order?order=1', { rows: { ...kitchen, order: [order()] }, answers })
  const lines = page.getByTestId('timeline').getByRole('listitem')
  await expect.poll(() => lines.elements()).toHaveLength(5)
  const texts = lines.elements().map((line) => line.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/11:00Order placed.*api$/),
    expect.stringMatching(/11:00Order changed.*Comment: Ring → Knock.*Olga · cli$/),
    expect.stringMatching(/11:00Accepted.*Oven · tui$/),
    expect.stringMatching(/11:00Ticket: failed.*Olga · web$/),
    expect.stringMatching(/11:00Order deletedOlga · web$/),
  ])
})

/** The board with timers that pass only on request; its orders are added with `arrive`. */
async function openWithTimers(orders: readonly object[], options: object = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await open(orders, options)
  const arrive = (id: number) => server.rows('order').push({ ...server.rows('order')[0], order_id: id, order: id })
  const shown = () => [1, 2, 3, 4].filter((id) => document.querySelector(`[data-testid=card-${id}]`))
  const draw = () => new Promise((drawn) => requestAnimationFrame(drawn))
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let frame = 0; frame < 30; frame += 1) await draw()
    return shown()
  }
  // Waiting for an element would let the time pass.
  while (shown().length === 0) await draw()
  for (let frame = 0; frame < 60; frame += 1) await draw()
  return { arrive, pass }
}

it('BOARD-46 BOARD-47 BOARD-48: reloads 2 s after opening and at the company’s interval, but not during a drag', async () => {
  const user = owner({ company: alpha({ order_reload_timer: 7 }) })
  const { arrive, pass } = await openWithTimers([order()], { user })
  arrive(2)
  expect(await pass(1000)).toEqual([1])
  expect(await pass(2000)).toEqual([1, 2])
  arrive(3)
  expect(await pass(5000)).toEqual([1, 2])
  expect(await pass(2000)).toEqual([1, 2, 3])
  const { x, y } = card(1).element().getBoundingClientRect()
  const mouse = (kind: string, by: number, target: EventTarget = document) =>
    target.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX: x + 9 + by, clientY: y + 9, button: 0 }))
  mouse('mousedown', 0, card(1).element())
  mouse('mousemove', 12)
  arrive(4)
  expect(await pass(15_000)).toEqual([1, 2, 3])
  mouse('mouseup', 12)
  expect(await pass(7000)).toEqual([1, 2, 3, 4])
})

it.each([
  ['no interval', null, 30],
  ['an interval of 0', 0, 30],
  ['an interval that is too short', 1, 5],
])('BOARD-46: with %s (%j) the board reloads every %i s', async (_what, order_reload_timer, seconds) => {
  const user = owner({ company: alpha({ order_reload_timer }) })
  const { arrive, pass } = await openWithTimers([order()], { user })
  await pass(3000)
  arrive(2)
  expect(await pass((seconds - 2) * 1000)).toEqual([1])
  expect(await pass(2000)).toEqual([1, 2])
})

it('BOARD-20: the search waits 200 ms after the last letter', async () => {
  const { pass } = await openWithTimers([order(), order({ order: 2, destination_address: 'Lindenweg 5' })])
  const field = page.getByRole('searchbox', { name: 'Search orders' }).element() as HTMLInputElement
  const type = (text: string) => {
    // As if typed; React would not notice a value that is set.
    field.setRangeText(text, 0, field.value.length)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  type('lind')
  expect(await pass(199)).toEqual([1, 2])
  type('linde')
  expect(await pass(199)).toEqual([1, 2])
  expect(await pass(1)).toEqual([2])
})

it('BOARD-02 BOARD-03: a column for each status with number and merchant mode above 0, by number', async () => {
  const unnumbered = { status: -1, merchant: 2, value: { en: 'Draft' } }
  const hidden = { status: 4, merchant: 0, value: { en: 'On the way' } }
  const order_status = [...kitchen.order_status.toReversed(), unnumbered, hidden]
  await openConsole('/Company/Order', { rows: { ...kitchen, order_status, order: [order()] } })
  await expect.element(card(1)).toBeVisible()
  const headings = page.getByTestId('board').getByRole('heading', { level: 2 })
  const names = headings.elements().map(({ textContent }) => textContent.replace(/\s*\d+$/, '').trim())
  expect(names).toEqual(['Pre-order', 'New', 'Accepted', 'Ready', 'Delivered', 'Closed'])
})

it('BOARD-12: under 1000 px the tools are behind a button that shows and hides them', async () => {
  await openConsole('/Company/Order', { rows: { ...kitchen, order: [order()] }, width: 1000 })
  const tools = page.getByTestId('tools')
  const toggle = page.getByRole('toolbar').getByRole('button', { name: 'Tools' })
  await expect.element(tools).toBeVisible()
  await expect.element(toggle).not.toBeInTheDocument()
  await page.viewport(999, 900)
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.element(tools).not.toBeVisible()
  await toggle.click()
  await expect.element(tools).toBeVisible()
  for (const name of ['Compact cards', 'Sound', 'Print tickets here', 'Map'])
    await expect.element(tools.getByRole('button', { name, exact: true })).toBeVisible()
  await toggle.click()
  await expect.element(tools).not.toBeVisible()
})

it('BOARD-05: the search hides the orders of others', async () => {
  await openConsole('/Company/Order', {
    rows: { ...kitchen, user: [...kitchen.user, { name: 'Boris' }], order: [order(), order({ user: 2 })] },
  })
  await expect.element(card(1)).toBeVisible()
  await page.getByRole('toolbar').getByRole('searchbox', { name: 'Search orders' }).fill('boris')
  await expect.element(card(1)).not.toBeInTheDocument()
  await expect.element(card(2)).toBeVisible()
})

it('KDS-03: the company’s own minutes decide which order has waited long', async () => {
  await open([order({ created: -12 }), order({ created: -22 }), order({ created: -32 })], {
    user: owner({ company: alpha({ order_age_warning: 20, order_age_late: 30 }) }),
  })
  await expect.element(card(3).css('.age')).toMatchTextContent('↑↑ 32 min old')
  await expect.element(card(2).css('.age')).toMatchTextContent(/^↑ 22 min old/)
  expect(card(1).css('.age').elements()).toEqual([])
})

it('KDS-01 KDS-16: with cards selected, b moves them and not the card in focus, and n marks them as seen', async () => {
  const server = await open([order(), order({ order: 2 }), order({ order: 3 })])
  server.on('Order.move', () => ({ data: { status: 'OK', results: [] } }))
  const choose = async () => {
    for (const id of [1, 3])
      await card(id)
        .css('.open')
        .click({ modifiers: ['Shift'], force: true })
    await expect.element(page.getByTestId('bulk-bar')).toMatchTextContent('2 selected')
    ;(card(2).css('.open').element() as HTMLElement).focus()
  }
  await choose()
  await userEvent.keyboard('n')
  const seen = () => server.seen.flatMap(({ call, data }) => (call === 'Order.shown' ? (data['acknowledged'] as number[]) : []))
  await expect.poll(() => seen().toSorted((a, b) => a - b)).toEqual([1, 3])
  await userEvent.keyboard('b')
  const moved = () => server.seen.flatMap(({ call, data }) => (call === 'Order.move' ? (data['intents'] as object[]) : []))
  await expect.poll(moved).toMatchObject([{ order_id: 1 }, { order_id: 3 }])
  await expect.element(page.getByTestId('bulk-bar')).not.toBeInTheDocument()
})

it('KDS-16: several selected orders are assigned to a courier at once', async () => {
  const server = await open([order(), order({ order: 2 }), order({ order: 3 })])
  server.on('Order.assign', () => ({ data: { status: 'OK', results: [] } }))
  for (const id of [1, 3])
    await card(id)
      .css('.open')
      .click({ modifiers: ['Shift'], force: true })
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Assign a courier' }).click()
  await page.getByTestId('courier-dialog').getByRole('button', { name: /Carl/ }).click()
  const assigned = () => server.seen.find(({ call }) => call === 'Order.assign')?.data['intents']
  await expect.poll(assigned).toMatchObject([1, 3].map((order_id) => ({ order_id, courier: 1 })))
})

it('KDS-07: a merchant is paused at a typed time, its pause and busy time end by buttons, and others can’t be chosen', async () => {
  const later = new Date(Date.now() + 30 * 60_000).toISOString()
  const [pizzeria, sushi] = kitchen.merchant
  const paced = { ...pizzeria, paused_until: later, busy_until: later, busy_minutes: 15 }
  const merchant = [paced, { ...sushi, paused_until: later }, { name: { en: 'Grill' }, status: 1, order: 3 }]
  const server = await open([order()], {
    user: operator({ merchants: { 1: [0, 2], 2: [0, 1], 3: [0, 2] } }),
    rows: { ...kitchen, merchant, order: [order()] },
  })
  const requests: object[] = []
  server.on('Merchant.pace', (data) => {
    requests.push(data)
    return { data: { status: 'OK', paused_until: null, busy_until: later, busy_minutes: 15 }, feed: 1 }
  })
  const banner = (name: string) => page.getByTestId('pace').filter({ hasText: name })
  await expect.element(banner('Pizzeria')).toMatchTextContent(/Paused until \d+:\d\d.*, Busy until \d+:\d\d.*: 15 min more/)
  await expect.element(banner('Sushi')).toMatchTextContent('Paused until')
  expect(banner('Sushi').getByRole('button').elements()).toEqual([])
  const dialog = page.getByTestId('pace-dialog')
  for (const name of ['End pause', 'End busy time']) {
    await banner('Pizzeria').getByRole('button', { name: 'Change' }).click()
    await dialog.getByRole('button', { name }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await userEvent.keyboard('p')
  const choice = dialog.getByRole('combobox', { name: 'Merchant' })
  await expect.element(choice).toMatchTextContent('PizzeriaGrill')
  await choice.selectOptions('Grill')
  await dialog.getByRole('radio', { name: 'Until a set time' }).click()
  const clock = new Date(Date.now() + 2 * 3_600_000)
  const time = clock.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
  await dialog.getByLabelText('Time', { exact: true }).fill(time)
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  clock.setUTCSeconds(0, 0)
  await expect
    .poll(() => requests)
    .toEqual([
      { merchant: 1, paused_until: null },
      { merchant: 1, busy_until: null },
      { merchant: 3, paused_until: clock.toISOString() },
    ])
})

it('BOARD-07 BOARD-08 BOARD-09 BOARD-10: each setting of the board is switched on and off, by its button and the palette', async () => {
  await open([order()], { user: owner({ company: alpha({ limit_order: 100 }) }) })
  await expect.element(card(1)).toBeVisible()
  for (const [name, first] of [
    ['Usage bar', false],
    ['Compact cards', false],
    ['Sound', true],
    ['Print tickets here', false],
  ] as const) {
    const button = page.getByTestId('tools').getByRole('button', { name })
    const expectPressed = (on: boolean) => expect.element(button).toHaveAttribute('aria-pressed', String(on))
    await expectPressed(first)
    for (const on of [!first, first]) {
      await button.click()
      await expectPressed(on)
    }
    for (const on of [!first, first]) {
      await userEvent.keyboard('{Control>}k{/Control}')
      await page.getByTestId('palette').getByRole('combobox').fill(name)
      await userEvent.keyboard('{Enter}')
      await expectPressed(on)
    }
  }
})

it('BOARD-31: its creator deletes an order from its card, and owners any; others are not offered it', async () => {
  const orders = [order({ admin: 2 }), order({ admin: 1, order: 2 })]
  for (const [user, offered] of [
    [operator(), [true, false]],
    [owner(), [true, true]],
  ] as const) {
    await open(orders, { user })
    for (const [at, isOffered] of offered.entries()) {
      await card(at + 1).click({ button: 'right' })
      const menu = page.getByTestId('moves')
      await expect.element(menu.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
      expect(menu.getByRole('menuitem', { name: 'Delete order' }).elements()).toHaveLength(isOffered ? 1 : 0)
      await userEvent.keyboard('{Escape}')
      await expect.element(menu).not.toBeInTheDocument()
    }
  }
})

it('BOARD-24 BOARD-39: the board of a company that is not enabled says so, and neither opens nor moves orders', async () => {
  const server = await open([order()], { user: owner({ company: alpha({ enable: 0 }) }) })
  await expect.element(page.getByTestId('company-disabled')).toHaveTextContent('The company is not enabled')
  await expect.element(card(1)).not.toHaveAttribute('data-movable')
  const said = page.getByTestId('notices').getByText(/not enabled/)
  ;(card(1).css('.open').element() as HTMLElement).focus()
  await userEvent.keyboard('b')
  await expect.element(said.first()).toBeVisible()
  // A dialog covers the board.
  ;(card(1).css('.open').element() as HTMLElement).click()
  await userEvent.keyboard('o')
  for (const id of ['order-drawer', 'new-order']) expect(page.getByTestId(id).elements()).toEqual([])
  expect(server.seen.filter(({ call }) => call === 'Order.move')).toEqual([])
})

it('KDS-11: the card and the page of a scheduled order say until when it is held and why; one that is ready is not', async () => {
  const later = { asap: 0, delivery_time: 40, due: 100 }
  await open([order(later), order({ ...later, asap: 1 }), order({ ...later, order_status: statuses.ready })])
  const held = /Held until \d+:\d\d.*: due \d+:\d\d.*, takes 40 min/
  await expect.element(card(1).getByTestId('held')).toMatchTextContent(held)
  for (const id of [2, 3]) expect(card(id).getByTestId('held').elements()).toEqual([])
  await userEvent.keyboard('c')
  await expect.element(card(1).css('.compact')).toBeVisible()
  await expect.element(card(1).getByTestId('held')).toMatchTextContent(held)
  await card(1).click()
  await expect.element(page.getByTestId('order-drawer').getByTestId('held')).toMatchTextContent(held)
})

it('KDS-13: a mistyped hand-off code is reported and moves nothing, even with a reason; a right code or a reason moves the order', async () => {
  const ready = { order_status: statuses.ready }
  const server = await open([order(ready), order({ ...ready, order: 2 })], {
    user: owner({ company: alpha({ handoff_codes: 1 }) }),
  })
  answerIntents(server, 'Order.move')
  const moved = () => server.seen.flatMap(({ call, data }) => (call === 'Order.move' ? (data['intents'] as object[]) : []))
  const dialog = page.getByTestId('handoff-dialog')
  const ask = async (id: number) => {
    await expect.element(card(id)).toBeVisible()
    ;(card(id).css('.open').element() as HTMLElement).focus()
    await userEvent.keyboard('b')
    await expect.element(dialog).toBeVisible()
  }
  await ask(1)
  await dialog.getByLabelText('Reason for no code').fill('Neighbour took it')
  await dialog.getByRole('textbox').first().fill('004')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Enter four digits')
  expect(moved()).toEqual([])
  await dialog.getByRole('textbox').first().fill('0042')
  await userEvent.keyboard('{Enter}')
  await expect.poll(moved).toMatchObject([{ order_id: 1, handoff: { code: '0042' } }])
  await ask(2)
  await dialog.getByLabelText('Reason for no code').fill('Neighbour took it')
  await userEvent.keyboard('{Enter}')
  await expect.poll(moved).toMatchObject([{}, { order_id: 2, handoff: { without: 'Neighbour took it' } }])
})

it('KDS-13 KDS-16: if one of two codes is mistyped, neither order is handed over', async () => {
  const ready = { order_status: statuses.ready }
  const server = await open([order(ready), order({ ...ready, order: 2 })], {
    user: owner({ company: alpha({ handoff_codes: 1 }) }),
  })
  answerIntents(server, 'Order.move')
  for (const id of [1, 2])
    await card(id)
      .css('.open')
      .click({ modifiers: ['Shift'], force: true })
  await userEvent.keyboard('b')
  const dialog = page.getByTestId('handoff-dialog')
  for (const [index, code] of ['0042', '004'].entries()) await dialog.getByRole('textbox').nth(index).fill(code)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Enter four digits')
  expect(server.seen.filter(({ call }) => call === 'Order.move')).toEqual([])
})

it('KDS-23: one or several orders are cancelled with a reason, from the card and from the selection', async () => {
  const server = await open([order(), order({ order: 2 }), order({ order: 3 })])
  answerIntents(server, 'Order.move')
  const moved = () => server.seen.flatMap(({ call, data }) => (call === 'Order.move' ? (data['intents'] as object[]) : []))
  const dialog = page.getByTestId('reason-dialog')
  const cancel = async (button: string) => {
    await expect.element(dialog.getByRole('button', { name: button })).toBeDisabled()
    await dialog.getByRole('textbox').fill('  ')
    await expect.element(dialog.getByRole('button', { name: button })).toBeDisabled()
    await dialog.getByRole('textbox').fill(' Out of dough ')
    await dialog.getByRole('button', { name: button }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await card(2).click({ button: 'right' })
  await page.getByTestId('moves').getByRole('menuitem', { name: 'Cancelled' }).click()
  await cancel('Cancel order')
  for (const id of [1, 3])
    await card(id)
      .css('.open')
      .click({ modifiers: ['Shift'], force: true })
  await userEvent.keyboard('m')
  await page.getByTestId('bulk-moves').getByTestId(`move-to-${statuses.cancelled}`).click()
  await cancel('Cancel orders')
  const cancelled = (order_id: number) => ({ order_id, to: statuses.cancelled, reason: 'Out of dough' })
  await expect.poll(moved).toMatchObject([cancelled(2), cancelled(1), cancelled(3)])
})

it.each([
  ['an owner', owner(), 1],
  ['an operator without that page', operator(), 0],
])('BOARD-38: an empty board without a store domain leads to the settings of the company: %s', async (_who, user, links) => {
  await open([], { user })
  await expect.element(page.getByTestId('board-message')).toMatchTextContent('Set up your store domain to receive orders')
  expect(page.getByRole('main').getByRole('link', { name: 'Settings' }).elements()).toHaveLength(links)
})

it('BOARD-30: a finger that holds a card for a second opens its menu, even if the company changes in the meantime', async () => {
  const live = fakeLive()
  const user = owner()
  const server = await open([order()], { user, webSocket: live.webSocket })
  await expect.poll(live.listeners).toBeGreaterThan(0)
  server.on('Auth.checkAuth', () => ({
    auth: { status: 'OK', user: owner({ token: user.token, company: alpha({ order_age_late: 99 }) }) },
  }))
  const target = card(1).element()
  const touches = [new Touch({ identifier: 1, target, clientX: 100, clientY: 200 })]
  target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches }))
  const asked = () => server.seen.filter(({ call }) => call === 'Auth.checkAuth').length
  const before = asked()
  live.send({ type: 'resync', feed: server.advance(), reason: 'company' })
  await expect.poll(asked).toBeGreaterThan(before)
  await expect.element(page.getByTestId('moves')).toBeVisible()
})

it.each([
  [
    'its cancel reason is typed',
    async () => {
      await card(1).click({ button: 'right' })
      await page.getByTestId('moves').getByRole('menuitem', { name: 'Cancelled' }).click()
      await page.getByTestId('reason-dialog').getByRole('textbox').fill('Out of dough')
    },
    () => page.getByTestId('reason-dialog').getByRole('button', { name: 'Cancel order' }).click(),
  ],
  [
    'its hand-off code is typed',
    async () => {
      await card(1).click({ button: 'right' })
      await page.getByTestId('moves').getByTestId(`move-to-${statuses.delivered}`).click()
      await page.getByTestId('handoff-dialog').getByRole('textbox').first().fill('0042')
    },
    () => page.getByTestId('handoff-dialog').getByRole('button', { name: 'Hand over' }).click(),
  ],
  [
    'the menu of its card is open',
    () => card(1).click({ button: 'right' }),
    () => page.getByTestId('moves').getByTestId(`move-to-${statuses.created}`).click(),
  ],
])('an order that someone moves while %s stays where they moved it', async (_what, ask, answer) => {
  const live = fakeLive()
  const server = await open([order({ order_status: statuses.ready })], {
    user: owner({ company: alpha({ handoff_codes: 1 }) }),
    webSocket: live.webSocket,
  })
  answerIntents(server, 'Order.move')
  await expect.poll(live.listeners).toBeGreaterThan(0)
  await ask()
  Object.assign(server.rows('order')[0] ?? {}, { order_status: statuses.accepted, revision: 2 })
  live.send({ type: 'resync', feed: server.advance(), reason: 'large_change' })
  await expect.element(page.getByTestId(`column-${statuses.accepted}`).getByTestId('card-1')).toBeInTheDocument()
  await answer()
  await expect.element(notices).toMatchTextContent(/moved it/)
  expect(server.seen.filter(({ call }) => call === 'Order.move')).toEqual([])
})

it('KDS-20 ORDER-06: the courier picker shows who is busy or off duty, and an order can be left without one', async () => {
  const courier = [
    { name: 'Carl', working: 1, courier_status: 1 },
    { name: 'Bea', working: 1, courier_status: 2 },
    { name: 'Otto', working: 2, courier_status: 1 },
  ].map((one, index) => ({ ...one, phone: `4917000000${index}`, status: 1 }))
  const server = await open([], { rows: { ...kitchen, courier, order: [order(), order({ order: 2, courier: 1 })] } })
  answerIntents(server, 'Order.assign')
  const dialog = page.getByTestId('courier-dialog')
  const ask = async (id: number) => {
    await expect.element(card(id)).toBeVisible()
    ;(card(id).css('.open').element() as HTMLElement).focus()
    await userEvent.keyboard('d')
  }
  await ask(1)
  await expect.element(dialog.getByRole('button', { name: /Bea/ })).toMatchTextContent('Busy')
  await expect.element(dialog.getByRole('button', { name: /Otto/ })).toMatchTextContent('Off duty')
  expect(dialog.getByRole('button', { name: 'No courier' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await ask(2)
  await dialog.getByRole('button', { name: 'No courier' }).click()
  const assigned = () => server.seen.find(({ call }) => call === 'Order.assign')?.data['intents']
  await expect.poll(assigned).toMatchObject([{ order_id: 2, courier: 0 }])
})

it.each([
  ['ru', /^Период:/, 'Выбрать даты…', /^пн/i],
  ['en', /^Period:/, 'Choose dates…', /^su/i],
] as const)(
  'LIST-22: in %s, in the United States, a week of the calendar begins on its own day',
  async (lang, period, dates, first) => {
    const company = alpha()
    const country = { ...company.country, alpha2: 'US' }
    await open([order()], { lang, user: owner({ company: { ...company, country } }) })
    await page.getByRole('button', { name: period }).click()
    await page.getByRole('menuitem', { name: dates }).click()
    await expect.element(page.getByTestId('days-dialog').css('thead').first()).toMatchTextContent(first)
  },
)

it.each([
  ['the last day', { left: 0 }, /^Subscription expires in 0 days, amount due \$37\.50 Tariff$/],
  ['four days left', { left: 4 }, /^Subscription expires in 4 days, amount due \$37\.50 Tariff$/],
  ['five days left', { left: 5 }, null],
  ['an ended subscription', { left: -1 }, null],
  ['a company without an end', { left: null }, null],
  ['nothing due', { left: 3, balance: '40.00' }, null],
  ['a tariff without a price', { left: 3, amount: '0.00', balance: '0.00' }, null],
])('BOARD-40: an expiring subscription and the amount due are told for %s', async (_what, given, text) => {
  const { left, balance = '2.50', amount = '40.00' } = given as { left: number | null; balance?: string; amount?: string }
  const server = await open([], {
    user: owner({ company: alpha({ remaining_time: left }) }),
    rows: {
      ...kitchen,
      order: [order()],
      company: [{ base_tariff: 1, tariff_period: null, balance }],
      tariff: [{ name: { en: 'Basic' }, amount, option: [] }],
    },
  })
  const banner = page.getByTestId('expiring')
  if (text) {
    await expect.element(banner).toMatchTextContent(text)
    await expect.element(banner.getByRole('link', { name: 'Tariff' })).toHaveAttribute('href', '/Company/Tariff')
    return
  }
  await expect.element(card(1)).toBeVisible()
  const asked = () => server.seen.some(({ data }) => JSON.stringify(data).includes('"tariff"'))
  if (left === 3) await expect.poll(asked).toBe(true)
  expect(banner.elements()).toEqual([])
})

it('BOARD-06 BOARD-52: a chosen period is shown and saved as the default, with a notice, and the board opens with it', async () => {
  const rows = { ...kitchen, order: [order()], kanban_settings: [{ admin: 1, settings: {} }] }
  const server = await open([], { rows })
  const period = (name: string) => page.getByRole('button', { name: `Period: ${name}` })
  const settings = server.rows('kanban_settings')
  for (const [from, to, stored] of [
    ['The next 7 days', 'Yesterday', 'Yesterday'],
    ['Yesterday', 'The next 7 days', null],
    ['The next 7 days', 'Last month', 'Last month'],
  ] as const) {
    await period(from).click()
    await page.getByRole('menuitemradio', { name: to, exact: true }).click()
    await expect.element(period(to)).toBeVisible()
    await expect.poll(() => settings).toMatchObject([{ settings: { period: stored } }])
    await expect.element(page.getByTestId('notices').getByText('Default period saved').first()).toBeVisible()
  }
  await open([], { rows: { ...rows, kanban_settings: settings } })
  await expect.element(period('Last month')).toBeVisible()
})

it('KDS-18: says how many orders the search hides, on the board and in an empty column, and shows them again', async () => {
  await open([
    order({ destination_address: 'Lindenweg 5' }),
    order({ order: 2 }),
    order({ order_status: statuses.accepted }),
    order({ order_status: statuses.accepted, order: 2 }),
  ])
  await expect.element(card(4)).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search orders' })
  const hidden = page.getByTestId('hidden')
  await field.fill('linden')
  await expect.element(hidden).toMatchTextContent('3 hidden by search')
  const empty = (status: number) => page.getByTestId(`column-${status}`).css('.empty')
  await expect.element(empty(statuses.accepted)).toHaveTextContent('2 hidden by search')
  await expect.element(empty(statuses.ready)).toHaveTextContent('No orders')
  await field.fill('nobody at all')
  await expect.element(page.getByTestId('board-message')).toMatchTextContent('No orders match "nobody at all"')
  await expect.element(hidden).toMatchTextContent('4 hidden by search')
  await hidden.getByRole('button', { name: 'Show all' }).click()
  await expect.element(card(4)).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(hidden.elements()).toEqual([])
})

it('KDS-18: says how many orders are in hidden columns, and shows them again', async () => {
  const accepted = { order_status: statuses.accepted }
  const settings = { hidden: [statuses.accepted, statuses.ready] }
  await open([], {
    rows: {
      ...kitchen,
      order: [order(), order(accepted), order({ ...accepted, order: 2 }), order({ order_status: statuses.ready })],
      kanban_settings: [{ admin: 1, settings }],
    },
  })
  const elsewhere = page.getByTestId('elsewhere')
  await expect.element(elsewhere).toMatchTextContent('3 in hidden columns')
  await expect.element(card(1)).toBeVisible()
  for (const id of [2, 3, 4]) expect(card(id).elements()).toEqual([])
  await elsewhere.getByRole('button', { name: 'Show all' }).click()
  for (const id of [2, 3, 4]) await expect.element(card(id)).toBeVisible()
  expect(elsewhere.elements()).toEqual([])
})

it.each([500, 900])('the menu of a card offers to open and edit it below many statuses, at %i px', async (height) => {
  const ids = Array.from({ length: 25 }, (_, at) => at + 20)
  const extra = ids.map((id) => ({ ...kitchen.order_status[2], order_status_id: id, status: id, value: { en: `Step ${id}` } }))
  const order_status = [...kitchen.order_status, ...extra].map((status) => ({ ...status, transfer: ids }))
  await open([], { rows: { ...kitchen, order_status, order: [order()] }, height })
  await card(1).click({ button: 'right' })
  const menu = page.getByTestId('moves')
  const items = menu.getByRole('menuitem')
  const isSeen = (name: string): boolean => {
    const item = items.elements().find(({ textContent }) => textContent.includes(name))
    const { left, top, width, height: tall } = item?.getBoundingClientRect() ?? new DOMRect()
    return item?.contains(document.elementFromPoint(left + width / 2, top + tall / 2)) ?? false
  }
  await expect.element(items.first()).toBeVisible()
  for (const name of ['Open order', 'Edit order']) expect(isSeen(name), name).toBe(true)
  // The keys reach each status, which stays in sight above them.
  for (const [at, id] of ids.slice(0, 20).entries()) {
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(items.nth(at)).toHaveAttribute('data-highlighted')
    await expect.poll(() => isSeen(`Step ${id}`)).toBe(true)
  }
  await menu.getByRole('menuitem', { name: 'Open order' }).click()
  await expect.element(page.getByTestId('order-drawer')).toBeVisible()
})

it('BOARD-32: a click on a card opens its order, and its menu the order and its editor', async () => {
  await open([order({ ticket: 7 }), order({ ticket: 8, order: 2 })])
  const drawer = page.getByTestId('order-drawer')
  await card(2).click()
  await expect.element(drawer).toMatchTextContent('#8')
  await expectUrl(/order=2/)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  const choose = async (name: string | RegExp) => {
    await card(2).click({ button: 'right' })
    await page.getByTestId('moves').getByRole('menuitem', { name }).click()
  }
  await choose('Open order')
  await expect.element(drawer).toMatchTextContent('#8')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await choose('Edit order')
  await expect.element(editor.getByRole('tab', { name: 'Order', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expectUrl(/order=2&tab=Order/)
})

it('BOARD-01 BOARD-04: one, several or all of three merchants are chosen, and the board shows their orders alone', async () => {
  const merchant = [...kitchen.merchant, { name: { en: 'Grill' }, status: 1, order: 3 }]
  const orders = [order(), order({ merchant: 2, order: 2 }), order({ merchant: 3, order: 3 })]
  await open([], { rows: { ...kitchen, merchant, order: orders } })
  const shown = () => [1, 2, 3].filter((id) => card(id).elements().length > 0)
  const trigger = (name: string) => page.getByRole('button', { name: `Merchants: ${name}` })
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await expect.poll(shown).toEqual([1, 2, 3])
  await trigger('All merchants').click()
  for (const [name, summary, ids] of [
    ['Sushi', 'Sushi', [2]],
    ['Grill', '2 merchants', [2, 3]],
    ['Sushi', 'Grill', [3]],
    ['All merchants', 'All merchants', [1, 2, 3]],
  ] as const) {
    await choice(name).click()
    await expect.poll(shown).toEqual(ids)
    await expect.element(trigger(summary)).toBeInTheDocument()
  }
})

it('BOARD-33: the new-order button opens the wizard, for people who may edit the orders of a merchant', async () => {
  const button = page.getByRole('toolbar').getByRole('button', { name: 'New order' })
  await open([order({ merchant: 2 })], { user: operator({ merchants: { 2: [0, 1] } }) })
  await expect.element(card(1)).toBeVisible()
  expect(button.elements()).toEqual([])
  const rows = { ...kitchen, order: [order()], company: [{ timezone: 'Europe/Berlin' }] }
  await open([], { user: operator(), rows })
  await button.click()
  await expect.element(page.getByTestId('new-order')).toMatchTextContent('Merchant')
})

it('BOARD-44 BOARD-52: the sound is on at first; switched off, it stays so where the settings are read again', async () => {
  const rows = { ...kitchen, order: [order()], kanban_settings: [{ admin: 1, settings: {} }] }
  const server = await open([], { rows })
  const sound = page.getByTestId('tools').getByRole('button', { name: 'Sound' })
  await expect.element(sound).toHaveAttribute('aria-pressed', 'true')
  await sound.click()
  await expect.poll(() => server.rows('kanban_settings')).toMatchObject([{ settings: { sound: false } }])
  await expect.element(page.getByTestId('notices')).toMatchTextContent('Board sound setting saved')
  await open([], { rows: { ...rows, kanban_settings: server.rows('kanban_settings') } })
  await expect.element(sound).toHaveAttribute('aria-pressed', 'false')
})

it('KDS-17: the connection and the age of the data are always visible, and a banner says that they may be out of date', async () => {
  await open([order()])
  const connection = page.getByTestId('connection')
  await expect.element(connection).toMatchTextContent(/Connecting…\d+ s ago/)
  expect(page.getByTestId('stale').elements()).toEqual([])
  const age = () => Number(/(\d+) s ago/.exec(connection.element().textContent)?.[1])
  await expect.poll(age).toBe(4)
  await expect.element(page.getByTestId('stale')).toMatchTextContent(/Offline since \d+:\d\d.*The board may be out of date/)
  await expect.element(connection).toHaveAttribute('title', expect.stringMatching(/^Last update: \d+ s ago$/))
})

it('KDS-04: the all-day counts add up the open orders of the board, or of one column', async () => {
  const soup = (qty: number, more: object = {}) => order({ cart: [dish('Soup', { qty }), dish('Rice')], ...more })
  await open([soup(2), soup(3, { order_status: statuses.accepted }), soup(50, { order_status: statuses.delivered })])
  await page.getByRole('button', { name: 'All day' }).click()
  const panel = page.getByTestId('all-day')
  const counts = () =>
    panel
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(counts).toEqual(['5×Soup', '2×Rice'])
  const column = panel.getByLabelText('Column')
  await column.selectOptions('Accepted')
  await expect.poll(counts).toEqual(['3×Soup', '1×Rice'])
  await column.selectOptions('Ready')
  await expect.poll(counts).toEqual(['No orders'])
  await column.selectOptions('Whole board')
  await expect.poll(counts).toEqual(['5×Soup', '2×Rice'])
})

it.each(['click', 'key'])('KDS-01 KDS-06: a digit and b move that card to its next status, and a %s undoes it', async (how) => {
  const server = await open([order({ ticket: 7 }), order({ ticket: 8, order: 2 })])
  answerIntents(server, 'Order.move')
  const intents = () =>
    server.seen.flatMap(({ call, data }) => (call === 'Order.move' ? (data['intents'] as { intent_id: string }[]) : []))
  const notice = page.getByTestId('notices')
  await expect.element(card(2)).toBeVisible()
  await userEvent.keyboard('2b')
  await expect.element(notice).toMatchTextContent('#8 Pizzeria moved to Accepted')
  await expect.poll(intents).toMatchObject([{ order_id: 2, to: statuses.accepted }])
  if (how === 'click') await notice.getByRole('button', { name: 'Undo' }).click()
  else await userEvent.keyboard('u')
  await expect.poll(intents).toMatchObject([{}, { order_id: 2, undo: intents()[0]?.intent_id }])
})

it('KDS-05: a new order flashes until n marks it as seen', async () => {
  const server = await open([order(), order({ order: 2, order_status: statuses.accepted, acknowledged: 1 })])
  const news = (id: number) => card(id).css('.news')
  const ring = (id: number) => getComputedStyle(card(id).element(), '::after')
  await expect.element(news(1)).toHaveTextContent('New')
  expect(news(2).elements()).toEqual([])
  expect(ring(2).content).toBe('none')
  expect(ring(1).outlineStyle).toBe('solid')
  const beats = new Set<boolean>()
  const beat = () => beats.add(page.getByTestId('board').element().hasAttribute('data-beat'))
  await expect.poll(() => beat().size, { interval: 300 }).toBe(2)
  await userEvent.keyboard('1n')
  await expect.element(news(1)).not.toBeInTheDocument()
  expect(ring(1).content).toBe('none')
  const seen = () => server.seen.flatMap(({ call, data }) => (call === 'Order.shown' ? (data['acknowledged'] as number[]) : []))
  await expect.poll(seen).toEqual([1])
})

it.each(['detailed', 'compact'])('BOARD-34: the border of a %s card has the colour of its status', async (kind) => {
  const colours: Record<number, string> = { [statuses.created]: '#3366CC', [statuses.accepted]: '#009933' }
  const order_status = kitchen.order_status.map((status) => {
    const background = colours[status.order_status_id]
    return background === undefined ? status : { ...status, color: { background, text: '#FFFFFF' } }
  })
  const settings = { compact: kind === 'compact' }
  const orders = [order(), order({ order_status: statuses.accepted })]
  await open([], { rows: { ...kitchen, order_status, order: orders, kanban_settings: [{ admin: 1, settings }] } })
  const borders = (id: number) => {
    const { borderTopColor, borderInlineStartColor, borderInlineStartWidth } = getComputedStyle(card(id).element())
    return [borderTopColor, borderInlineStartColor, borderInlineStartWidth]
  }
  await expect.element(card(2)).toBeVisible()
  await expect.poll(() => card(1).css('.who.compact').elements().length).toBe(kind === 'compact' ? 1 : 0)
  expect(borders(1)).toEqual(['rgb(51, 102, 204)', 'rgb(51, 102, 204)', '5px'])
  expect(borders(2)).toEqual(['rgb(0, 153, 51)', 'rgb(0, 153, 51)', '5px'])
})

it('after an order is cancelled in its preview, closing that focuses the card that took its place', async () => {
  const server = await open([order({ created: -2 }), order({ created: -1 })])
  server.on('Order.move', () => new Promise(() => {}))
  await card(1).getByRole('link').click()
  const drawer = page.getByTestId('order-drawer')
  await drawer.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'Cancelled' }).click()
  await page.getByTestId('reason-dialog').getByRole('textbox').fill('Customer called')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(card(1)).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(card(2).getByRole('link')).toHaveFocus()
})
