import type { Locator } from '@playwright/test'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { insertRow } from '@tiffin/server/test'
import { expectedScreens, sharedTexts, type ScreenName } from '../fixtures/screens.ts'
import { editor, openList, openTab, recordLink, rows } from './records-support.ts'
import { expect, type Page, type Stage, test } from './support.ts'

/** Values for fields that don't accept arbitrary ones. */
const values: Readonly<Record<string, string>> = {
  access: '7',
  address: '12.5',
  alpha2: 'ZZ',
  alpha3: 'ZZZ',
  code: 'CHANGED',
  currency_code: 'ZZD',
  currency_symbol: 'Z$',
  date_finish: '2027-02-15',
  geo: '12.5',
  location: '12.5',
  phone_code: '99',
  phone_len: '7',
  phone_mask: '+99 #####',
}

/** Why a field is not changed here. */
const why = {
  picture: 'pictures have journeys of their own',
  server: 'the server sets it',
  together: 'it changes with another field only, which has a journey of its own',
  own: 'it has a journey of its own',
  taken: 'each of its few values is taken',
  alone: 'plugins alone would grant nothing',
  kept: 'the status of new orders cannot be deleted',
} as const

interface Work {
  /** Field that names a row, used for searching and sorting. */
  named: string
  /** Other required values of rows. */
  row?: Record<string, unknown>
  /** Every field that the journey skips, and why. */
  left?: Readonly<Record<string, keyof typeof why>>
}
const picture = { img: 'picture' } as const
const device = { platform: 'server', ver: 'server', ip: 'server', code_value: 'server', code_time: 'server' } as const
const stamps = { active: 'server', create: 'server' } as const
const work = {
  access: { named: 'name', left: { access: 'taken' } },
  couriers: { named: 'name', left: { ...picture, ...device, coords_refresh: 'server', coords: 'server', ...stamps } },
  courierStatuses: { named: 'value', left: { icon: 'picture' } },
  administrators: { named: 'name', left: { login: 'together', password: 'together', ...picture } },
  categories: { named: 'type', left: picture },
  users: { named: 'name', left: { ...picture, ...device, ...stamps } },
  tags: { named: 'name', left: picture },
  paymentTypes: { named: 'name', left: { icon: 'picture', pay_system_settings: 'own' } },
  orderStatuses: { named: 'value', left: { status: 'server', created: 'kept' } },
  promoCodes: { named: 'code' },
  mailings: {
    named: 'subject',
    left: { total: 'server', success: 'server', fail: 'server', status: 'server', date_create: 'server', creator: 'server' },
  },
  banners: { named: 'title', left: picture },
  tariffs: { named: 'name', left: picture },
  subscriptionPeriods: { named: 'name' },
  countries: { named: 'name' },
  cities: { named: 'name' },
  orderPaths: { named: 'name', left: { step: 'server' } },
  merchants: { named: 'name', left: { logo: 'picture', cover: 'picture', token: 'own', access: 'alone' } },
} satisfies Partial<Record<ScreenName, Work>>

type Worked = keyof typeof work

const made: [table: EntityName, id: number][] = []
test.afterEach(async ({ stage }) => {
  for (const [table, id] of made.splice(0))
    await stage.database.asOwner(`delete from "${table}" where "${entities[table].key}" = $1`, [id])
})

// Fails fast on impossible actions.
test.use({ actionTimeout: 5000 })

/** Seven rows that a search for Zeta finds. */
async function makeRows({ database, world }: Stage, name: Worked): Promise<number[]> {
  const { table } = expectedScreens[name]
  const { named, row: more = {} }: Work = work[name]
  const { scope, fields } = entities[table]
  const several = (fields as Record<string, { kind: string }>)[named]?.kind === 'multilang'
  const ids: number[] = []
  // The test world has inserted rows with fixed keys.
  const { key } = entities[table]
  await database.asOwner(
    `select setval(pg_get_serial_sequence($1, $2), greatest(1000, (select max("${key}") from "${table}")))`,
    [`"${table}"`, key],
  )
  for (let n = 1; n <= 7; n += 1) {
    const title = `Zeta ${n}`
    const values = {
      [named]: several ? { en: title } : title,
      ...(scope === 'company' ? { company: world.a } : {}),
      // Statuses and access levels need unique numbers.
      ...(name === 'access' ? { access: 20 + n } : {}),
      ...(name === 'orderStatuses' ? { status: 20 + n } : {}),
    }
    const id = await insertRow(database, table, { ...values, ...more })
    made.push([table, id])
    ids.push(id)
  }
  // Rows that fields refer to must exist.
  const besides: Partial<Record<Worked, [EntityName, Record<string, unknown>]>> = {
    cities: ['country', { country_id: 901, name: { en: 'Zealand' }, alpha2: 'ZY' }],
    merchants: ['cuisine', { name: { en: 'Zest' }, company: world.a }],
  }
  const [other, otherValues] = besides[name] ?? []
  if (other) made.push([other, await insertRow(database, other, otherValues ?? {})])
  return ids
}

