import { liveServerFrameSchema, type LiveServerFrame } from '@tiffin/sdk/contract'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { type FakeServer, refusal } from '../test/fake-server.ts'
import { looks } from '../test/looks.ts'
import { expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { alpha, operator, owner, platform } from '../test/people.ts'

const DAY = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString()
const dayText = (days: number, lang = 'en'): string =>
  new Intl.DateTimeFormat(`${lang}-u-nu-latn`, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.now() + days * DAY)

const option = (field: string, value: string, more: object = {}) => ({
  field,
  value,
  free: 0,
  enable: 1,
  show: 1,
  description: {},
  ...more,
})
const options = [
  option('limit_merchant', '2'),
  option('limit_order', '100'),
  option('allow_report', '', { free: 1 }),
  option('allow_push', '5.00'),
  option('allow_ai', '12.00', { enable: 0 }),
]
const shared = { status: 1, subscription: 1, trial: 1, trial_period: 30, button: {}, description_bottom: { en: 'No fees' } }
const tariffs = [
  { ...shared, name: { en: 'Basic' }, amount: '20.00', option: options },
  {
    ...shared,
    name: { en: 'Pro' },
    amount: '50.00',
    option: [option('limit_merchant', ''), option('allow_push', '5.00')],
    most_value: 1,
    description_top: { en: 'For chains' },
  },
  { ...shared, name: { en: 'Enterprise' }, amount: '500.00', option: [], subscription: 0 },
  { ...shared, name: { en: 'Old' }, amount: '10.00', option: [], status: 0 },
]
const periods = [
  { name: { en: 'Month' }, month: 1, discount: 0, status: 1, default: 1 },
  { name: { en: 'Year' }, month: 12, discount: 20, status: 1 },
  { name: { en: 'Two years' }, month: 24, discount: 30, status: 0 },
]
/** In the middle of a paid month of Basic. */
const paid = {
  name: { en: 'Alpha' },
  timezone: 'UTC',
  base_tariff: 1,
  tariff_period: 1,
  balance: '4.50',
  trial: 0,
  order_count: 79,
  limit_order: 100,
  remaining_time: 15,
  period_start: inDays(-15),
  due_date: inDays(15),
  paid_total: '20.00',
  allow_report: 1,
  allow_push: 0,
}
const used = (tariff: number) => ({ type: 4, tariff, state: 'applied', bill: '0.00', date_applied: inDays(-100) })

const rowsOf = (company: object = {}, payments: readonly object[] = [used(1), used(2)]) => ({
  company: [{ ...paid, ...company }],
  tariff: tariffs,
  subscribe_period: periods,
  payment: payments as Record<string, unknown>[],
  payment_type: [1, 2, 3, 4, 5].map((id) => ({
    payment_type_id: id,
    name: { en: ['Top-up', 'Order', 'Write-off', 'Now', 'Later'][id - 1] },
  })),
})

const PAGE = 'https://pay.example/en/9'
const tab = { location: { href: '' }, close: vi.fn<() => void>(), opener: {} as unknown }
const open = vi.fn<(url?: string) => typeof tab | null>(() => tab)
beforeEach(() => {
  tab.location.href = ''
  tab.close.mockClear()
  open.mockClear()
  vi.stubGlobal('open', open)
  return () => vi.unstubAllGlobals()
})

/** The server's own figures for payments, and its answer to TariffUp. */
function sellTariffs(server: FakeServer, stored: object, answer: object): void {
  server.on('Reference.saveData', ({ tables }) => {
    const [{ row }] = tables as [{ row: object }]
    const payments = server.rows('payment')
    const payment = {
      payment_id: payments.length + 1,
      revision: 1,
      company: 1,
      state: 'open',
      date: inDays(0),
      priced_at: inDays(0),
      description: '',
      date_paid: null,
      date_applied: null,
      steps: [{ label: 'To pay now', amount: '45.00' }],
      ...row,
      ...stored,
    }
    payments.push(payment)
    return { data: { payment: { status: 'OK', rows: [{ status: 'OK', data: payment }] } }, feed: 1, change: 1 }
  })
  server.on('Company.TariffUp', () => ({ data: answer }))
}
const lastPayment = (server: FakeServer) => server.rows('payment').at(-1) as Record<string, unknown>

const card = (id: number) => page.getByTestId(`tariff-${id}`)
const dialog = page.getByTestId('change-dialog')
const topUp = page.getByTestId('top-up')
const group = (name: string) => page.getByRole('group', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const steps = (id: string) =>
  [...document.querySelectorAll(`[data-testid=${id}] [data-testid=bill-steps] li`)].map((li) => li.textContent)

describe('the page', () => {
  it('NAV-59 BILL-01: shows the subscription in the tabs Tariff and Billing, which the address keeps', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf() })
    const tabs = page.getByTestId('subscription').getByRole('tab')
    await expect.poll(() => tabs.elements().map((one) => one.textContent)).toEqual(['Tariff', 'Billing'])
    await expect.element(card(1)).toBeVisible()
    await tabs.nth(1).click()
    await expectUrl(/\/Company\/Tariff\?tab=Billing$/)
    await expect.element(page.getByTestId('coming-bills')).toBeVisible()
    history.back()
    await expectUrl(/\/Company\/Tariff$/)
    await expect.element(card(1)).toBeVisible()
  })

  it('BILL-02 BILL-12: shows the balance and all prices in dollars', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ balance: '-1204.50' }) })
    await expect.element(group('Balance')).toMatchTextContent('-$1,204.50')
    await expect.element(card(2)).toMatchTextContent('$50.00 a month')
    expect(page.getByTestId('subscription').element().textContent).not.toContain('€')
    await page.getByTestId('subscription').getByRole('tab').nth(1).click()
    const first = page.getByTestId('coming-bills').css('tbody tr').first().css('td.number')
    await expect.poll(() => first.elements().map((cell) => cell.textContent)).toEqual(['$20.00', '-$1,204.50', '$1,224.50'])
    await expect.element(page.getByTestId('record-table')).toMatchTextContent('0.00 $')
    expect(page.getByTestId('subscription').element().textContent).not.toContain('€')
  })

  it.each([
    [79, 'green', '79 / 100'],
    [80, 'red', '80 / 100'],
    [120, 'red', '120 / 100'],
  ])('BILL-04: %i of 100 orders are shown by a %s bar', async (count, tone, text) => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ order_count: count }) })
    const bar = page.getByRole('progressbar', { name: 'Orders used' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', String(Math.min(100, count)))
    await expect.element(group('Orders used')).toMatchTextContent(text)
    const filled = bar.element().firstElementChild as HTMLElement
    expect(filled.getBoundingClientRect().width / bar.element().getBoundingClientRect().width).toBeCloseTo(
      Math.min(1, count / 100),
      1,
    )
    expect(getComputedStyle(filled).backgroundColor).toBe(tone === 'red' ? 'rgb(179, 38, 30)' : 'rgb(27, 107, 51)')
  })

  it.each([
    ['en', '9,901No limit'],
    ['ru', '9 901Без ограничений'],
    ['ar', '9,901بلا حد'],
  ] as const)('says if a company has no order limit, in %s', async (lang, text) => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ order_count: 9901, limit_order: null }), lang })
    await expect.element(page.getByTestId('subscription')).toMatchTextContent(text)
  })

  it('writes large counts with separators', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ order_count: 9786, limit_order: 10_000 }) })
    await expect.element(group('Orders used')).toMatchTextContent('9,786 / 10,000')
  })

  it.each([
    [5, '5', false],
    [4, '4', true],
    [-1, 'Expired', true],
  ])('BILL-05: %i days left are shown, in red below 5', async (left, text, isRed) => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ remaining_time: left }) })
    const days = page.getByTestId('days-left')
    await expect.element(days).toHaveTextContent(text)
    expect(getComputedStyle(days.element()).color === 'rgb(179, 38, 30)').toBe(isRed)
  })

  it('BILL-06: switches between the periods with status 1', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf() })
    const radios = page.getByTestId('periods').getByRole('radio')
    await expect.poll(() => radios.elements()).toHaveLength(2)
    await expect.element(page.getByRole('radio', { name: 'Month' })).toBeChecked()
    await expect.element(card(2)).toMatchTextContent('$50.00 a month')
    await page.getByRole('radio', { name: 'Year' }).click()
    await expect.element(card(2).getByTestId('period-price')).toMatchTextContent('$480.00 for 12 months (20 % off)')
    await expectUrl(/period=2/)
  })

  it('shows operators who may open it what they see elsewhere, and platform administrators everything', async () => {
    const seen = operator({
      navigation: ['Company-Tariff'],
      company: alpha({ order_count: 3, limit_order: 10, remaining_time: 2 }),
    })
    await openConsole('/Company/Tariff', { rows: rowsOf(), user: seen })
    await expect.element(group('Orders used')).toMatchTextContent('3 / 10')
    await expect.element(page.getByText('Only the company owner can change the tariff.')).toBeVisible()
    expect(page.getByTestId('subscription').element().textContent).not.toContain('$')
    await openConsole('/Company/Tariff', { rows: rowsOf(), user: platform({ company: alpha() }) })
    await expect.element(card(2).getByRole('button')).toBeEnabled()
  })

  it('works while the company is disabled and suspended', async () => {
    const user = owner({ company: alpha({ enable: 0, suspended: 1 }) })
    await openConsole('/Company/Tariff', { rows: rowsOf({ enable: 0, suspended: 1 }), user })
    await expect.element(page.getByTestId('company-disabled')).toBeVisible()
    await expect.element(card(2).getByRole('button')).toBeEnabled()
    await expect.element(button('Top up')).toBeEnabled()
  })

  it('says that it could not be loaded, and retries', async () => {
    const server = await openConsole('/Company/Tag', { rows: rowsOf() })
    await expect.element(page.getByTestId('record-list')).toBeVisible()
    const again = server.on('Reference.getData', () => refusal('invalid_value', { error: 'No' }))
    await page.getByTestId('menu').getByRole('link', { name: 'Tariff', exact: true }).click()
    await expect.element(page.getByText("Can't load the subscription")).toBeVisible()
    again()
    await button('Retry').click()
    await expect.element(card(1)).toBeVisible()
  })
})

