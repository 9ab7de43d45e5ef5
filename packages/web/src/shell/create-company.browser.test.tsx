import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { refusal } from '../test/fake-server.ts'
import { kitchen, order } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { alpha, operator, owner, platform } from '../test/people.ts'

const some = (length: number, name: (index: number) => Record<string, unknown>) =>
  Array.from({ length }, (_, index) => name(index))
/** Longer than the positions that are preselected. Keys differ from positions. */
const lists = {
  country: some(249, (index) => ({ country_id: index + 1001, name: { en: `Country ${index}` }, alpha2: 'XX' })),
  global_lang: some(74, (index) => ({
    global_lang_id: index + 501,
    name: `Language ${index}`,
    code: index === 26 ? 'de' : 'en',
    dir: 'ltr',
  })),
}
const tariff = (name: string, more: object = {}) => ({
  name: { en: name },
  status: 1,
  subscription: 1,
  amount: '20.00',
  option: [],
  ...more,
})
const rows = {
  ...kitchen,
  ...lists,
  order: [order()],
  tariff: [
    tariff('Start'),
    tariff('Business', { most_value: 1, trial: 1, trial_period: 30, amount: '79.00' }),
    tariff('Chain', { subscription: 0 }),
    tariff('Old', { status: 2 }),
  ],
  subscribe_period: [
    { name: { en: 'Month' }, month: 1, discount: 0, status: 1 },
    { name: { en: 'Year' }, month: 12, discount: 20, status: 1, default: 1 },
    { name: { en: 'Quarter' }, month: 3, discount: 5, status: 0, default: 1 },
  ],
}
const beta = alpha({ company_id: 2, name: { en: 'Beta' } })

const dialog = page.getByTestId('create-company')
const name = dialog.getByLabelText('Company name')
const country = dialog.getByLabelText('Country')
const language = dialog.getByLabelText('Language')
const next = dialog.getByRole('button', { name: 'Next' })
const card = (key: number) => dialog.getByTestId(`tariff-${key}`)
const create = (key: number) => card(key).getByRole('button', { name: 'Create company' })

type Options = Parameters<typeof openConsole>[1]
async function open(options: Options = {}) {
  const server = await openConsole('/Company/Order', { rows, ...options })
  server.on('Company.Create', () => {
    server.on('Auth.checkAuth', () => ({ auth: { status: 'OK', user: owner({ company: beta }) } }))
    return { data: { status: 'OK', company_id: 2 } }
  })
  await page.getByRole('banner').css('[aria-haspopup=menu]').last().click()
  await page
    .getByRole('menuitem')
    .filter({ hasText: /Create company|إنشاء شركة/ })
    .click()
  await expect.element(dialog.css('select').first()).toBeEnabled()
  return server
}
const created = (server: Awaited<ReturnType<typeof open>>) =>
  server.seen.filter(({ call }) => call === 'Company.Create').map(({ data }) => data['company'])

it('COMP-08 COMP-09 COMP-15: step 1 asks for the name, step 2 for the tariff; choosing it creates the company and opens its tariff page', async () => {
  const server = await open()
  await expect.element(dialog.getByText('Step 1 of 2')).toBeVisible()
  expect(card(1).elements()).toEqual([])
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard(' Beta {Enter}')
  await expect.element(dialog.getByText('Step 2 of 2')).toBeVisible()
  expect(name.elements()).toEqual([])
  await expect.element(card(4)).not.toBeInTheDocument()
  expect(created(server)).toEqual([])
  await create(1).click()
  await expectUrl(/\/Company\/Tariff$/)
  expect(created(server)).toEqual([
    { country: 1207, lang: [527], name: { de: 'Beta' }, tariff: { tariff_id: 1, subscribe_period_id: 2 } },
  ])
  await expect.element(notices).toMatchTextContent('Company created successfully')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.title).toMatch(/Beta/)
})

it('COMP-10 COMP-11: preselects the country at list index 206 and the language at index 26', async () => {
  await open()
  await expect.element(country).toHaveValue('1207')
  await expect.element(country).toHaveDisplayValue('Country 206')
  await expect.element(language).toHaveDisplayValue('Language 26')
})

it('COMP-12 COMP-13: preselects the tariff flagged most_value and the period flagged default', async () => {
  await open()
  await name.fill('Beta')
  await next.click()
  await expect.element(card(2)).toHaveAttribute('aria-current', 'true')
  await expect.element(card(2)).toHaveFocus()
  await expect.element(card(1)).not.toHaveAttribute('aria-current')
  await expect.element(dialog.getByRole('radio', { name: 'Year' })).toBeChecked()
  await expect.element(dialog.getByRole('radio', { name: 'Month' })).not.toBeChecked()
  // No longer offered.
  await expect.element(dialog.getByRole('radio', { name: 'Quarter' })).not.toBeInTheDocument()
})

it('COMP-14: Next stays disabled until a country is chosen and the name is not empty', async () => {
  await open()
  await expect.element(next).toBeDisabled()
  await name.fill('   ')
  await expect.element(next).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Step 1 of 2')).toBeVisible()
  await name.fill('B')
  await expect.element(next).toBeEnabled()
  await country.selectOptions('')
  await expect.element(next).toBeDisabled()
  await country.selectOptions('Country 3')
  await next.click()
  await expect.element(create(1)).toBeEnabled()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await name.fill('')
  await expect.element(next).toBeDisabled()
})