/** The action that changes a field's value. */
const wayOf = (group: Locator): Promise<string> =>
  group.evaluate((element) => {
    // Pictures have separate journeys.
    if (element.querySelector('input[type=file]:not([accept^=audio])')) return ''
    const has = (selector: string) => element.querySelector(`:is(${selector}):not(:disabled)`) !== null
    const found = Object.entries({
      // The radius next to them belongs to the address.
      bands: '[data-field=delivery] button',
      colors: 'input[placeholder="#RRGGBB"]',
      hours: 'input[data-clock]',
      // Each option of a tariff has an amount and a text.
      amount: 'table input[inputmode=decimal]',
      text: 'textarea, input:not([type=text])[lang]',
      link: '[data-field=docs] input[type=url]',
      add: 'ul[aria-label$=": Available"] button',
      switch: '[role=switch]',
      check: 'input[type=checkbox]',
      phone: 'input[type=tel][inputmode=tel]',
      record: '[data-field]:not([data-field=address]) > * [role=combobox]',
      choice: 'select',
      number: 'input[type=number]',
      date: 'input[type=date]',
      moment: 'input[type=datetime-local]',
      email: 'input[type=email]',
      url: 'input[type=url]',
      money: 'input[inputmode=decimal]',
      line: 'input:not([type=hidden])',
      button: 'button',
    }).find(([, selector]) => has(selector))
    return found?.[0] ?? ''
  })

const ways: Record<string, (group: Locator, value: string | undefined) => Promise<void>> = {
  async colors(group) {
    for (const [at, input] of (await group.getByPlaceholder('#RRGGBB').all()).entries())
      await input.fill(at === 0 ? '#102030' : '#F0E0D0')
  },
  bands: (group) => group.getByRole('button', { name: 'Add band' }).click(),
  hours: (group) => group.locator('input[data-clock]').first().fill('09:15'),
  text: (group, value = 'Zeta changed') => group.getByRole('textbox').first().fill(value),
  link: async (group) => {
    await group.locator('input[type=url]').fill('https://example.com/contract.pdf')
    await group.locator('input[type=url]').press('Enter')
  },
  add: (group) => group.locator('ul[aria-label$=": Available"] button').first().click(),
  switch: (group) => group.getByRole('switch').click(),
  check: (group) => group.getByRole('checkbox').first().click(),
  phone: (group) => group.locator('input[type=tel]').fill('79995550011'),
  async record(group) {
    await group.getByRole('combobox').click()
    await group.page().getByRole('listbox').getByRole('option').last().click()
  },
  async choice(group) {
    const select = group.locator('select').first()
    const now = await select.inputValue()
    // The choices of a lookup come after the current one.
    const others = select.locator(`option:not([value=""], [value="${now}"])`)
    await expect(others.last()).toBeAttached()
    await select.selectOption((await others.last().getAttribute('value')) ?? now)
  },
  async number(group, value) {
    for (const input of await group.locator('input[type=number]').all())
      await input.fill(value ?? String(Number(await input.inputValue()) + 100))
  },
  date: (group, value = '2027-01-15') => group.locator('input').fill(value),
  moment: (group) => group.locator('input').fill('2027-01-15T10:30'),
  email: (group) => group.locator('input[type=email]').fill('zeta@example.com'),
  url: (group) => group.locator('input').fill('https://example.com/zeta'),
  amount: (group) => group.locator('input[inputmode=decimal]').first().fill('12.50'),
  money: (group) => group.locator('input').first().fill('12.50'),
  line: (group, value = 'Zeta changed') => group.getByRole('textbox').first().fill(value),
  button: (group) => group.getByRole('button').first().click(),
}

/** Changes every open field of every tab; returns their names, and the skipped ones. */
async function changeAll(page: Page, apart: readonly string[]): Promise<{ changed: string[]; left: string[] }> {
  const changed: string[] = []
  const left: string[] = []
  await expect(editor(page).locator('[data-field]').first()).toBeVisible()
  const tabs = editor(page).getByRole('tab')
  for (const tab of (await tabs.count()) === 0 ? [''] : await tabs.allTextContents()) {
    if (tab !== '') await openTab(page, tab)
    const fields = editor(page).locator('[role=tabpanel]:not([hidden]) [data-field]')
    await expect(fields.first()).toBeVisible()
    for (const name of await fields.evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset['field'] ?? ''))) {
      const group = editor(page).locator(`[role=tabpanel]:not([hidden]) [data-field=${name}]`)
      if (changed.includes(name) || left.includes(name)) continue
      const way = apart.includes(name) ? undefined : ways[await wayOf(group)]
      await way?.(group, values[name])
      ;(way ? changed : left).push(name)
    }
  }
  return { changed, left }
}