describe('tariff cards', () => {
  it('BILL-15: offer a switch only for enabled allow_ options that are not free; a switch changes the price', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf() })
    const switches = card(1).getByRole('switch')
    await expect.poll(() => switches.elements().map((one) => (one as HTMLElement).dataset['option'])).toEqual(['allow_push'])
    await expect.element(card(1)).toMatchTextContent('Merchant limit: 2')
    await expect.element(card(1)).toMatchTextContent('Reports')
    expect(card(1).element().textContent).not.toContain('AI tools')
    await expect.element(card(1)).toMatchTextContent('$20.00 a month')
    await switches.click()
    await expect.element(card(1)).toMatchTextContent('$25.00 a month')
  })

  it('BILL-18: mark the company’s own tariff as selected, and no other', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf() })
    await expect.element(card(1)).toMatchTextContent('Selected')
    for (const id of [2, 3]) expect(card(id).element().textContent).not.toContain('Selected')
    await expect.element(card(2)).toMatchTextContent('Best value')
    // Nothing would change.
    expect(card(1).getByRole('button').elements()).toEqual([])
    await openConsole('/Company/Tariff', { rows: rowsOf({ base_tariff: 4 }) })
    await expect.element(card(4)).toMatchTextContent('Selected')
    expect(card(1).element().textContent).not.toContain('Selected')
  })

  it('BILL-19: offer the trial of a tariff that was never used, otherwise a switch', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ trial: 1 }, [used(1)]) })
    await expect.element(card(2).getByRole('button')).toHaveTextContent('Try free for 30 days')
    await openConsole('/Company/Tariff', { rows: rowsOf({ trial: 1 }, [used(1), used(2)]) })
    await expect.element(card(2).getByRole('button')).toHaveTextContent('Switch')
  })

  it('BILL-07 BILL-21 TARIFF-05: a tariff with subscription 0 opens contacts, another one its change', async () => {
    const app_settings = [{ name: 'contact_links', value: 'mail mailto:sales@example.com' }]
    await openConsole('/Company/Tariff', { rows: { ...rowsOf(), app_settings } })
    await card(3).getByRole('button').click()
    await expect.element(page.getByTestId('contact-dialog')).toMatchTextContent('Enterprise')
    await expect.element(page.getByTestId('contact-dialog').getByRole('link')).toHaveAttribute('href', 'mailto:sales@example.com')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByTestId('contact-dialog')).not.toBeInTheDocument()
    await card(2).getByRole('button').click()
    await expect.element(dialog).toMatchTextContent('Pro')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('BILL-22: an archived tariff warns that moving to another tariff prevents a return', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ base_tariff: 4, paid_total: '10.00' }) })
    await expect.element(card(4).getByTestId('archived')).toMatchTextContent('you can’t return to it')
    await card(2).getByRole('button').click()
    await expect.element(dialog.getByTestId('no-return')).toMatchTextContent('Old is no longer offered')
  })
})

