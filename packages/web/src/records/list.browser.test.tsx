import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeLive } from '../test/fake-live.ts'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { kitchen } from '../test/kitchen.ts'
import { editor, field, notices, openConsole, openTab, row, rows, save, expectUrl } from '../test/open-console.tsx'
import { alpha, owner, platform } from '../test/people.ts'

const cuisines = (...names: string[]) => names.map((name, n) => ({ name: { en: name }, order: n + 1 }))
const languages = ['en', 'ru', 'ar'] as const
const merchant = [{ name: { en: 'Pizzeria' } }]

it('LIST-18: a list whose further pages fail stops loading, says nothing, and keeps its rows', async () => {
  const server = await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai') } })
  await expect.poll(() => rows.elements()).toHaveLength(1)
  const answer = Promise.withResolvers<number>()
  server.on('Reference.getData', () => answer.promise)
  const table = page.getByTestId('record-table')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  answer.resolve(500)
  await expect.element(table).toHaveAttribute('aria-busy', 'false')
  expect(rows.elements()).toHaveLength(1)
  expect(notices.getByRole('alert').elements()).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

it('LIST-01: while the next page loads, a row of the previous one can still be opened, also by its title', async () => {
  const names = Array.from({ length: 18 }, (_, n) => `Tag ${n}`)
  const server = await openConsole('/Company/Tag', { rows: { cuisine: cuisines(...names) } })
  await expect.poll(() => rows.elements()).toHaveLength(15)
  const answer = Promise.withResolvers<number>()
  const release = server.on('Reference.getData', () => answer.promise)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expectUrl(/page=2/)
  const title = row(1).getByRole('link').first()
  expect(title.element().getAttribute('href')).not.toMatch(/page=2/)
  await title.click()
  await expectUrl(/page=2.*id=1/)
  release()
  answer.resolve(503)
  await expect.element(editor).toBeVisible()
})

it('the counts above a list are of the same moment as the number of rows below it', async () => {
  const free = (name: string) => ({ name, working: 1, courier_status: 1 })
  const couriers = Array.from({ length: 20 }, (_, n) => free(`Courier ${n + 10}`))
  const server = await openConsole('/Company/CourierList', { rows: { courier: couriers } })
  const [count, tile] = [page.getByTestId('list-count'), page.getByTestId('state-figures').getByRole('link', { name: 'Free' })]
  await expect.element(count).toHaveTextContent('1–15 of 20')
  await expect.element(tile).toMatchTextContent('20')
  server.rows('courier').splice(18)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(count).toHaveTextContent('16–18 of 18')
  await expect.element(tile).toMatchTextContent('18')
  server.rows('courier').splice(17)
  await tile.click()
  await expect.element(count).toHaveTextContent('1–15 of 17')
  await expect.element(tile).toMatchTextContent('17')
})

it('LIST-02: two quick clicks on a row add one history entry', async () => {
  await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai') } })
  await expect.element(row(1)).toBeVisible()
  const before = history.length
  const cell = row(1).css('td:last-child').element() as HTMLElement
  // Both before anything is drawn, like a fast hand on a slow machine.
  cell.click()
  cell.click()
  expect(history.length).toBe(before + 1)
  await expect.element(editor).toBeVisible()
  history.back()
  await expect.element(editor).not.toBeInTheDocument()
  expect(rows.elements()).toHaveLength(1)
})

describe('changes by other people', () => {
  async function openTags(names: readonly string[]) {
    const live = fakeLive()
    const server = await openConsole('/Company/Tag', { rows: { cuisine: cuisines(...names) }, webSocket: live.webSocket })
    await expect.poll(() => rows.elements()).toHaveLength(Math.min(names.length, 15))
    await expect.poll(live.listeners).toBeGreaterThan(1)
    const tell = (table = 'cuisine'): void => live.send({ type: 'changed', feed: server.advance(), table, ids: [1] })
    const reads = (): number =>
      server.seen.filter(({ call, data }) => call === 'Reference.getData' && JSON.stringify(data).includes('"join":["status"]'))
        .length
    return { server, live, tell, reads }
  }
  const changes = page.getByTestId('list-changes')
  const titles = () => rows.elements().map((row) => row.querySelector('a')?.textContent)

  it('LIST-01: a changed row is updated in place, and the selection and focus stay', async () => {
    const { server, tell } = await openTags(['Thai', 'Greek'])
    const box = row(1).getByRole('checkbox')
    await box.click()
    Object.assign(server.rows('cuisine')[1] ?? {}, { name: { en: 'Turkish' } })
    tell()
    await expect.element(row(2)).toMatchTextContent('Turkish')
    await expect.element(box).toBeChecked()
    expect(document.activeElement).toBe(box.element())
    expect(changes.elements()).toEqual([])
  })

  it('LIST-01: rows appear and disappear while no one works on the list', async () => {
    const { server, tell } = await openTags(['Thai', 'Greek'])
    await userEvent.hover(page.getByRole('heading', { level: 1 }))
    server.rows('cuisine').shift()
    tell()
    await expect.poll(titles).toEqual(['Greek'])
    expect(changes.elements()).toEqual([])
  })

  it('LIST-01: rows that someone works on stay where they are until they ask for the others', async () => {
    const { server, tell } = await openTags(['Thai', 'Greek', 'Sushi'])
    await row(3).getByRole('checkbox').click()
    const first = server.rows('cuisine')[0]
    server.rows('cuisine').splice(0, 2, { ...first, cuisine_id: 9, name: { en: 'Turkish' }, order: 0 })
    Object.assign(server.rows('cuisine')[1] ?? {}, { name: { en: 'Sashimi' } })
    tell()
    await expect.element(changes).toMatchTextContent('Changes by other people: 2')
    expect(titles()).toEqual(['Thai', 'Greek', 'Sashimi'])
    // A second change keeps the line, and a list that is read again needs none.
    tell()
    await changes.getByRole('button', { name: 'Show' }).click()
    await expect.poll(titles).toEqual(['Turkish', 'Sashimi'])
    await expect.element(row(3).getByRole('checkbox')).toBeChecked()
    expect(document.activeElement?.getAttribute('role')).toBe('region')
    expect(changes.elements()).toEqual([])
  })

  it('LIST-01: many changes are read once; changes of other tables, or after the list is closed, are ignored', async () => {
    const { live, tell, reads } = await openTags(['Thai'])
    const before = reads()
    tell('courier')
    for (let n = 0; n < 20; n += 1) tell()
    await expect.poll(reads).toBe(before + 1)
    await new Promise((done) => setTimeout(done, 700))
    expect(reads()).toBe(before + 1)
    const open = live.listeners()
    await page.getByRole('link', { name: 'Couriers' }).first().click()
    await expect.poll(live.listeners).toBe(open)
    tell()
    await new Promise((done) => setTimeout(done, 700))
    expect(reads()).toBe(before + 1)
  })
})

it.each([
  ['en', 390],
  ['ar', 390],
  ['en', 1280],
  ['ar', 1280],
] as const)(
  'LIST-03 SHELL-33: in %s at %i px a notice and the bar of selected rows do not cover each other',
  async (lang, width) => {
    await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai', 'Greek') }, lang, width, height: 700 })
    await row(1).getByRole('checkbox').click()
    const bar = page.getByTestId('bulk-bar')
    await expect.element(bar).toBeVisible()
    await row(2).getByRole('checkbox').click()
    // A notice appears while the bar is shown.
    await row(1).css('button.menu').click()
    await page.getByRole('menuitem').nth(1).click()
    const notice = notices.css('[data-notice]')
    await expect.element(notice).toBeVisible()
    const overlap = (): number => bar.element().getBoundingClientRect().top - notice.element().getBoundingClientRect().bottom
    await expect.poll(overlap).toBeGreaterThanOrEqual(0)
    await row(1).getByRole('checkbox').click()
    await row(2).getByRole('checkbox').click()
    await expect.poll(() => getComputedStyle(document.documentElement).getPropertyValue('--notices')).toBe('')
  },
)

it.each(['en', 'ar'] as const)('LIST-02: on a phone the title of a record comes first and stays in sight: %s', async (lang) => {
  const courier = [{ name: 'Karim Abdelrahman', phone: '4915100000001', working: 1, courier_status: 1 }]
  await openConsole('/Company/CourierList', { rows: { courier }, lang, width: 390, height: 700 })
  const title = row(1).getByRole('link').first()
  await expect.element(title).toMatchTextContent('Karim Abdelrahman')
  const table = page.getByTestId('record-table').element().parentElement as HTMLElement
  const isInSight = (): boolean => {
    const [{ left, right }, frame] = [title.element().getBoundingClientRect(), table.getBoundingClientRect()]
    return left >= frame.left && right <= frame.right && right - left > 60
  }
  expect(isInSight()).toBe(true)
  table.scrollBy({ left: lang === 'ar' ? -2000 : 2000 })
  await expect.poll(() => Math.abs(table.scrollLeft)).toBeGreaterThan(0)
  expect(isInSight()).toBe(true)
})

it('LIST-03: a bulk change says what it replaces only once there is a value', async () => {
  await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai', 'Greek') } })
  await row(1).getByRole('checkbox').click()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  const dialog = page.getByTestId('bulk-edit')
  await dialog.getByRole('combobox').first().selectOptions('Name')
  await new Promise((done) => setTimeout(done, 500))
  expect(page.getByTestId('bulk-replaced').elements()).toEqual([])
  await dialog.getByRole('textbox').first().fill('Turkish')
  await expect.element(page.getByTestId('bulk-replaced')).toMatchTextContent('1 of 1')
})

it.each(['Delete', 'Edit field'])('the question of %s returns the focus to its button', async (name) => {
  const server = await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai', 'Greek') } })
  await row(1).getByRole('checkbox').click()
  // Counting takes a moment.
  server.on('Reference.getData', async () => {
    await new Promise((done) => setTimeout(done, 100))
    return { data: { cuisine: { data: server.rows('cuisine').slice(0, 1), count: 1, set: 'a' } }, feed: 0 }
  })
  const button = page.getByTestId('bulk-bar').getByRole('button', { name })
  await button.click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

it.each([
  ['en', 'Cancelled orders1', 'Revenue without cancelled orders', 'Average without cancelled orders', 'Total of all orders'],
  ['ru', 'Отменённые заказы1', 'Выручка без отменённых заказов', 'Средний чек без отменённых заказов', 'Итого по всем заказам'],
  ['ar', 'الطلبات الملغاة1', 'الإيرادات دون الطلبات الملغاة', 'متوسط الطلب دون الطلبات الملغاة', 'إجمالي جميع الطلبات'],
] as const)(
  'REPORT-19: the figures of the orders report say which orders they have, in %s',
  async (lang, cancelled, revenue, average, total) => {
    const report = { data: { status: 'OK', rows: [], totals: { orders: 2, cancelled: 1, revenue: '10.00', average: '10.00' } } }
    const now = new Date().toISOString()
    await openConsole('/Company/Report/Orders', {
      lang,
      width: 390,
      rows: { ...kitchen, order: [{ time_finish: now, total: '10.00', order_status: 5, merchant: 1 }] },
      answers: { 'Report.read': report },
    })
    await expect.element(page.getByTestId('report-figures')).toMatchTextContent(cancelled)
    await expect.element(page.getByTestId('report-figures')).toMatchTextContent(revenue)
    await expect.element(page.getByTestId('report-figures')).toMatchTextContent(average)
    await expect.element(page.getByTestId('record-table').css('tfoot')).toMatchTextContent(total)
    const cell = page.getByTestId('record-table').css('tfoot td').first().element()
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  },
)

describe('lists of all companies', () => {
  const company = [
    { name: { en: 'Alpha' }, country: 1 },
    { name: { en: 'Beta' }, country: 2 },
  ]
  const country = ['USD', 'CAD'].map((currency_code, at) => ({ country_id: at + 1, currency_code, currency_symbol: '$' }))
  const foot = page.getByTestId('record-table').css('tfoot')
  const lines = () => [...foot.element().querySelectorAll('tr')].map(({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim())
  const report = (more: object) => ({
    data: { status: 'OK', rows: [], totals: { orders: 2, revenue: null, average: null }, currencies: [], ...more },
  })
  const open = (path: string, options: Parameters<typeof openConsole>[1] = {}) => {
    const order = [1, 2].map((id) => ({ company: id, time_finish: new Date().toISOString(), total: `${id}0.00`, merchant: id }))
    return openConsole(path, { user: platform(), rows: { ...kitchen, company, country, order }, ...options })
  }

  it('show the company of each row', async () => {
    const cuisine = [1, 2].map((id) => ({ company: id, name: { en: `Thai ${id}` } }))
    await open('/Administrator/Tag', { rows: { company, country, cuisine } })
    const shown = page.getByTestId('record-table').css(':is(thead, tbody) :is(th, td):nth-child(2)')
    const texts = () => shown.elements().map(({ textContent }) => textContent)
    await expect.poll(texts).toEqual(['Company', 'Alpha', 'Beta'])
    await openConsole('/Company/Tag', { rows: { company, cuisine } })
    await expect.element(row(1)).toMatchTextContent('Thai 1')
    expect(texts()).not.toContain('Company')
  })

  it.each([390, 1280])('the orders report has a sum for each currency, never one of several, at %i px', async (width) => {
    const currencies = [
      { currency: 'CAD', totals: { revenue: '20.00', average: '20.00' } },
      { currency: 'USD', totals: { revenue: '10.00', average: '10.00' } },
    ]
    await open('/Administrator/Report/Orders', { width, answers: { 'Report.read': report({ currencies }) } })
    await expect.poll(() => rows.elements()).toHaveLength(2)
    expect(lines().map((line) => [line.split(' 0.00')[0], line.split(' ').slice(-2).join(' ')])).toEqual([
      ['Total of all orders, CAD', '20.00 CAD'],
      ['Total of all orders, USD', '10.00 USD'],
    ])
    expect(document.body.innerText).not.toContain('30.00')
    for (const line of foot.element().querySelectorAll('tr')) expect(line.clientHeight).toBeLessThan(40)
    await expect
      .element(page.getByTestId('report-figures'))
      .toMatchTextContent('Revenue without cancelled orders20.00 CAD · 10.00 USD')
  })

  it('the print of orders of several currencies has no sums, and says so', async () => {
    const server = await open('/Administrator/Report/Orders', { answers: { 'Report.read': report({}) } })
    await expect.poll(() => rows.elements()).toHaveLength(2)
    const columns = [{ title: 'ID', kind: 'number' }, { title: 'Total', kind: 'money' }] // prettier-ignore
    const body = [JSON.stringify({ top: [], columns }), '["1","10.00"]', '["2","20.00"]', ''].join('\n')
    server.on('Export.ticket', () => ({ data: { status: 'OK', ticket: 'abc', rows: 2 } }))
    const fetched = vi
      .spyOn(window, 'fetch')
      .mockImplementation(
        async () => new Response(body, { headers: { 'content-disposition': 'attachment; filename="orders.ndjson"' } }),
      )
    onTestFinished(() => fetched.mockRestore())
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    const dialog = page.getByTestId('print-dialog')
    await expect.element(dialog).toMatchTextContent('Amounts in several currencies are not added up.')
    await expect.element(dialog.css('tbody')).toMatchTextContent('20.00')
    await expect.element(dialog.css('tfoot')).toHaveTextContent('')
  })

  it('the orders report of one currency has one sum, with the currency', async () => {
    const totals = { orders: 2, revenue: '10.00', average: '10.00' }
    const answers = { 'Report.read': report({ totals, currencies: [{ currency: 'USD', totals }] }) }
    await open('/Administrator/Report/Orders?company=1', { answers })
    await expect.poll(lines).toEqual(['Total of all orders 0.00 USD 0.00 USD 0.00 USD 10.00 USD'])
  })

  it.each([
    ['en', 'Amounts are without cancelled orders. Amounts in several currencies are not added up.'],
    ['ru', 'Суммы без учёта отменённых заказов. Суммы в разных валютах не складываются.'],
    ['ar', 'المبالغ لا تشمل الطلبات الملغاة. لا تُجمع المبالغ بعملات مختلفة.'],
  ] as const)('a report says which orders and currencies its amounts have, in %s', async (lang, text) => {
    const figures = { orders: 1, cancelled: 0, revenue: '10.00', average: '10.00', delivery: '0.00', discount: '0.00' }
    const more = {
      rows: [{ key: 1, name: { en: 'Pizzeria' }, figures, currency: 'USD' }],
      currencies: ['CAD', 'USD'].map((currency) => ({ currency, totals: figures })),
    }
    await open('/Administrator/Report/Orders?report=merchants', { lang, answers: { 'Report.read': report(more) } })
    await expect.element(page.getByTestId('report-scope')).toHaveTextContent(text)
    const table = page.getByTestId('report-table')
    await expect.element(table.css('tbody')).toMatchTextContent(/10[.,]00 USD/)
    expect(table.css('tfoot tr').elements()).toHaveLength(3)
    await expect.element(table.css('tfoot tr').first()).toMatchTextContent(/2.*–/)
  })
})

it('the name of the sums is on one line', async () => {
  const order = [{ time_finish: new Date().toISOString(), total: '10.00', order_status: 5, merchant: 1 }]
  const report = { data: { status: 'OK', rows: [], totals: { orders: 1 } } }
  await openConsole('/Company/Report/Orders', { width: 1280, rows: { ...kitchen, order }, answers: { 'Report.read': report } })
  const name = page.getByTestId('record-table').css('tfoot .name')
  await expect.element(name).toHaveTextContent('Total of all orders')
  const range = document.createRange()
  range.selectNodeContents(name.element())
  expect(range.getClientRects()).toHaveLength(1)
})

describe('the status of a company', () => {
  const companyStatus = [
    { company_status_id: 0, name: { en: 'Disabled' } },
    { company_status_id: 1, name: { en: 'Active' } },
  ]
  const open = (path = '') =>
    openConsole(`/Administrator/Company${path}`, {
      user: platform(),
      rows: { company: [{ name: { en: 'Roma' } }], company_status: companyStatus },
    })
  const question = page.getByTestId('change-question')

  it('COMP-06: a click in the list asks and says what follows; the notice says the new state and undoes it', async () => {
    const server = await open()
    const status = row(1).getByRole('switch')
    await status.click()
    await expect.element(question).toMatchTextContent('Disable Roma?')
    await expect.element(question).toMatchTextContent('It still takes orders. To stop that, turn off Enabled in its editor.')
    await question.getByText('It still takes orders').click()
    await question.getByRole('button', { name: 'No' }).click()
    await expect.element(status).toBeChecked()
    expect(server.saved()).toEqual([])
    await status.click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect.element(notices).toMatchTextContent('Roma: Status is now Disabled')
    expect(server.saved()).toMatchObject([{ status: 0 }])
    expect(editor.elements()).toEqual([])
    server.on('Audit.undo', () => ({ data: { status: 'OK', change: 9, records: 1 }, feed: 9 }))
    await notices.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => server.seen.find(({ call }) => call === 'Audit.undo')?.data['only'])
      .toEqual({ table: 'company', id: 1 })
  })

  it('the editor asks the same, and keeps the former value after No', async () => {
    const server = await open('?id=1')
    const status = field('status').getByRole('switch')
    await status.click()
    await question.getByRole('button', { name: 'No' }).click()
    await expect.element(status).toBeChecked()
    await expect.element(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    expect(server.saved()).toEqual([])
  })
})

describe('the result of a bulk change', () => {
  const namesakes = [1, 2, 3].map((n) => ({ name: 'Ida Brandt', phone: `4930000${n}` }))
  const bar = page.getByTestId('bulk-bar')
  const result = page.getByTestId('bulk-result')
  const event = (records: Record<string, number>) => ({
    change: 7,
    company: 1,
    currency: '',
    date: '2026-11-20T12:00:00.000Z',
    admin: null,
    app: 'web',
    before: {},
    after: null,
    action: 'Delete',
    records,
  })
  async function deleteAll(server: FakeServer): Promise<void> {
    server.on('Audit.timeline', () => ({ data: { status: 'OK', events: [event({ user: 3 })], more: false } }))
    await page.getByLabelText('Select this page').click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByTestId('bulk-delete').getByRole('button', { name: 'Yes' }).click()
  }

  it('LIST-03 ERR-05: names refused records with phone and link, keeps them selected, and deletes the others if asked', async () => {
    const server = await openConsole('/Company/User', { rows: { user: namesakes } })
    const inUse = refusal('in_use', { table: 'user', row: 1, because: { uses: [{ table: 'order', count: 2 }] } })
    const stop = server.on('Reference.deleteData', () => inUse)
    await deleteAll(server)
    await expect.element(result.getByRole('heading')).toMatchTextContent('Nothing changed: 1 of 3 failed')
    await expect.element(result.getByRole('listitem')).toMatchTextContent('Ida Brandt+49 300 002Record is in use: Orders (2)')
    const refused = result.getByRole('link', { name: 'Ida Brandt' }).element().getAttribute('href') ?? ''
    const id = Number(new URL(refused, location.href).searchParams.get('id'))
    stop()
    server.on('Reference.deleteData', ({ tables }) => {
      expect((tables as { id: number }[]).map((row) => row.id).toSorted((a, b) => a - b)).toEqual(
        [1, 2, 3].filter((other) => other !== id),
      )
      return { data: { status: 'OK' }, feed: 2, change: 7 }
    })
    await result.getByRole('button', { name: 'Delete the other 2' }).click()
    await expect.element(result.getByRole('heading')).toMatchTextContent('Deleted: 2, failed: 1')
    await result.getByRole('button', { name: 'Close' }).click()
    await expect.element(bar).toMatchTextContent('1 selected')
    await expect.element(page.getByTestId(`row-${id}`).getByRole('checkbox')).toBeChecked()
  })

  it('closes on Escape, also right after it has appeared', async () => {
    const server = await openConsole('/Company/User', { rows: { user: namesakes } })
    server.on('Reference.deleteData', () => ({ data: { status: 'OK' }, feed: 2, change: 7 }))
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-testid=bulk-result]') === null) return
      observer.disconnect()
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(escape)
    }).observe(document.body, { childList: true, subtree: true })
    await deleteAll(server)
    await expect.poll(() => server.seen.some(({ call }) => call === 'Reference.deleteData')).toBe(true)
    await expect.element(page.getByTestId('bulk-delete')).not.toBeInTheDocument()
    await expect.element(result).not.toBeInTheDocument()
  })

  it('MOON-01: deleted records can be restored; those changed since are named, and the others offered', async () => {
    const server = await openConsole('/Company/User', { rows: { user: namesakes } })
    server.on('Reference.deleteData', () => ({ data: { status: 'OK' }, feed: 2, change: 7 }))
    server.on('Audit.names', () => ({ data: { status: 'OK', names: { user: { 2: 'Ida Brandt' } } } }))
    const records = [{ table: 'user', id: 2, fields: ['comment'] }]
    const late = { code: 'undo_conflict', params: ['comment'], because: { fields: ['comment'], records, count: 1, others: 2 } }
    server.on('Audit.undo', ({ mode }) =>
      mode === 'unchanged' ? { data: { status: 'OK', change: 8, records: 2 }, feed: 3 } : refusal(late.code, late),
    )
    await deleteAll(server)
    await result.getByRole('button', { name: 'Undo all 3' }).click()
    const question = page.getByTestId('undo-changed-since')
    await expect.element(question.getByRole('heading')).toMatchTextContent("Can't undo everything. Records changed later: 1")
    await expect.element(question.getByRole('listitem')).toMatchTextContent('Customer Ida BrandtComment')
    await question.getByRole('button', { name: 'Undo the other 2' }).click()
    await expect.element(notices).toMatchTextContent('Change undone in 2 records')
    await expect.element(result).not.toBeInTheDocument()
  })
})

it('MOON-04: without a server an editor says that nothing was saved and where it is kept; the shell shows it until it answers', async () => {
  const server = await openConsole('/Company/Tag?id=1', { rows: { cuisine: cuisines('Thai') } })
  await expect.element(field('name').getByRole('textbox')).toBeVisible()
  await field('name').getByRole('textbox').fill('Thai food')
  const stops = ['Reference.saveData', 'Reference.getData', 'Auth.checkAuth'].map((call) => server.on(call, () => 503))
  await save()
  await expect.element(notices).toMatchTextContent("Not saved: can't reach the server. Your changes are kept as a draft")
  const sign = page.getByTestId('offline-sign')
  await expect.element(sign).toMatchTextContent('Offline')
  for (const stop of stops) stop()
  await expect.element(sign).not.toMatchTextContent('Offline')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  await expect.element(notices).not.toMatchTextContent('Not saved')
})

it('after adding an operator the owner reads where to give access, with a link there', async () => {
  await openConsole('/Company/Settings?tab=Users', { rows: { company: [{ name: { en: 'Alpha' } }] } })
  const staff = page.getByRole('tabpanel')
  await staff.getByRole('button', { name: 'Add record' }).click()
  const person = page.getByTestId('record-editor').last()
  await person.css('[data-field=login] input').fill('cook')
  await person.css('[data-field=company_role] select').selectOptions('Operator')
  await person.getByRole('tab', { name: 'Security' }).click()
  await person.css('[data-field=password] input').first().fill('Long-enough-1')
  await person.css('[data-field=password] input').last().fill('Long-enough-1')
  await person.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(notices).toMatchTextContent("cook can't see anything yet. Give access on the Access tab of a merchant.")
  await notices.getByRole('button', { name: 'Merchants' }).click()
  await expectUrl(/^\/Company\/Merchant/)
})

it('times are those of the company, not of the browser: store hours, and read-only moments with their zone', async () => {
  const german = {
    merchant: [{ ...merchant[0], work_time: [{ name: '', day: 1, work: 1, periods: [{ start: '10:00', end: '18:00' }] }] }],
  }
  const american = alpha({ country: { ...alpha().country, alpha2: 'US' } })
  for (const [company, shown] of [
    [alpha(), '18:00'],
    [american, '6:00 PM'],
  ] as const) {
    await openConsole('/Company/Merchant?id=1&tab=Store+hours', { user: owner({ company }), rows: german })
    await expect.element(field('work_time').css('input').last()).toHaveValue(shown)
  }
  await field('work_time').css('input').last().fill('7 pm')
  await page.getByLabelText('Monday: From').click()
  await expect.element(field('work_time').css('input').last()).toHaveValue('7:00 PM')
  const rows = {
    audit: [{ date: '2026-11-26T01:18:00.000Z', table: 'user', action: 'Update', data: { key: '1' }, automatic: 0 }],
  }
  await openConsole('/Administrator/Audit?date=2026-11-26..2026-11-26&id=1', { user: platform(), rows })
  await expect.element(field('date').css('input')).toHaveValue('Nov 26, 2026, 01:18 UTC')
  await expect.element(page.getByTestId('time-zone')).toMatchTextContent('Time zone: UTC')
})

it('a chosen filter says what it is about', async () => {
  const company_status = [{ company_status_id: 1, name: { en: 'Active' } }]
  await openConsole('/Company/Tag', { rows: { company_status } })
  const filter = page.getByLabelText('Status', { exact: true })
  const shown = () => (filter.element() as HTMLSelectElement).selectedOptions[0]?.textContent
  await expect.element(filter).toBeVisible()
  expect(shown()).toBe('Status: All')
  await filter.selectOptions('Active')
  await expect.poll(shown).toBe('Status: Active')
})

it('an expired banner is not shown as active', async () => {
  const company_status = [{ company_status_id: 1, name: { en: 'Active' } }]
  const banner = [{ title: { en: 'Soup' }, status: 1, date_start: '2026-03-01', date_finish: '2026-03-31' }]
  await openConsole('/Company/Marketing/Banner', { rows: { banner, company_status } })
  await expect.element(row(1)).toMatchTextContent('Expired')
  expect(row(1).element().textContent).not.toContain('Active')
})

it('each report has its own title', async () => {
  await openConsole('/Company/Report/Orders?report=couriers')
  await expect.poll(() => document.title).toMatch(/^Orders report: Couriers · /)
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Orders report: Couriers')
})

it('a new record shows no fields that only the server fills in', async () => {
  const user = [{ name: 'Ida', phone: '4917112345' }]
  await openConsole('/Company/Marketing/Push?user_id=1', {
    rows: { user, message: [{ user_id: 1, phone: '4917112345', lang: 'en' }] },
  })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(field('subject')).toBeVisible()
  for (const name of ['phone', 'lang']) expect(field(name).elements()).toEqual([])
})

it('EDIT-02 EDIT-07: leaving unsaved changes by button, Escape, jump or Back asks, with three choices', async () => {
  const server = await openConsole('/Company/Tag', { rows: { cuisine: cuisines('Thai') } })
  const name = field('name').getByRole('textbox')
  await row(1).click()
  await name.fill('Thai food')
  const question = page.getByTestId('unsaved-question')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toMatchTextContent('Close without saving?')
  expect(
    question
      .getByRole('button')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Close', 'Cancel', 'Save'])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByTestId('palette').getByRole('combobox').fill('Customers')
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await editor.getByTitle('Close').click()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(row(1)).toMatchTextContent('Thai')
  await expect.element(row(1)).not.toMatchTextContent('Thai food')
  expect(server.saved()).toEqual([])
  await row(1).click()
  await name.fill('Thai food')
  history.back()
  await expect.element(question).toBeVisible()
  await expect.element(field('name').css('textarea')).toHaveValue('Thai food')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(row(1)).toMatchTextContent('Thai food')
})

it('COUR-01 COUR-03 COUR-04 COUR-06: couriers have their columns and tabs, and open by address', async () => {
  const country = { country_id: 7, alpha2: 'RU', name: { en: 'Russia' }, phone_code: '7', phone_mask: '# ### ### ## ##' }
  const rows = { courier: [{ name: 'Carla', phone: '79991234567' }], country: [country] }
  await openConsole('/Company/CourierList?id=1&tab=Info', { rows })
  const tabs = editor.getByRole('tab')
  await expect.poll(() => tabs.elements().map((tab) => tab.textContent)).toEqual(['Main', 'Contacts', 'Docs', 'Info'])
  await expect.element(editor.getByRole('tab', { name: 'Info' })).toHaveAttribute('aria-selected', 'true')
  for (const name of ['platform', 'ver', 'ip', 'active', 'create']) await expect.element(field(name).css('input')).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Couriers list' })).toBeVisible()
  const headings = page.getByTestId('record-table').css('thead th')
  await expect
    .poll(() => headings.elements().map((heading) => heading.textContent))
    .toEqual(['', 'ID', 'Company logo', 'Company', 'Photo', 'Phone', 'Name', 'State', 'Actions'])
  await expect.element(row(1)).toMatchTextContent('7 999 123 45 67')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(field('working').getByRole('combobox')).toHaveValue('2')
  await expect.element(field('courier_status').getByRole('combobox')).toHaveValue('1')
})

it('USER-01: customers have a list and an editor with two tabs', async () => {
  await openConsole('/Company/User?id=1', { rows: { user: [{ name: 'Anna', phone: '' }] } })
  const tabs = editor.getByRole('tab')
  await expect.poll(() => tabs.elements().map((tab) => tab.textContent)).toEqual(['Main', 'Info'])
  await field('name').getByRole('textbox').fill('Anna Maria')
  await save()
  await expect.element(row(1)).toMatchTextContent('Anna Maria')
})

it('LIST-01 PROMO-02: above a list each state has its count, which leads to its records and back', async () => {
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const promocode = [
    { code: 'RUNS1', date_start: day(-30), date_finish: day(60) },
    { code: 'RUNS2', date_start: day(-30), date_finish: day(70) },
    { code: 'ENDS', date_start: day(-30), date_finish: day(3) },
    { code: 'LATER', date_start: day(20), date_finish: day(60) },
    { code: 'OVER', date_start: day(-30), date_finish: day(-3) },
  ]
  await openConsole('/Company/Marketing/Promocode', { rows: { promocode } })
  const figures = page.getByTestId('state-figures').getByRole('link')
  const counts = () =>
    figures.elements().map((figure) => (figure.textContent ?? '').replaceAll(/\s+/g, ' ').replace(/ ?(\d+)$/, ': $1'))
  await expect.poll(counts).toEqual(['Active: 2', 'Ends within 7 days: 1', 'Not started: 1', 'Expired: 1'])
  const expired = figures.filter({ hasText: 'Expired' })
  expect(expired.element().getAttribute('href')).toMatch(/state=expired/)
  await expired.click()
  await expectUrl(/state=expired/)
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(row(5)).toMatchTextContent('OVER')
  await expect.element(row(5).css('.state')).toHaveTextContent('Expired')
  await expect.element(expired).toHaveAttribute('aria-current', 'true')
  await expired.click()
  await expect.poll(() => rows.elements()).toHaveLength(5)

  // The counts apply to the current search.
  await page.getByRole('searchbox', { name: 'Search' }).fill('RUNS')
  await expect.poll(counts).toEqual(['Active: 2', 'Ends within 7 days: 0', 'Not started: 0', 'Expired: 0'])
  await row(2).getByRole('link').click()
  await expect.element(editor.getByTestId('record-state')).toHaveTextContent('Active')
})

it.each([1, 2])('PROMO-09: the merchants of a promo code are read for its company: %i', async (company) => {
  const rows = { promocode: [{ code: 'TEN', company }], company: [{ name: { en: 'A' } }, { name: { en: 'B' } }], merchant }
  const server = await openConsole('/Administrator/Marketing/Promocode?id=1&tab=Merchant', { user: platform(), rows })
  await field('merchant').getByRole('combobox').click()
  await expect.element(page.getByRole('option', { name: 'Pizzeria' })).toBeVisible()
  const asked = server.seen.filter(({ data }) => (data['tables'] as { table: string }[] | undefined)?.[0]?.table === 'merchant')
  expect(asked.at(-1)?.company).toBe(String(company))
})

it('MOON-09: the list of order statuses shows their problems, and how to fix them', async () => {
  const attic = { order_status_id: 90, status: 90, value: { en: 'Attic' }, merchant: 2, transfer: [] }
  await openConsole('/Company/OrderStatus', { rows: { ...kitchen, order_status: [...kitchen.order_status, attic] } })
  const faults = page.getByTestId('workflow-problems')
  await faults.getByText(/\d workflow problems/).click()
  const ofAttic = faults.getByRole('listitem').filter({ hasText: 'Attic' })
  await expect
    .poll(() => ofAttic.elements().map((item) => item.textContent))
    .toEqual([
      expect.stringMatching(/^Orders can never leave Attic/),
      expect.stringMatching(/^Orders never reach Attic.*or delete it$/),
    ])
  await faults.getByRole('link', { name: 'Orders never reach Attic' }).click()
  await expect.element(editor.getByRole('textbox').first()).toHaveValue('Attic')
})

it('COUR-05 LIST-17: at the limit the list says so and adding leads to the tariff', async () => {
  const user = owner({ company: alpha({ limit_courier: 1 }) })
  await openConsole('/Company/CourierList', { user, rows: { courier: [{ name: 'One', phone: '1' }] } })
  await expect.element(page.getByTestId('cap-reached')).toMatchTextContent('Maximum number of entries 1 reached')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectUrl(/\/Company\/Tariff/)
})

it('an empty list says why and what to do: add a record', async () => {
  await openConsole('/Company/Tag')
  const none = page.getByTestId('list-none')
  await expect.element(none).toMatchTextContent('Nothing here yet')
  await none.getByRole('button', { name: 'Add record' }).click()
  await expect.element(editor).toMatchTextContent('New record')
})

it('a search without a match says so, and can be cleared', async () => {
  await openConsole('/Company/Tag?search=nobody', { rows: { cuisine: cuisines('Thai') } })
  const none = page.getByTestId('list-no-match')
  await expect.element(none).toMatchTextContent('No records match your search and filters')
  await none.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(1)
})

it('the open tab of an editor is in the address: a link shows it again', async () => {
  const data = { rows: { user: [{ name: 'Anna', phone: '' }] } }
  await openConsole('/Company/User?id=1', data)
  const tabs = editor.getByRole('tab')
  await expect.element(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await tabs.nth(1).click()
  const name = tabs.nth(1).element().textContent
  await expect.poll(() => new URLSearchParams(location.search).get('tab')).toBe(name)
  await openConsole(location.pathname + location.search, data)
  await expect.element(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
})

it.each(languages)('LIST-04 LIST-05: on a phone the pager buttons fit in one row, %s', async (lang) => {
  const cuisine = Array.from({ length: 2000 }, (_, n) => ({ name: { en: 'Kitchen' }, order: n }))
  await openConsole('/Company/Tag?page=120', { rows: { cuisine }, lang, width: 390, height: 844 })
  await expect.element(rows.first()).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe(lang)
  const buttons = page.getByTestId('list-count').element().parentElement?.querySelectorAll('button') ?? []
  const [back, next] = [...buttons].map((button) => button.getBoundingClientRect().top)
  expect(back).toBeDefined()
  expect(next).toBe(back)
})

it.each(languages)('MERCH-21: the access table fits on a desktop, %s', async (lang) => {
  const admin = [{}, { login: 'operator', name: 'Otto' }]
  const membership = [{ company: 1, admin: 2, company_role: 2 }]
  const access = [{ user: 2, access: [0, 2, 1, 2] }]
  const tables = { admin, membership, merchant: [{ name: { en: 'Pizzeria' }, access }] }
  await openConsole('/Company/Merchant?id=1&tab=Access', { rows: tables, lang })
  const table = page.getByTestId('access-2')
  await expect.element(table).toBeVisible()
  const region = table.element().closest('[role=region]')
  expect(region).not.toBeNull()
  expect(region?.scrollWidth).toBe(region?.clientWidth)
})

it('SHELL-40: a record with only an English name is shown by it in Arabic, marked with its language', async () => {
  const cuisine = [
    { name: { en: 'Thai' }, order: 1 },
    { name: { en: 'Soup', ar: 'حساء' }, order: 2 },
  ]
  await openConsole('/Company/Tag', { rows: { cuisine }, lang: 'ar' })
  await expect.element(row(1).css('[lang=en]')).toHaveTextContent('Thai')
  await expect.element(row(1).css('[data-code=en]')).toBeVisible()
  await expect.element(row(2)).toMatchTextContent('حساء')
  expect(row(2).css('[lang], [data-code]').elements()).toEqual([])
})

it('countries are shown by two letters, which every system font has', async () => {
  const country = [{ country_id: 900, name: { en: 'Elbonia' }, alpha2: 'XE', emoji: '\u{1f1fd}\u{1f1ea}' }]
  await openConsole('/Administrator/Country?search=Elbonia', { user: platform(), rows: { country } })
  await expect.element(row(900)).toMatchTextContent('XE')
  expect(row(900).element().textContent).not.toMatch(/\p{RI}/u)
})

describe('the size of editors', () => {
  it.each(['/Company/Merchant?id=1', '/Company/Settings'])('no field of %s is stretched on a screen of 2560 px', async (path) => {
    const tables = { merchant, company: [{ name: { en: 'Alpha' } }] }
    await openConsole(path, { rows: tables, width: 2560, height: 1300 })
    const widest = () =>
      Math.max(
        0,
        ...page
          .css('[data-field] :is(input, select, textarea)')
          .elements()
          .map((input) => input.getBoundingClientRect().width),
      )
    await expect.poll(widest).toBeGreaterThan(100)
    expect(widest()).toBeLessThanOrEqual(1000)
  })

  it('an editor keeps its size between tabs', async () => {
    await openConsole('/Company/User?id=new')
    await expect.element(editor.getByRole('tab').first()).toBeVisible()
    const tabs = editor
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent)
    expect(tabs.length).toBeGreaterThan(1)
    const frames = new Set<string>()
    for (const tab of tabs) {
      await openTab(tab)
      frames.add(JSON.stringify(editor.element().getBoundingClientRect()))
    }
    expect([...frames]).toHaveLength(1)
  })
})