/** Search, filter, sort, page, open, change all, save, check the list and the audit log, delete. */
const works =
  (name: Worked) =>
  async ({ page, stage }: { page: Page; stage: Stage }): Promise<void> => {
    const { database, world } = stage
    const screen = expectedScreens[name]
    const { named, left: expected = {} }: Work = work[name]
    const { key } = entities[screen.table]
    const ids = await makeRows(stage, name)
    await database.asOwner(
      `update company set allow_courier_app = 1, allow_mailing = 1, allow_promocode = 1, allow_banner = 1, allow_online_payment = 1, allow_acc_sys_integration = 1`,
    )
    await database.asOwner('update admin set company = $1 where login = $2', [world.a, 'platform'])
    const path = (screen.company ?? screen.administrator)?.path ?? ''
    await openList(page, stage, `${path}?size=5`, 'platform')

    await page.getByRole('searchbox', { name: 'Search' }).fill('zeta')
    await expect(page.getByTestId('list-count')).toHaveText('1–5 of 7')
    await page.goto(`${page.url()}&sort=${named}`)
    await expect(rows(page).first()).toContainText('Zeta 1')
    await page.goto(page.url().replace(`sort=${named}`, `sort=-${named}`))
    await expect(rows(page).first()).toContainText('Zeta 7')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(rows(page)).toHaveCount(2)

    const id = ids[1] ?? 0
    const stored = async (): Promise<Record<string, unknown>> =>
      (await database.asOwner(`select * from "${screen.table}" where "${key}" = $1`, [id]))[0] ?? {}
    const before = await stored()
    await recordLink(page, id).click()
    // Read-only fields are skipped anyway; these could be changed.
    const apart = Object.keys(expected).filter((field) => !['picture', 'server'].includes(expected[field] ?? ''))
    const { changed, left } = await changeAll(page, apart)
    expect(left.toSorted()).toEqual(Object.keys(expected).toSorted())
    await page.keyboard.press('Control+Enter')
    const asked = page.getByTestId('save-question')
    await expect(asked.or(page.getByTestId('notices').getByText(sharedTexts.saved).first())).toBeVisible()
    if (await asked.isVisible()) await page.keyboard.press('Enter')
    await expect(editor(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expect(editor(page).locator('[aria-busy=true]')).toHaveCount(0)
    const after = await stored()
    expect(changed.filter((field) => JSON.stringify(after[field]) === JSON.stringify(before[field]))).toEqual([])
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
    await page.goto(new URL(`${path}?search=${values[named] ?? 'zeta changed'}`, stage.url).href)
    await expect(rows(page)).toHaveCount(1)
    await recordLink(page, id).click()
    await expect(editor(page).locator('[data-field]').first()).toBeVisible()

    await page.keyboard.press('Control+Delete')
    const question = page.getByTestId('delete-question')
    await expect(question).toContainText(sharedTexts.remove.question)
    for (const answer of sharedTexts.remove.answers)
      await expect(question.getByRole('button', { name: answer, exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('notices')).toContainText(sharedTexts.deleted)
    await expect(editor(page)).toBeHidden()
    expect(await stored()).toEqual({})

    await page.goto(new URL(`${expectedScreens.audit.administrator?.path}?search=${screen.table}`, stage.url).href)
    await expect(rows(page).first()).toContainText('Delete')
    await expect(rows(page).nth(1)).toContainText('Update')
  }

test('EDIT-01 EDIT-03 EDIT-04 EDIT-05 EDIT-06: managing a cuisine, from the search to the audit log', works('tags'))
test('CAT-03 CAT-04 CAT-05 CAT-06 LIST-06: managing a category', { tag: '@full' }, works('categories'))

test('PAY-05 PAY-06 PAY-08: managing a payment type', works('paymentTypes'))

test.describe('other screens', { tag: '@full' }, () => {
  test('REF-14: managing an access level', works('access'))
  test('COUR-08 COUR-09: managing a courier', works('couriers'))
  test('REF-18 REF-19: managing a courier status', works('courierStatuses'))
  test('REF-20: managing an administrator', works('administrators'))
  test('USER-03: managing a customer', works('users'))
  test('REF-02 REF-07: managing an order status', works('orderStatuses'))
  test('PROMO-11: managing a promo code', works('promoCodes'))
  test('MAIL-04: managing a mailing', works('mailings'))
  test('BANNER-05: managing a banner', works('banners'))
  test('TARIFF-02 TARIFF-03 TARIFF-07: managing a tariff', works('tariffs'))
  test('TARIFF-11: managing a subscription period', works('subscriptionPeriods'))
  test('REF-15: managing a country', works('countries'))
  test('REF-17: managing a city', works('cities'))
  test('REF-09 REF-13: managing an order path', works('orderPaths'))
  test('MERCH-07 MERCH-14: managing a merchant', works('merchants'))
})
