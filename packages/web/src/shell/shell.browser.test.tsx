import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../test/fake-server.ts'
import { kitchen, order } from '../test/kitchen.ts'
import { openConsole, expectUrl } from '../test/open-console.tsx'
import { alpha, operator, owner, platform } from '../test/people.ts'

const menu = page.getByTestId('menu')
const bar = page.getByRole('banner')
const main = page.getByRole('main')
const rows = { ...kitchen, order: [order()] }
const widthOf = (element: Element) => element.getBoundingClientRect().width

it('SHELL-17 SHELL-18 SHELL-20 SHELL-23 CONST-02: the drawer shows the navigation, filters it by search, and names the build', async () => {
  await openConsole('/Company/Order', { rows })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(() => widthOf(menu.element())).toBe(220)
  const links = menu.getByRole('link')
  await expect.poll(() => links.elements()).toHaveLength(23)
  await expect.element(menu.getByText('Alpha')).toBeVisible()
  await expect.element(page.getByTestId('build')).toHaveTextContent('0.0.1 (2025030301)')
  await menu.getByRole('searchbox').fill('no such page')
  await expect.element(menu.getByRole('status')).toHaveTextContent('No matching menu items')
  expect(links.elements()).toEqual([])
  await menu.getByRole('searchbox').fill('tar')
  await expect.poll(() => links.elements().map((link) => link.textContent)).toEqual(['Tariff'])
  await menu.getByRole('link', { name: 'Tariff' }).click()
  await expectUrl(/\/Company\/Tariff$/)
  await expect.element(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
})

it('NAV-45: /Company/Order shows the order board', async () => {
  await openConsole('/Company/Order', { rows })
  await expect.element(page.getByTestId('board').getByText('Anna').first()).toBeVisible()
})

it('SHELL-17 SHELL-18: a collapsed menu longer than the window scrolls without a scrollbar, which would clip its icons', async () => {
  await openConsole('/Company/Order', { rows, height: 500 })
  const last = menu.getByRole('link').last()
  await expect.element(last).toBeInTheDocument()
  await expect.element(last).not.toBeInViewport()
  ;(last.element() as HTMLElement).focus()
  await expect.element(last).toBeInViewport()
  const scrolled = last.element().parentElement?.parentElement
  expect(scrolled && getComputedStyle(scrolled).scrollbarWidth).toBe('none')
})

it('SHELL-25: under 500 px the name is hidden, and the menu overlays the page', async () => {
  await openConsole('/Company/Order', { rows })
  for (const width of [1440, 500]) {
    await page.viewport(width, 800)
    await expect.element(bar.getByText('Olga Ames')).toBeVisible()
  }
  await page.viewport(499, 800)
  await expect.element(bar.getByText('Olga Ames')).not.toBeVisible()
  await expect.element(menu).not.toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(menu).toBeVisible()
  await page.getByTestId('menu-scrim').click({ position: { x: 400, y: 300 } })
  await expect.element(menu).not.toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeVisible()
})

it('SHELL-38: a page is as high as the window minus the bar, at every width', async () => {
  await openConsole('/Company/Order', { rows })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [2560, 1300],
    [390, 844],
    [320, 500],
  ] as const) {
    await page.viewport(width, height)
    const top = () => bar.element().getBoundingClientRect().height
    await expect.poll(() => main.element().getBoundingClientRect()).toMatchObject({ y: top(), height: height - top() })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

it.each([
  ['their only company', owner],
  ['one of several companies', platform],
])('SHELL-13 SHELL-38: on a phone the long name of %s is truncated', async (_whose, person) => {
  const name = { en: 'Шафрановая улица и друзья, кухня и доставка, город' }
  const companies = [
    { company_id: 1, name, status: 1 },
    { company_id: 2, name: { en: 'Beta' }, status: 1 },
  ]
  const user = person({ company: alpha({ name }) })
  await openConsole('/Company/Order', { user, rows: { ...rows, owner: companies.slice(0, user.role === 1 ? 2 : 1) } })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  const parts = [
    ...bar.getByRole('button').all(),
    bar.getByRole('link', { name: 'To the order page' }),
    page.getByRole('button', { name: 'Reload' }),
    page.getByTestId('card-1').css('.moves'),
  ]
  for (const width of [390, 360, 320]) {
    await page.viewport(width, 700)
    page.getByTestId('card-1').element().scrollIntoView()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const part of parts) {
      const box = part.element().getBoundingClientRect()
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      expect(box.width).toBeGreaterThanOrEqual(24)
    }
  }
})

it.each([
  ['shown to owners', owner({ company: alpha({ allow_chat: 1 }) }), 1],
  ['shown to platform administrators', platform({ company: alpha({ allow_chat: 1 }) }), 1],
  ['not shown to operators', operator({ company: alpha({ allow_chat: 1 }) }), 0],
])('SHELL-13 SHELL-14: the badge and its sound control are %s', async (_, user, count) => {
  await openConsole('/Company/Order', { user, rows })
  await expect.element(page.getByRole('button', { name: 'Account:' })).toBeVisible()
  await expect.poll(() => page.getByTestId('chat-badge').elements()).toHaveLength(count)
  await expect.poll(() => page.getByRole('button', { name: 'Sound for new messages' }).elements()).toHaveLength(count)
})

it('SHELL-13 SHELL-15: the bar has menu and account; the account has companies, language, theme, help and exit', async () => {
  const companies = ['Alpha', 'Beta'].map((en) => ({ name: { en }, status: 1 }))
  await openConsole('/Company/Order', { user: platform({ company: alpha() }), rows: { ...rows, owner: companies } })
  await expect.element(bar.getByRole('button', { name: 'Menu' })).toBeVisible()
  await bar.getByRole('button', { name: 'Account:' }).click()
  const choices = page.getByRole('menuitemradio')
  await expect.poll(() => choices.elements().map((choice) => choice.textContent)).toEqual(['Alpha', 'Beta'])
  await expect.element(page.getByRole('menuitem', { name: 'Exit' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => document.documentElement.className).toMatch(/dark/)
  await bar.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'العربية' }).click()
  await expect.poll(() => document.documentElement.dir).toBe('rtl')
  await bar.css('[aria-haspopup=menu]').last().click()
  await page.getByRole('menuitem', { name: 'اللغة' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await bar.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect.element(page.getByTestId('keys-dialog')).toBeVisible()
})

it('SHELL-15: a company chosen in the user menu is selected', async () => {
  const companies = ['Alpha', 'Beta'].map((en) => ({ name: { en }, status: 1 }))
  const server = await openConsole('/Company/Order', {
    user: platform({ company: alpha() }),
    rows: { ...rows, owner: companies },
  })
  await bar.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await expect
    .poll(() => server.seen.find(({ call }) => call === 'Reference.saveData')?.data)
    .toMatchObject({ tables: [{ table: 'admin', row: { company: 2 } }] })
})

it('NAV-63: a link to another site opens a new window', async () => {
  const user = owner({ navigation: ['Company-Order', 'https://help.example/orders'] })
  await openConsole('/Company/Order', { user, rows })
  const link = menu.getByRole('link', { name: 'help.example/orders' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('href', 'https://help.example/orders')
})

it('NAV-13 NAV-14: an unknown address does not exist, and leads back', async () => {
  await openConsole('/Nowhere', { user: operator(), rows })
  await expect.element(page.getByText('404')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await main.getByRole('link', { name: 'To the order page' }).click()
  await expectUrl(/\/Company\/Order(\?|$)/)
})

it('NAV-64: a page that needs a right says so, and whom to ask', async () => {
  await openConsole('/Company/Tariff', { user: operator(), rows })
  const message = page.css('[data-route=error404-page]')
  await expect.element(message).toMatchTextContent("You don't have access to this page")
  await expect.element(message).not.toMatchTextContent('404')
  await message.getByRole('link', { name: 'To the order page' }).click()
  await expectUrl(/\/Company\/Order(\?|$)/)
})

it('AUTH-10: a user who was signed out elsewhere reads so in neutral words, and that changes are kept', async () => {
  const server = await openConsole('/Company/Tag', { rows })
  await expect.element(page.getByRole('button', { name: 'Account:' })).toBeVisible()
  for (const call of ['Reference.getData', 'Auth.checkAuth']) server.on(call, () => refusal('session_required'))
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toMatchTextContent('You have been signed out, for example in another tab.')
  await expect.element(alert).toMatchTextContent('Unsaved changes are kept on this device')
  await expect.element(page.getByLabelText('Login')).toHaveAttribute('aria-invalid', 'false')
})

it.each([
  ['FAIL', { auth: { status: 'FAIL', code: 'bad_credentials', error: 'Wrong login or password' } }],
  ['an unknown status', { auth: { status: 'GONE' } }],
])('AUTH-03: %s as the status of any call signs out and leads to the sign-in', async (_, reply) => {
  const server = await openConsole('/Company/Tag', { rows })
  await expect.element(page.getByRole('button', { name: 'Account:' })).toBeVisible()
  for (const call of ['Reference.getData', 'Auth.checkAuth']) server.on(call, () => reply)
  await expect.element(page.getByLabelText('Login')).toBeVisible()
  await expectUrl(/^\/$/)
  await expect.element(page.getByRole('button', { name: 'Account:' })).not.toBeInTheDocument()
})

it.each(['/error404-page', '/Company/Nothing'])(
  'NAV-15 NAV-61: the unknown address %s leads to the page named error404-page, inside the frame, whose menu works',
  async (address) => {
    await openConsole(address, { rows })
    await expect.element(page.css('[data-route=error404-page]')).toMatchTextContent('404')
    await expect.element(page.getByRole('button', { name: 'Account:' })).toBeVisible()
    await bar.getByRole('link', { name: 'To the order page' }).click()
    await expect.element(page.getByTestId('board')).toBeVisible()
  },
)

it('NAV-07: the error page exists', async () => {
  await openConsole('/error', { rows })
  await expect.element(page.getByTestId('error-page')).toBeVisible()
})

it.each([
  ['Company-Merchant', /\/Company\/Merchant$/],
  ['Company-Courier-List', /\/Company\/CourierList$/],
  ['Company-Settings', /\/Company\/Settings$/],
  ['Company-Tariff', /\/Company\/Tariff$/],
  ['Company-Chat', /\/Company\/Chat(\?|$)/],
  ['Company-Order', /\/Company\/Order(\?|$)/],
  ['Administrator-Order', /\/Administrator\/Order$/],
  ['https://evil.example', /\/Company\/Order(\?|$)/],
])('NAV-12 NAV-61: Reload leads only to a named route: %s', async (back, to) => {
  await openConsole(`/Reload?back=${encodeURIComponent(back)}`, { user: back.startsWith('Admin') ? platform() : owner(), rows })
  await expectUrl(to)
})

it.each(['/', '/Company/Tag?page=2', '/Administrator/Order', '/Reload?back=Company-Tag', '/Tasks', '/approve', '/pair'])(
  'NAV-01 NAV-65: a stranger at %s signs in at /, the route named login',
  async (path) => {
    await openConsole(path, { user: null })
    await expect.element(page.getByLabelText('Login')).toBeVisible()
    await expectUrl(/^\/$/)
  },
)

it('NAV-62 NAV-65: signing in leads to the page that was asked for, else to the latest one', async () => {
  const answers = { 'Auth.Login': { auth: { status: 'OK', user: owner() } }, 'Auth.SignOut': { auth: { status: 'OK' } } }
  await openConsole('/Company/User?page=2', { user: null, rows, answers })
  const enter = async () => {
    await page.getByLabelText('Login').fill('owner')
    await page.getByLabelText('Password', { exact: true }).fill('tiffin-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await enter()
  await expectUrl(/\/Company\/User\?page=/)
  await menu.getByRole('link', { name: 'Tariff' }).click()
  await expectUrl(/\/Company\/Tariff$/)
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Exit' }).click()
  await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
  await expectUrl(/^\/$/)
  // A link in a mail opens the sign-in without the page that was left.
  history.replaceState({ ...(history.state as object), state: null }, '', '/?utm_source=mail')
  dispatchEvent(new PopStateEvent('popstate'))
  await enter()
  await expectUrl(/\/Company\/Tariff$/)
})

it.each([
  ['is that of the company', owner(), 'Alpha'],
  ['is left out without a company', platform(), ''],
])('NAV-66: the name above the menu entries %s', async (_what, user, name) => {
  await openConsole('/Company/Order', { user, rows })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(menu.getByRole('group').first()).toHaveAttribute('aria-label', name)
  await expect.element(menu).not.toMatchTextContent('%')
})

it('SHELL-31 SHELL-32: a suspended company is announced on every page, with the reason', async () => {
  const announced = page.getByTestId('company-suspended')
  await openConsole('/Company/Order', { user: owner({ company: alpha({ suspended: 1 }) }), rows })
  await expect.element(announced).toHaveTextContent('Service is suspended')
  await menu.getByRole('link', { name: 'Tariff' }).click()
  await expect.element(announced).toBeVisible()
  const beyond = alpha({ suspended: 1, limit_order: 0, order_count: 5 })
  await openConsole('/Company/Order', { user: owner({ company: beyond }), rows })
  await expect
    .element(announced)
    .toMatchTextContent('There is not enough money on the balance to pay for orders in excess of the established tariff plan')
})

it('SHELL-41: shows the state of the console to platform administrators, without secrets', async () => {
  await openConsole('/Tasks', { user: platform({ company: alpha(), token: 'secret' }), rows })
  const state = page.getByTestId('state')
  await expect.element(state).toMatchTextContent('"login": "platform"')
  await expect.element(state).toMatchTextContent('"token": "•••"')
  await expect.element(state).toMatchTextContent('"settings": "•••"')
  expect(menu.css('a[href="/Tasks"]').elements()).toEqual([])
  await openConsole('/Tasks', { rows })
  await expect.element(page.getByText('Page not found')).toBeVisible()
})

describe('a refused call', () => {
  /** Switches the company, whose save the server responds so. */
  async function expectRefusal(reply: object | number | string, text: string): Promise<void> {
    const companies = ['Alpha', 'Beta'].map((en) => ({ name: { en }, status: 1 }))
    const server = await openConsole('/Company/Order', {
      user: platform({ company: alpha() }),
      rows: { ...rows, owner: companies },
    })
    server.on('Reference.saveData', () => reply)
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitemradio', { name: 'Beta' }).click()
    const notice = page.css('[data-notice=negative]')
    await expect.element(notice).toMatchTextContent(text)
    expect(page.getByText('Company selected').elements()).toEqual([])
    await notice.getByText(text).click()
    await expect.element(notice).not.toBeInTheDocument()
  }

  it('ERR-01: an answer other than 200 shows "Server error"', () => expectRefusal(502, 'Server error'))

  it('ERR-01: an invalid answer shows "Server error"', () => expectRefusal('not JSON', 'Server error'))

  it('ERR-02 ERR-05 SHELL-35: its message is shown in red until a click', () => {
    const text = "You don't have permission to do this"
    return expectRefusal({ status: 'OK', data: refusal('forbidden', { error: text }) }, text)
  })

  it('ERR-03 ERR-05: a refusal of one table shows that table’s message', () => {
    const text = "You don't have access to this company"
    return expectRefusal({ data: { admin: refusal('foreign_company', { error: text }) } }, text)
  })
})

describe('a page that the tariff does not include', () => {
  it.each([
    ['GATE-01 GATE-02 GATE-12: Chat', 'allow_chat', '/Company/Chat'],
    ['GATE-01 GATE-02 GATE-12: Canned answers', 'allow_chat', '/Company/ChatAnswer'],
    ['GATE-05 GATE-02 GATE-12: Couriers', 'allow_courier_app', '/Company/CourierList'],
    ['GATE-06 GATE-02 GATE-12: Banners', 'allow_banner', '/Company/Marketing/Banner'],
    ['GATE-07 GATE-02 GATE-12: Mailings', 'allow_mailing', '/Company/Marketing/Mailing'],
    ['GATE-07 GATE-02 GATE-12: Blocked addresses', 'allow_mailing', '/Company/Marketing/BlockList'],
    ['GATE-08 GATE-02 GATE-12: Push messages', 'allow_push', '/Company/Marketing/Push'],
    ['GATE-09 GATE-02 GATE-12: Promo codes', 'allow_promocode', '/Company/Marketing/Promocode'],
    ['GATE-10 GATE-02 GATE-12: Report', 'allow_report', '/Company/Report/Orders'],
  ] as const)('%s without %s: the page offers it, and leads to the tariff', async (_name, option, path) => {
    await openConsole(path, { user: owner({ company: alpha({ [option]: 0 }) }), rows })
    const placeholder = page.getByTestId('option-missing')
    await expect.element(placeholder.getByTestId('upsell')).toMatchTextContent('Not enabled for your company: ')
    await placeholder.getByRole('link', { name: 'Open tariff' }).click()
    await expectUrl(/\/Company\/Tariff$/)
    await openConsole(path, { rows })
    await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible()
    expect(placeholder.elements()).toEqual([])
  })
})

it.each([
  [5, []],
  [6, ['Show all']],
])('the palette leads to the list if there are more than five matches: %i', async (count, offered) => {
  const user = Array.from({ length: count }, (_, at) => ({ name: 'Ida Brandt', phone: `4915100000${at}` }))
  await openConsole('/Company/Order', { rows: { ...rows, user } })
  await page.getByRole('button', { name: 'Search everything' }).click()
  const palette = page.getByTestId('palette')
  await palette.getByRole('combobox').fill('ida')
  await expect.poll(() => palette.getByRole('option', { name: 'Ida Brandt' }).elements()).toHaveLength(5)
  const all = palette.getByRole('option', { name: /^Show all.*Customers/ })
  expect(all.elements()).toHaveLength(offered.length)
  if (offered.length === 0) return
  await all.click()
  await expectUrl(/\/Company\/User\?search=ida/)
})