describe('top up', () => {
  it('BILL-03 BILL-11: suggests the price less the balance, but at least 15 dollars', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf({ balance: '4.50' }) })
    await button('Top up').click()
    await expect.element(topUp.getByRole('textbox')).toHaveValue('15.50')
    await expect.element(topUp.getByRole('textbox')).toHaveFocus()
    await openConsole('/Company/Tariff', { rows: rowsOf({ balance: '18.00' }) })
    await button('Top up').click()
    await expect.element(topUp.getByRole('textbox')).toHaveValue('15.00')
  })

  it('BILL-09 BILL-10: does not pay less than 15 dollars', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf() })
    sellTariffs(server, {}, { status: 'OK', page: PAGE })
    await button('Top up').click()
    const pay = topUp.getByRole('button', { name: 'Pay' })
    for (const typed of ['14.99', '0', '-20', 'a lot', '']) {
      await topUp.getByRole('textbox').fill(typed)
      await expect.element(pay).toBeDisabled()
      await userEvent.keyboard('{Enter}')
    }
    await topUp.getByRole('textbox').fill('14.99')
    await expect.element(topUp).toMatchTextContent('Minimum payment amount is $15')
    await topUp.getByRole('textbox').fill('15')
    await expect.element(topUp).not.toMatchTextContent('Minimum payment amount')
    expect(server.saved()).toEqual([])
    await pay.click()
    await expect.poll(() => server.saved()).toEqual([{ type: 1, bill: '15.00' }])
    await expect.poll(() => tab.location.href).toBe(PAGE)
    lastPayment(server)['state'] = 'applied'
  })
})

