import { type Entity, entities, type EntityName, platformSeeds } from '@tiffin/sdk/contract'
import { insertRow } from '@tiffin/server/test'
import { type Area, expectedScreens, merchantTabIndex, type ScreenName, sharedTexts } from '../fixtures/screens.ts'
import { editor, field, openList, row, save } from './records-support.ts'
import { areasOf, checkEditor, checkList, openScreen } from './screens-support.ts'
import { expect, type Page, type Stage, test } from './support.ts'

// Every list and editor as documented (tests/fixtures/screens.ts), with one page per user for all of them.
type Check = (options: { stage: Stage }) => Promise<void>

const pages = new Map<Area, Page>()
const made: { table: string; key: string; id: number }[] = []
const tables = [...new Set(Object.values(expectedScreens).map(({ table }) => table))]

test.beforeAll(async ({ browser, stage }) => {
  const { database, world } = stage
  const options = ['courier_app', 'mailing', 'promocode', 'push', 'banner', 'acc_sys_integration', 'online_payment', 'web_app']
  await database.asOwner(
    `update company set ${options.map((option) => `allow_${option} = 1`).join(', ')}, limit_courier = null, limit_merchant = null`,
  )
  await nameLookups(stage)
  for (const table of tables) await fill(stage, table)
  const token = await stage.signIn('owner')
  // An entry for the audit log.
  await stage.call(
    'Reference',
    'saveData',
    { tables: [{ table: 'user', id: world.userA, row: { comment: 'Rings twice' } }] },
    { token, company: world.a },
  )
  for (const [area, login, first] of [
    ['administrator', 'platform', 'access'],
    ['company', 'owner', 'tags'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await openList(page, stage, expectedScreens[first][area]?.path ?? '', login)
    pages.set(area, page)
  }
})

test.afterAll(async ({ stage }) => {
  for (const page of pages.values()) await page.context().close()
  for (const { table, key, id } of made.toReversed())
    await stage.database.asOwner(`delete from "${table}" where "${key}" = $1`, [id])
})

const lookups = [
  'user_status',
  'courier_status',
  'courier_working',
  'company_status',
  'merchant_status',
  'delivery_mode',
  'banner_type',
  'admin_status',
] as const

/** Gives the lookups the labels of a new installation. */
async function nameLookups({ database }: Stage): Promise<void> {
  const seeds: Record<string, readonly Record<string, unknown>[] | undefined> = platformSeeds()
  for (const table of lookups) {
    const word = 'name' in entities[table].fields ? 'name' : 'value'
    for (const seed of seeds[table] ?? [])
      await database.asOwner(`update ${table} set ${word} = $1 where ${entities[table].key} = $2`, [
        JSON.stringify(seed[word]),
        seed[entities[table].key],
      ])
  }
}

/** Values that rows need to be valid or visible. */
const needed: Partial<Record<EntityName, Record<string, unknown>>> = {
  payment: { date: new Date().toISOString(), amount: '0.00' },
  dictionary: { application: 'admin', texts: { en: 'Soup' } },
}

/** A list without rows has no headings, so a row is inserted if company A has none. */
async function fill({ database, world }: Stage, table: EntityName): Promise<void> {
  const { key, scope, storage, fields }: Entity = entities[table]
  if (storage === 'view' || fields[key]?.kind !== 'id') return
  const own = scope === 'company' && 'company' in fields ? { company: world.a } : {}
  const [found] = await database.asOwner(
    `select 1 from "${table}" where $1::bigint is null or to_jsonb("${table}") ->> 'company' = $1::text`,
    [own.company ?? null],
  )
  if (found) return
  made.push({ table, key, id: await insertRow(database, table, { ...own, ...needed[table] }) })
}

const pageOf = (area: Area): Page => {
  const page = pages.get(area)
  if (!page) throw new Error(`nobody is signed in for the ${area} area`)
  return page
}

/** Compares the list of a screen in each of its areas. */
const list =
  (name: ScreenName): Check =>
  async ({ stage }) => {
    for (const area of areasOf(name)) {
      const page = pageOf(area)
      await openScreen(page, stage, expectedScreens[name][area]?.path ?? '')
      await checkList(page, stage, name, area)
    }
  }

/** Compares the editor of a screen, in both areas if they differ. */
const editorOf =
  (name: ScreenName): Check =>
  async ({ stage }) => {
    const areas = areasOf(name)
    for (const area of expectedScreens[name].editor?.without ? areas : areas.slice(-1)) {
      const page = pageOf(area)
      const path = expectedScreens[name][area]?.path ?? ''
      // The list may still be open from the previous test.
      if (new URL(page.url()).pathname !== path) await openScreen(page, stage, path)
      await checkEditor(page, name, area)
    }
  }

const screen =
  (name: ScreenName): Check =>
  async ({ stage }) => {
    await list(name)({ stage })
    await editorOf(name)({ stage })
  }

/** Compares an editor that is a page of its own. */
const editorPage =
  (name: ScreenName): Check =>
  async ({ stage }) => {
    const [area = 'company'] = areasOf(name)
    await pageOf(area).goto(new URL(expectedScreens[name][area]?.path ?? '', stage.url).href)
    await checkEditor(pageOf(area), name, area)
  }

/** A screen of settings: each is a text field under its comment, saved by name. */
const settings =
  (name: ScreenName): Check =>
  async ({ stage }) => {
    const { table, administrator } = expectedScreens[name]
    await stage.database.asOwner(`insert into ${table} (name, value, comment) values ('journey', 'before', 'Of the journey')`)
    const page = pageOf('administrator')
    await page.goto(new URL(administrator?.path ?? '', stage.url).href)
    await page.getByLabel('Of the journey').fill('after')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByTestId('notices')).toContainText(sharedTexts.saved)
    const stored = await stage.database.asOwner(`delete from ${table} where name = 'journey' returning value`)
    expect(stored).toEqual([{ value: 'after' }])
  }

// A separate title for each screen, so that requirement IDs can be searched.
test('NAV-16 REF-14: access levels', screen('access'))
test('NAV-18 NAV-53 COUR-01 COUR-02 COUR-03: list of couriers', list('couriers'))
test('NAV-18 LIST-07: the platform list has the couriers of all companies, whichever is selected', async ({ browser, stage }) => {
  const { database, world } = stage
  for (const company of [world.a, world.b])
    await insertRow(database, 'courier', { company, name: `Courier of ${company}`, phone: `4917099${company}` })
  await database.asOwner('update admin set company = $1 where admin_id = $2', [world.a, world.platform])
  const context = await browser.newContext()
  const page = await context.newPage()
  await openList(page, stage, expectedScreens.couriers.administrator?.path ?? '', 'platform')
  for (const company of [world.a, world.b]) await expect(page.getByText(`Courier of ${company}`)).toBeVisible()
  await openScreen(page, stage, expectedScreens.couriers.company?.path ?? '')
  await expect(page.getByText(`Courier of ${world.a}`)).toBeVisible()
  await expect(page.getByText(`Courier of ${world.b}`)).toHaveCount(0)
  await context.close()
  await database.asOwner(`delete from courier where name like 'Courier of %'`)
  await database.asOwner('update admin set company = null where admin_id = $1', [world.platform])
})
test('COUR-04 COUR-06 COUR-07 COUR-08 COUR-09: courier editor', editorOf('couriers'))
test('NAV-19 REF-18 REF-19: courier statuses', screen('courierStatuses'))
test('NAV-20 REF-20: administrators', screen('administrators'))
test('NAV-24 COMP-02 COMP-03: list of companies', list('companies'))
test('COMP-04 COMP-05: company editor', editorOf('companies'))
test('NAV-43: the user’s own company', { tag: '@full' }, editorPage('ownCompany'))
test('NAV-21 REF-22 REF-23: global settings', settings('globalSettings'))
test('NAV-22 REF-22 REF-23: application settings', settings('applicationSettings'))
test('NAV-23 REF-22 REF-23: merchant settings', settings('merchantSettings'))
test('NAV-25 NAV-51 MERCH-01 MERCH-02 MERCH-03: lists of merchants', list('merchants'))
test('MERCH-07 MERCH-08 MERCH-12 MERCH-15: merchant editors', editorOf('merchants'))
test('NAV-26 REF-15 REF-16: countries', screen('countries'))
test('NAV-27 REF-17 EDIT-33: cities', screen('cities'))
test('NAV-28 DICT-01 DICT-02: dictionary list', list('dictionary'))
test('DICT-06: dictionary editor', editorOf('dictionary'))
test('NAV-29 NAV-47 CAT-01 CAT-02: list of categories', list('categories'))
test('CAT-01 CAT-03 CAT-04: category editor', editorOf('categories'))
test('NAV-30 NAV-46 USER-01: list of customers', list('users'))
test('USER-01 USER-03 USER-04 USER-05: customer editor', editorOf('users'))
test('NAV-31 NAV-48 TAG-01 TAG-02: list of cuisines', list('tags'))
test('TAG-01 TAG-03: cuisine editor', editorOf('tags'))
test('NAV-32 NAV-52 PAY-01 PAY-02: list of payment types', list('paymentTypes'))
test('PAY-03 PAY-04: payment type editor', editorOf('paymentTypes'))
test('NAV-33 NAV-49 REF-01: list of order statuses', list('orderStatuses'))
test('REF-03 REF-04 REF-07 REF-08: order status editor', editorOf('orderStatuses'))
test('NAV-34 NAV-50 REF-09 REF-10: list of order paths', list('orderPaths'))
test('REF-11 REF-13: order path editor', editorOf('orderPaths'))
test('NAV-35 NAV-55 PROMO-01 PROMO-02: list of promo codes', list('promoCodes'))
test('PROMO-04 PROMO-05 PROMO-06 PROMO-07 PROMO-08 PROMO-11: promo code editor', editorOf('promoCodes'))
test('NAV-36 NAV-56 PUSH-01 PUSH-02 PUSH-04: list of push messages', list('pushMessages'))
test('PUSH-06: push message editor', editorOf('pushMessages'))
test('NAV-37 NAV-54 MAIL-01: list of mailings', list('mailings'))
test('MAIL-01 MAIL-03 MAIL-04: mailing editor', editorOf('mailings'))
test('NAV-57 BANNER-01: list of banners', list('banners'))
test('BANNER-01 BANNER-02 BANNER-03 BANNER-04 BANNER-05: banner editor', editorOf('banners'))
test('NAV-38 NAV-60: orders report', async ({ stage }) => {
  // Orders are removed before each journey.
  await stage.order({ time_finish: new Date().toISOString() })
  await screen('ordersReport')({ stage })
})
test('NAV-39 PAY-10 PAY-11 PAY-12: list of payments', list('payments'))
test('PAY-09: payment editor', editorOf('payments'))
test('NAV-40 AUDIT-01 AUDIT-02 AUDIT-03 AUDIT-04: audit log list', list('audit'))
test('AUDIT-04 AUDIT-05: audit log editor', editorOf('audit'))
test('NAV-41 TARIFF-01: list of tariffs', list('tariffs'))
test('TARIFF-02 TARIFF-03 TARIFF-09 TARIFF-10: tariff editor', editorOf('tariffs'))
test('NAV-42 TARIFF-11 TARIFF-12: subscription periods', screen('subscriptionPeriods'))

test('EDIT-12 PERM-16 PERM-18 PERM-20 PERM-21: owners have all tabs of a merchant, operators those granted to them', async ({
  stage,
  page,
}) => {
  const { database, world } = stage
  const merchant = world.merchants[0]
  const { tabs = [] } = expectedScreens.merchants.editor ?? {}
  const granted = ['Main', 'Store hours', 'Contacts', 'Delivery']
  const access = Array.from({ length: 11 }, (_, at) =>
    granted.some((tab) => merchantTabIndex[tab as keyof typeof merchantTabIndex] === at) ? 1 : 0,
  )
  const before = await database.asOwner('select access from merchant where merchant_id = $1', [merchant])
  await database.asOwner('update merchant set access = $1 where merchant_id = $2', [
    JSON.stringify([{ user: world.operatorA, access }]),
    merchant,
  ])
  const path = `/Company/Merchant?id=${merchant}`
  await openScreen(pageOf('company'), stage, path)
  await expect(editor(pageOf('company')).getByRole('tab')).toHaveText([...tabs])
  await openList(page, stage, path, 'operator')
  await expect(editor(page).getByRole('tab')).toHaveText(tabs.filter((tab) => granted.includes(tab)))
  await database.asOwner('update merchant set access = $1 where merchant_id = $2', [
    JSON.stringify(before[0]?.['access']),
    merchant,
  ])
})

test('MERCH-04 MERCH-06: an unsorted merchant has no number, and at the limit adding leads to the tariff', async ({
  stage,
  page,
}) => {
  const { database, world } = stage
  const { text = '' } = expectedScreens.merchants.limit ?? {}
  await database.asOwner('update merchant set "order" = case merchant_id when $1 then 0 else 7 end', [world.merchants[1]])
  await database.asOwner('update company set limit_merchant = 3')
  await openList(page, stage, '/Company/Merchant')
  const place = page.getByRole('columnheader', { name: 'Sort order' })
  const cell = async (merchant: number) =>
    row(page, merchant)
      .locator('td')
      .nth(await place.evaluate((heading: HTMLTableCellElement) => heading.cellIndex))
  await expect(await cell(world.merchants[0])).toHaveText('7')
  await expect(await cell(world.merchants[1])).toHaveText('')
  await expect(page.getByTestId('cap-reached')).toContainText(text.replace('%1', '3'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/Company\/Tariff/)
  await expect(page.getByTestId('notices')).toContainText(text.replace('%1', '3'))
  await database.asOwner('update merchant set "order" = 1')
  await database.asOwner('update company set limit_merchant = null')
})

test('LIST-24 NAV-39 PAY-10 PAY-13 PAY-15: zero payments can be hidden, clearing the period shows older ones, and amounts are summed', async ({
  stage,
}) => {
  const { database, world } = stage
  const date = new Date().toISOString()
  const ids: number[] = []
  for (const amount of ['0.00', '20.50', '-4.25'])
    ids.push(await insertRow(database, 'payment', { company: world.b, type: 1, date, amount }))
  const page = pageOf('administrator')
  // Both reports are documented with the same path (AMB-042).
  await page.goto(`${stage.url}/Administrator/Report/Orders?report=payments`)
  await expect(page).toHaveURL((url) => url.pathname === '/Administrator/Report/Payments')
  await openScreen(page, stage, `/Administrator/Report/Payments?company=${world.b}`)
  for (const id of ids) await expect(row(page, id)).toBeVisible()
  await expect(page.locator('tfoot')).toContainText('16.25')
  await page.getByLabel('Zero transactions', { exact: true }).selectOption({ label: 'Hide' })
  await expect(row(page, ids[0] ?? 0)).toHaveCount(0)
  await expect(row(page, ids[1] ?? 0)).toBeVisible()
  const longAgo = new Date(Date.now() - 400 * 86_400_000).toISOString()
  const old = await insertRow(database, 'payment', { company: world.b, type: 1, date: longAgo, amount: '7.00' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('tfoot')).toContainText('16.25')
  await expect(row(page, old)).toHaveCount(0)
  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Period: Any time' })
  await expect(row(page, old)).toBeVisible()
  await database.asOwner('delete from payment where company = $1', [world.b])
})

test('PAY-14 PAY-09: the info button of a payment shows its details, and changes nothing', async ({ stage }) => {
  const { database, world } = stage
  const payment = { company: world.b, type: 1, date: new Date().toISOString(), amount: '20.50', description: 'By card' }
  const id = await insertRow(database, 'payment', payment)
  const page = pageOf('administrator')
  await openScreen(page, stage, `/Administrator/Report/Payments?company=${world.b}`)
  await row(page, id).getByRole('button', { name: 'Info' }).press('Enter')
  await expect(editor(page)).toHaveAttribute('role', 'dialog')
  await expect(field(page, 'amount').getByRole('textbox')).toHaveValue('20.50')
  await expect(field(page, 'description')).toContainText('Description')
  for (const input of await editor(page).locator('[data-field] :is(input, select, textarea)').all())
    await expect(input).toBeDisabled()
  await editor(page).getByRole('button', { name: 'Close' }).last().click()
  await database.asOwner('delete from payment where company = $1', [world.b])
})

test('REF-21: an administrator’s login can be changed only together with the password, and a label says so', async ({
  stage,
}) => {
  const page = pageOf('administrator')
  await openScreen(page, stage, `/Administrator/Administrator?id=${stage.world.operatorA}`)
  await field(page, 'login').getByRole('textbox').fill('otto')
  await save(page)
  await expect(field(page, 'login')).toContainText('Changing the login requires a new password')
  expect(await stage.database.asOwner('select login from admin where admin_id = $1', [stage.world.operatorA])).toEqual([
    { login: 'operator' },
  ])
  await page.keyboard.press('Escape')
  await page.getByTestId('unsaved-question').getByRole('button', { name: 'Close' }).click()
})

test('MAIL-02: the list of mailings reloads after 2 seconds and then every 5', async ({ stage, page }) => {
  const [first, every] = expectedScreens.mailings.list?.refresh ?? [0, 0]
  const path = expectedScreens.mailings.company?.path ?? ''
  await openList(page, stage, path)
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 60_000)
  let elapsed = 0
  const reads: number[] = []
  const answers: Promise<unknown>[] = []
  page.on('request', (request) => {
    const sent = request.postData() ?? ''
    if (sent.includes('method=getData')) answers.push(request.response())
    // Its states are counted by separate reads.
    const isCount = decodeURIComponent(sent).includes('"as":"sending"')
    if (sent.includes('method=getData') && sent.includes('mailing') && !isCount) reads.push(elapsed)
  })
  await page.goto(new URL(path, stage.url).href)
  // The page's clock advances only in these steps; answers arrive in between.
  while (reads.length < 3 && elapsed < 15_000) {
    await page.clock.runFor(100)
    elapsed += 100
    await Promise.all(answers.splice(0))
    await page.evaluate(() => fetch('/healthz'))
  }
  const [read = 0, again = 0, onceMore = 0] = reads
  for (const [waited, seconds] of [
    [again - read, first],
    [onceMore - again, every],
  ] as const) {
    // A read may be counted one step late.
    expect(waited).toBeGreaterThanOrEqual(seconds * 1000 - 100)
    expect(waited).toBeLessThan(seconds * 1000 + 1000)
  }
})

test('PAY-07: the settings of a payment type are those listed by its payment system', async ({ stage }) => {
  const { database } = stage
  const [before] = await database.asOwner('select field from pay_system where pay_system_id = 1')
  await database.asOwner('update pay_system set field = $1 where pay_system_id = 1', [
    { shop: 'Number of the shop', key: 'Its key' },
  ])
  const page = pageOf('company')
  await openScreen(page, stage, '/Company/PaymentTypes?id=new&tab=Pay+System')
  const settings = field(page, 'pay_system_settings')
  await expect(settings.getByRole('textbox')).toHaveCount(0)
  await field(page, 'pay_system').getByRole('combobox').selectOption('1')
  for (const label of ['Number of the shop', 'Its key']) await expect(settings.getByLabel(label)).toBeVisible()
  await database.asOwner('update pay_system set field = $1 where pay_system_id = 1', [before?.['field']])
})

test('EDIT-31 EDIT-32: a password is generated and copied at once', async ({ stage, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(page, stage, '/Administrator/Administrator?id=new&tab=Security', 'platform')
  await field(page, 'password').getByRole('button', { name: 'Generate password' }).click()
  await expect(page.getByTestId('notices')).toContainText('Password copied to clipboard')
  const made = await page.evaluate(() => navigator.clipboard.readText())
  for (const part of [/[A-Za-z]/, /\d/, /[^A-Za-z\d]/]) expect(made).toMatch(part)
  await expect(field(page, 'password').getByRole('textbox', { name: 'Repeat password' })).toHaveValue(made)
})

test('EDIT-25 EDIT-26 EDIT-27 EDIT-28 EDIT-29: typing a password shows its strength', async ({ stage, page }) => {
  await openList(page, stage, '/Administrator/Administrator?id=new&tab=Security', 'platform')
  const password = field(page, 'password')
  for (const [typed, message] of [
    ['aA1!x', 'Password must be more than 6 characters'],
    ['abcdefgh', 'Password must contain special characters, numbers and Latin letters in different cases'],
    ['abc123', 'Very simple password'],
    ['Abc123', 'Medium password'],
    ['Abc12!', 'Good password'],
  ] as const) {
    await password.getByRole('textbox', { name: 'New password' }).fill(typed)
    await password.getByRole('textbox', { name: 'Repeat password' }).fill(typed)
    await expect(page.getByTestId('password-grade')).toHaveText(message)
  }
})

test('EDIT-30: a different repetition is reported as a mismatch', async ({ stage, page }) => {
  await openList(page, stage, '/Administrator/Administrator?id=new&tab=Security', 'platform')
  const password = field(page, 'password')
  await password.getByRole('textbox', { name: 'New password' }).fill('Abc12!')
  await password.getByRole('textbox', { name: 'Repeat password' }).fill('Abc12?')
  await expect(page.getByTestId('password-grade')).toHaveText('Password mismatch')
})

test('EDIT-20 EDIT-21: typing a country name selects it, with its mask', async ({ stage }) => {
  const country = await insertRow(stage.database, 'country', {
    country_id: 31,
    alpha2: 'NL',
    name: { en: 'Netherlands' },
    phone_code: '31',
    phone_mask: '+31 ## ### ####',
    phone_len: 11,
  })
  made.push({ table: 'country', key: 'country_id', id: country })
  const page = pageOf('company')
  await openScreen(page, stage, '/Company/CourierList?id=new')
  const phone = field(page, 'phone').locator('input[type=tel]')
  await field(page, 'phone').getByLabel('Country code').fill('netherlands')
  await expect(phone).toHaveAttribute('placeholder', '+31 __ ___ ____')
  await phone.fill('31201234567')
  await expect(phone).toHaveValue('+31 20 123 4567')
})

test('EDIT-18 EDIT-19 EDIT-20 EDIT-22 EDIT-23: a phone number keeps its digits, in the mask of its country', async ({
  stage,
}) => {
  const { database } = stage
  const country = await insertRow(database, 'country', {
    country_id: 643,
    alpha2: 'RU',
    name: { en: 'Russia' },
    phone_code: '7',
    phone_mask: '+7 (###) ###-##-##',
    phone_len: 11,
  })
  made.push({ table: 'country', key: 'country_id', id: country })
  const page = pageOf('company')
  await openScreen(page, stage, '/Company/CourierList?id=new')
  const phone = field(page, 'phone').locator('input[type=tel]')
  const complete = page.getByTestId('phone-complete')
  await expect(field(page, 'phone').locator('option[value=Russia]')).toBeAttached()
  await field(page, 'phone').getByLabel('Country code').fill('Russia +7')
  await phone.pressSequentially('7a999b123-45-6')
  await expect(phone).toHaveValue('+7 (999) 123-45-6')
  await expect(complete).toHaveCount(0)
  await phone.pressSequentially('7')
  await expect(complete).toBeVisible()
  await phone.fill('799912345678')
  await expect(complete).toHaveCount(0)
  await phone.fill('89991234567')
  await phone.blur()
  await expect(phone).toHaveValue('+7 (999) 123-45-67')
  await save(page)
  await expect(editor(page)).toBeHidden()
  const [courier] = await database.asOwner<{ courier_id: number; phone: string }>(
    'select courier_id, phone from courier order by courier_id desc limit 1',
  )
  expect(courier?.phone).toBe('79991234567')
  made.push({ table: 'courier', key: 'courier_id', id: courier?.courier_id ?? 0 })
})