it('shows beside each tariff its price, its trial and its first bill for the chosen period', async () => {
  await open()
  await name.fill('Beta')
  await next.click()
  await expect.element(card(1)).toMatchTextContent('$20.00 a month')
  await expect.element(card(1)).toMatchTextContent('First bill, due at once: $192.00')
  await expect.element(card(2)).toMatchTextContent('Free trial: 30 days')
  await expect.element(card(2)).toMatchTextContent('First bill after the trial: $758.40')
  await dialog.getByRole('radio', { name: 'Month' }).click()
  await expect.element(card(1)).toMatchTextContent('First bill, due at once: $20.00')
  await expect.element(card(2)).toMatchTextContent('First bill after the trial: $79.00')
})

it('says that a trial was already used, and when the first bill is due then', async () => {
  await open({ user: owner({ trials: [2] }) })
  await name.fill('Beta')
  await next.click()
  await expect.element(card(2)).toMatchTextContent('You have already had the free trial of this tariff.')
  await expect.element(card(2)).toMatchTextContent('First bill, due at once: $758.40')
  await expect.element(card(2)).not.toMatchTextContent('Free trial')
})

it('BILL-21: a tariff with subscription 0 opens a contact dialog instead', async () => {
  const contacts = [{ name: 'contact_links', value: 'mail mailto:help@tiffin.test' }]
  const server = await open({ rows: { ...rows, app_settings: contacts } })
  await name.fill('Beta')
  await next.click()
  expect(create(3).elements()).toEqual([])
  await card(3).getByRole('button', { name: 'Contact us' }).click()
  const contact = page.getByTestId('contact-dialog')
  await expect.element(contact.getByRole('link', { name: 'help@tiffin.test' })).toHaveAttribute('href', 'mailto:help@tiffin.test')
  await userEvent.keyboard('{Escape}')
  await expect.element(contact).not.toBeInTheDocument()
  await expect.element(card(3)).toBeVisible()
  expect(created(server)).toEqual([])
})

it('shows a refusal beside the tariffs, which can then be chosen again', async () => {
  const server = await open()
  await name.fill('Beta')
  await next.click()
  const answers = server.on('Company.Create', () => refusal('rate_limited', { params: [60], error: 'Too many attempts.' }))
  await create(1).click()
  await expect.element(dialog.getByTestId('create-problem')).toBeVisible()
  expect(document.title).toMatch(/Alpha/)
  answers()
  await create(1).click()
  await expectUrl(/\/Company\/Tariff$/)
})

it('offers to load the lists again', async () => {
  const server = await openConsole('/Company/Order', { rows })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  const answers = server.on('Reference.getData', () => 500)
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Create company' }).click()
  const retry = dialog.getByRole('button', { name: 'Retry' })
  await expect.poll(() => retry.elements(), { timeout: 20_000 }).toHaveLength(1)
  answers()
  await retry.click()
  await expect.element(country).toHaveValue('1207')
})

it('opens from the palette', async () => {
  await openConsole('/Company/Order', { rows })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox').fill('new company')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveFocus()
})

describe('a person without a company', () => {
  const newcomer = owner({ company: null, company_role: null })

  it('lands on the dialog, and after closing it on a page that offers it', async () => {
    await openConsole('/', { user: newcomer, rows })
    await expect.element(name).toHaveFocus()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByTestId('choose-company').getByRole('button', { name: 'Create company' }).click()
    await expect.element(name).toBeVisible()
  })

  it('does not land there with companies to choose from, or as a platform administrator', async () => {
    await openConsole('/', { user: newcomer, rows: { ...rows, owner: [{ name: { en: 'Alpha' }, status: 1 }] } })
    await expect.element(page.getByTestId('choose-company')).toBeVisible()
    expect(dialog.elements()).toEqual([])
    await openConsole('/Company/Order', { user: platform(), rows })
    await expect.element(page.getByTestId('choose-company')).toBeVisible()
    expect(dialog.elements()).toEqual([])
  })
})

describe.each(looks)('axe finds nothing, $theme, $lang:', (look) => {
  it.each([1440, 390])('both steps, %i px', async (width) => {
    await open({ ...look, width, height: 844 })
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    await dialog.css('input').first().fill('Beta')
    await dialog.css('button[type=submit]').click()
    await expect.element(card(2)).toHaveFocus()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

it('SHELL-28 SHELL-29 SHELL-30: the layout owns five dialogs: profile, create company, session-expiry confirm, exit confirm, suspended company', async () => {
  const fromMenu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  // Each belongs to the layout, so it opens the same way on different pages.
  for (const path of ['/Company/Order', '/Company/Tag']) {
    await openConsole(path, { user: operator({ navigation: ['Company-Order', 'Company-Tag'] }), rows })
    for (const [item, testId] of [
      ['Profile', 'profile'],
      ['Create company', 'create-company'],
      ['Exit', 'exit-dialog'],
    ] as const) {
      await fromMenu(item)
      await expect.element(page.getByTestId(testId)).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByTestId(testId)).not.toBeInTheDocument()
    }
    await openConsole(path, { user: owner({ session_seconds: 20 }), rows, hasActivity: true })
    const session = page.getByTestId('session-dialog')
    await expect.element(session.getByTestId('session-left')).toMatchTextContent(/^0:(1\d|20)$/)
    await openConsole(path, { user: owner({ company: alpha({ enable: 0 }) }), rows })
    const suspended = page.getByTestId('disabled-dialog')
    await expect.element(suspended.getByRole('link', { name: 'Open tariff' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
    await expect.element(suspended).toBeVisible()
    await suspended.getByRole('link', { name: 'Open tariff' }).click()
    await expectUrl(/\/Company\/Tariff$/)
    await expect.element(suspended).not.toBeInTheDocument()
  }
})