describe('a change of tariff', () => {
  it('shows the bill step by step, and what happens', async () => {
    await openConsole('/Company/Tariff', { rows: rowsOf() })
    await card(2).getByRole('button').click()
    await expect
      .poll(() => steps('change-dialog'))
      .toEqual([
        'Tariff$50.00',
        'Already paid, and days that have passed (Days left: 15 of 30)-$35.00',
        'From the balance-$4.50',
        'To pay now$10.50',
      ])
    await expect
      .element(dialog.getByTestId('consequences'))
      .toMatchTextContent('You pay $10.50 now. Pro applies as soon as the payment arrives.')
    await expect.element(dialog.getByTestId('consequences')).toMatchTextContent('$4.50 is taken from your balance.')
    await expect
      .element(dialog.getByTestId('consequences'))
      .toMatchTextContent(`The current period still ends on ${dayText(15)}.`)
    await expect.element(dialog.getByRole('button', { name: 'Pay $10.50' })).toHaveFocus()
  })

  it('lists the usage over the limits of the new tariff, which can’t be chosen until it is reduced', async () => {
    const merchant = [{ name: { en: 'One' } }, { name: { en: 'Two' } }, { name: { en: 'Three' } }]
    await openConsole('/Company/Tariff', { rows: { ...rowsOf({ base_tariff: 2, paid_total: '50.00' }), merchant } })
    await card(1).getByRole('button').click()
    await expect.element(dialog.getByTestId('over-limits')).toMatchTextContent('Merchant limit: 2 (you have 3)')
    await expect.element(dialog.getByRole('button', { name: 'Change later' })).toBeDisabled()
  })

  it('BILL-29 BILL-30: opens the payment page, asks every 10 s, and reloads once the payment has arrived', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf() })
    sellTariffs(server, { type: 4, bill: '10.50' }, { status: 'OK', page: PAGE })
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Pay $10.50' }).click()
    await expect.element(dialog.getByTestId('payment-waiting')).toBeVisible()
    expect(server.saved()).toEqual([{ type: 4, tariff: 2, tariff_period: 1, option: [] }])
    expect(server.seen.filter(({ call }) => call === 'Company.TariffUp').map(({ data }) => data)).toEqual([{ order_id: 3 }])
    // The tab was opened by the click, before its address was known.
    expect(open.mock.calls).toEqual([['', '_blank']])
    expect(tab.location.href).toBe(PAGE)
    expect(tab.opener).toBeNull()
    await expect.element(dialog.getByRole('link', { name: 'Open payment page again' })).toHaveAttribute('href', PAGE)
    const reads = () =>
      server.seen.filter(({ call, data }) => call === 'Reference.getData' && JSON.stringify(data).includes('"prm":3')).length
    expect(reads()).toBe(0)
    const signIns = () => server.seen.filter(({ call }) => call === 'Auth.checkAuth').length
    const signedIn = signIns()
    Object.assign(lastPayment(server), { state: 'applied', date_applied: inDays(0) })
    Object.assign(server.rows('company')[0] as object, { base_tariff: 2, balance: '0.00' })
    const before = Date.now()
    await expect.poll(reads, { timeout: 14_000 }).toBe(1)
    expect(Date.now() - before).toBeGreaterThan(7000)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(card(2)).toMatchTextContent('Selected')
    await expect.element(group('Balance')).toMatchTextContent('$0.00')
    // The menu and the options of the company, too.
    await expect.poll(signIns).toBe(signedIn + 1)
  })

  it('BILL-30 BILL-33: learns of the payment at once from a live update, and says that the tariff is applied, not before', async () => {
    // The page has another connection, for calls.
    const sockets: Record<string, unknown>[] = []
    const say = (frame: LiveServerFrame): void => {
      const data = JSON.stringify(liveServerFrameSchema.parse(frame))
      for (const socket of sockets) (socket['onmessage'] as (event: object) => void)({ data })
    }
    const server = await openConsole('/Company/Tariff', {
      rows: rowsOf(),
      webSocket: async () => {
        const socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null, onerror: null } as Record<
          string,
          unknown
        >
        sockets.push(socket)
        setTimeout(() => (socket['onopen'] as () => void)?.())
        return socket as never
      },
    })
    sellTariffs(server, { type: 4, bill: '10.50' }, { status: 'OK', page: PAGE })
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Pay $10.50' }).click()
    await expect.element(dialog.getByTestId('payment-waiting')).toBeVisible()
    const reads = () =>
      server.seen.filter(({ call, data }) => call === 'Reference.getData' && JSON.stringify(data).includes('"prm":3')).length
    Object.assign(lastPayment(server), { state: 'paid' })
    say({ type: 'changed', feed: 2, table: 'payment', ids: [3] })
    await expect.poll(reads, { timeout: 5000 }).toBe(1)
    // It is still waited for.
    Object.assign(server.rows('company')[0] as object, { balance: '3.00' })
    say({ type: 'changed', feed: 3, table: 'company', ids: [1] })
    await expect.poll(reads, { timeout: 5000 }).toBe(2)
    Object.assign(lastPayment(server), { state: 'applied' })
    say({ type: 'changed', feed: 4, table: 'payment', ids: [3] })
    await expect.element(dialog, { timeout: 5000 }).not.toBeInTheDocument()
    await expect.element(notices).toMatchTextContent('Tariff applied')
  })

  it('BILL-31 BILL-33: a change that costs nothing now is applied at once, and says so', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf({ balance: '100.00' }) })
    sellTariffs(server, { type: 4, bill: '0.00' }, { status: 'OK' })
    server.on('Company.TariffUp', () => {
      Object.assign(lastPayment(server), { state: 'applied' })
      return { data: { status: 'OK' } }
    })
    await card(2).getByRole('button').click()
    await expect.element(dialog.getByTestId('consequences')).toMatchTextContent('Pro applies today. There is nothing to pay.')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.element(notices).toMatchTextContent('Tariff applied')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(open).not.toHaveBeenCalled()
  })

  it('BILL-32: a later change waits for the current subscription to end; the page shows the day and cancels it', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf({ base_tariff: 2, paid_total: '50.00' }) })
    sellTariffs(server, { type: 5, state: 'waiting' }, { status: 'OK' })
    server.on('Company.cancelPayment', () => {
      lastPayment(server)['state'] = 'cancelled'
      return { data: { status: 'OK' } }
    })
    await card(1).getByRole('button').click()
    await expect.element(dialog.getByTestId('consequences')).toMatchTextContent('Nothing changes and nothing is charged today.')
    await expect.element(dialog.getByTestId('consequences')).toMatchTextContent('Your balance is $15.50 short.')
    await dialog.getByRole('button', { name: 'Change later' }).click()
    await expect.element(dialog).toMatchTextContent('The tariff changes after the end of the current subscription')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const waiting = page.getByTestId('pending-3')
    await expect
      .element(waiting)
      .toMatchTextContent(`On ${dayText(15)}, when the current subscription ends, the tariff changes to Basic.`)
    expect(server.seen.some(({ call }) => call === 'Company.TariffUp')).toBe(false)
    await waiting.getByRole('button', { name: 'Cancel change' }).click()
    await page.getByTestId('cancel-question').getByRole('button', { name: 'Yes' }).click()
    await expect.element(waiting).not.toBeInTheDocument()
    expect(server.seen.filter(({ call }) => call === 'Company.cancelPayment').map(({ data }) => data)).toEqual([
      { payment_id: 3 },
    ])
  })

  it('BILL-34: shows the server’s error in the user’s language', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf(), lang: 'ru' })
    sellTariffs(server, { type: 4, bill: '10.50' }, { status: 'FAIL', error: 'The payment has not arrived yet' })
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Оплатить $10,50' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Платёж ещё не поступил')
    // The empty tab is not left behind.
    expect(tab.close).toHaveBeenCalled()
    server.on('Reference.saveData', () => refusal('tariff_unavailable', { error: 'This tariff is not offered' }))
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Оплатить $10,50' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Этот тариф не предлагается')
  })

  it('says what exceeds the limits if the server refuses a change', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf() })
    sellTariffs(server, { type: 4, bill: '10.50' }, { status: 'OK' })
    const because = { limits: { limit_merchant: { count: 3, max: 2 }, limit_user: { count: 900, max: 500 } } }
    server.on('Reference.saveData', () => refusal('over_tariff_limits', { params: ['merchant 3 > 2'], because }))
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Pay $10.50' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Merchant limit: 2 (you have 3)')
    await expect.element(dialog.getByRole('alert')).not.toHaveTextContent('merchant 3 > 2')
  })

  it('refers to platform support if the server takes no payments', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf() })
    sellTariffs(server, { type: 4, bill: '10.50' }, { status: 'OK' })
    server.on('Company.TariffUp', () => refusal('service_not_configured', {}))
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Pay $10.50' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('contact platform support')
    expect(tab.close).toHaveBeenCalled()
  })

  it('asks again if the server’s bill differs from the shown one', async () => {
    const server = await openConsole('/Company/Tariff', { rows: rowsOf() })
    sellTariffs(server, { type: 4, bill: '45.00' }, { status: 'OK', page: PAGE })
    await card(2).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Pay $10.50' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The bill has changed')
    expect(steps('change-dialog')).toEqual(['To pay now$45.00'])
    expect(server.seen.some(({ call }) => call === 'Company.TariffUp')).toBe(false)
    await dialog.getByRole('button', { name: 'Pay $45.00' }).click()
    await expect.element(dialog.getByTestId('payment-waiting')).toBeVisible()
    expect(tab.location.href).toBe(PAGE)
  })

  it('an unpaid payment can be continued or cancelled later, such as after a reload', async () => {
    const unpaid = { type: 4, tariff: 2, tariff_period: 1, bill: '10.50', state: 'open' }
    const server = await openConsole('/Company/Tariff', { rows: rowsOf({}, [used(1), used(2), unpaid]) })
    server.on('Company.TariffUp', () => ({ data: { status: 'OK', page: PAGE } }))
    server.on('Company.cancelPayment', () => {
      lastPayment(server)['state'] = 'cancelled'
      return { data: { status: 'OK' } }
    })
    const pending = page.getByTestId('pending-3')
    await expect.element(pending).toMatchTextContent('$10.50 for Pro is not paid yet.')
    await pending.getByRole('button', { name: 'Continue payment' }).click()
    const resumed = page.getByTestId('resumed-payment')
    await expect.element(resumed.getByTestId('payment-waiting')).toBeVisible()
    expect(tab.location.href).toBe(PAGE)
    await resumed.getByRole('button', { name: 'Cancel payment' }).click()
    await expect.element(resumed).not.toBeInTheDocument()
    await expect.element(pending).not.toBeInTheDocument()
  })
})

describe('billing', () => {
  it('BILL-08: shows the payment history, and each payment with its steps and bookings', async () => {
    const payment = {
      ...used(2),
      tariff_period: 1,
      bill: '10.50',
      amount: '10.50',
      description: 'Card 4242',
      date: inDays(-3),
      steps: [
        { label: 'Tariff', amount: '50.00' },
        { label: 'To pay now', amount: '10.50' },
      ],
    }
    const booking = [
      { payment: 2, kind: 'payment', amount: '10.50', date: inDays(-3), reference: 'r1', reason: '' },
      { payment: 1, kind: 'opening', amount: '99.00', date: inDays(-9), reference: 'r2', reason: '' },
    ]
    await openConsole('/Company/Tariff?tab=Billing', { rows: { ...rowsOf({}, [used(1), payment]), booking } })
    const table = page.getByTestId('record-table')
    await expect.element(table.css('tbody tr').first()).toMatchTextContent('Card 4242')
    expect(table.css('thead').element().textContent).toMatch(/Date.*Type.*Tariff.*Amount.*State.*Description/)
    await table.css('tbody tr').first().getByRole('button', { name: 'Info' }).click()
    const detail = page.getByTestId('payment-detail')
    await expect.element(detail.getByTestId('bookings')).toMatchTextContent('$10.50')
    expect(detail.getByTestId('bookings').element().textContent).not.toContain('$99.00')
    expect(steps('payment-detail')).toEqual(['Tariff$50.00', 'To pay now$10.50'])
    for (const value of ['Complete', 'Now', 'Pro', 'Month']) await expect.element(detail).toMatchTextContent(value)
  })

  it('shows the invoices of a charge, and saves the document as it was issued', async () => {
    const charge = { type: 3, amount: '-42.00', state: 'applied', date: inDays(-3), description: 'Subscription', steps: [] }
    const invoice = [
      { payment: 1, number: 17, amount: '42.00', date: inDays(-3) },
      { payment: 2, number: 18, amount: '1.00', date: inDays(-3) },
    ]
    const server = await openConsole('/Company/Tariff?tab=Billing', { rows: { ...rowsOf({}, [charge]), invoice } })
    server.on('Company.invoice', ({ invoice_id }) => ({
      data: { number: 17, document: `<h1>Invoice of ${String(invoice_id)}</h1>` },
    }))
    const saved: { name: string; text: Promise<string> }[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push({ name: '', text: (blob as Blob).text() })
      return 'blob:none'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const last = saved.at(-1)
      if (last) last.name = this.download
    })
    onTestFinished(() => {
      create.mockRestore()
      click.mockRestore()
    })
    await page.getByTestId('record-table').css('tbody tr').first().getByRole('button', { name: 'Info' }).click()
    const list = page.getByTestId('invoices')
    await expect.element(list).toMatchTextContent(/Invoice 17.*\$42\.00/)
    expect(list.element().textContent).not.toContain('18')
    await list.getByRole('button', { name: 'Download' }).click()
    await expect.poll(() => saved.length).toBe(1)
    expect(saved[0]?.name).toBe('invoice-17.html')
    expect(await saved[0]?.text).toBe('<h1>Invoice of 1</h1>')
  })

  it('a platform administrator refunds at most the received amount, with a reason, and sees the bookings', async () => {
    const user = platform({ company: alpha() })
    const server = await openConsole('/Company/Tariff?tab=Billing', { user, rows: rowsOf({}, [{ ...used(2), amount: '42.00' }]) })
    const sent: object[] = []
    server.on('Company.refund', (input) => {
      sent.push(input)
      return { data: { status: 'OK', balance: '-5.50', returned: false } }
    })
    await page.getByTestId('record-table').css('tbody tr').first().getByRole('button', { name: 'Info' }).click()
    await page.getByTestId('payment-detail').getByRole('button', { name: 'Refund payment' }).click()
    const refund = page.getByTestId('refund')
    const amount = refund.getByRole('textbox', { name: 'Amount (USD)' })
    await expect.element(amount).toHaveValue('42.00')
    for (const [typed, said] of [
      ['42.01', 'At most $42.00 can be refunded'],
      ['0', 'Enter an amount, such as 25.00'],
      ['-1', 'Enter an amount, such as 25.00'],
      ['10', 'The balance changes from $4.50 to -$5.50.'],
    ] as const) {
      await amount.fill(typed)
      await expect.element(refund.getByTestId('money-question')).toMatchTextContent(said)
      await expect.element(refund.getByRole('button', { name: /^Refund \$/ })).toBeDisabled()
    }
    await refund.getByRole('textbox', { name: 'Reason' }).fill('Closed for a week')
    await refund.getByRole('button', { name: 'Refund $10.00' }).click()
    await expect.element(notices).toMatchTextContent('Booked: $10.00. The provider does not refund')
    await expect.element(refund).not.toBeInTheDocument()
    expect(sent).toEqual([{ payment_id: 1, amount: '10.00', reason: 'Closed for a week' }])
  })

  it('a refused refund says why, and keeps the typed text', async () => {
    const user = platform({ company: alpha() })
    const server = await openConsole('/Company/Tariff?tab=Billing', { user, rows: rowsOf({}, [{ ...used(2), amount: '42.00' }]) })
    server.on('Company.refund', () =>
      refusal('refund_refused', {
        error: 'The payment provider refused the refund: %1',
        params: ['Charge disputed'],
      }),
    )
    await page.getByTestId('record-table').css('tbody tr').first().getByRole('button', { name: 'Info' }).click()
    await page.getByTestId('payment-detail').getByRole('button', { name: 'Refund payment' }).click()
    const refund = page.getByTestId('refund')
    await refund.getByRole('textbox', { name: 'Reason' }).fill('Closed')
    await refund.getByRole('button', { name: 'Refund $42.00' }).click()
    await expect.element(refund.getByRole('alert')).toMatchTextContent('The payment provider refused the refund: Charge disputed')
    await expect.element(refund.getByRole('textbox', { name: 'Reason' })).toHaveValue('Closed')
  })

  it('a platform administrator corrects the balance up or down; owners do neither', async () => {
    const server = await openConsole('/Company/Tariff', { user: platform({ company: alpha() }), rows: rowsOf() })
    const sent: object[] = []
    server.on('Company.correct', (input) => {
      sent.push(input)
      return { data: { status: 'OK', balance: '2.00' } }
    })
    await group('Balance').getByRole('button', { name: 'Correct balance' }).click()
    const dialog = page.getByTestId('correct-balance')
    await dialog.getByRole('textbox', { name: 'Amount (USD)' }).fill('-2.50')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid twice')
    await expect.element(dialog.getByTestId('money-question')).toMatchTextContent('The balance changes from $4.50 to $2.00.')
    await dialog.getByRole('button', { name: 'Book -$2.50' }).click()
    await expect.element(notices).toMatchTextContent('New balance: $2.00')
    expect(sent).toEqual([{ amount: '-2.50', reason: 'Paid twice' }])
    await openConsole('/Company/Tariff?tab=Billing', { rows: rowsOf({}, [{ ...used(2), amount: '42.00' }]) })
    await page.getByTestId('record-table').css('tbody tr').first().getByRole('button', { name: 'Info' }).click()
    await expect.element(page.getByTestId('payment-detail')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Refund payment' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Correct balance' })).not.toBeInTheDocument()
  })

  it('shows the bills of the next 12 months, less the balance', async () => {
    await openConsole('/Company/Tariff?tab=Billing', { rows: rowsOf({ balance: '24.50' }) })
    const lines = page.getByTestId('coming-bills').css('tbody tr')
    await expect.poll(() => lines.elements()).toHaveLength(12)
    expect(
      lines
        .elements()
        .slice(0, 3)
        .map((line) => line.textContent),
    ).toEqual([
      expect.stringMatching(/Basic\$20\.00\$20\.00\$0\.00$/),
      expect.stringMatching(/Basic\$20\.00\$4\.50\$15\.50$/),
      expect.stringMatching(/Basic\$20\.00\$0\.00\$20\.00$/),
    ])
    expect(lines.elements()[0]?.textContent).toContain(dayText(15))
  })
})

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  it.each([1440, 390])('the subscription, %i pixels wide', async (width) => {
    const pending = { type: 5, tariff: 2, tariff_period: 1, state: 'waiting', bill: '0.00' }
    const rows = rowsOf({ base_tariff: 4, order_count: 95, remaining_time: 3, balance: '-2.00' }, [used(1), pending])
    const clean = async () => {
      await expectNoFaults()
      expect(smallTargets()).toEqual([])
      const { scrollWidth, clientWidth } = document.documentElement
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
    await openConsole('/Company/Tariff', { rows, ...look, width })
    await expect.element(card(4)).toBeVisible()
    await clean()
    await card(2).getByRole('button').click()
    await expect.element(dialog).toBeVisible()
    await clean()
    await userEvent.keyboard('{Escape}')
    await group(look.lang === 'ar' ? 'الرصيد' : 'Balance')
      .getByRole('button')
      .click()
    await expect.element(topUp).toBeVisible()
    await clean()
    await openConsole('/Company/Tariff?tab=Billing', { rows, ...look, width })
    await expect.element(page.getByTestId('coming-bills')).toBeVisible()
    await clean()
  })
})
