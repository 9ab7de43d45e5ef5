import type { Route } from '@playwright/test'
import { errors } from '@tiffin/sdk/contract'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { editor, field, openList, row, rows, save } from './records-support.ts'
import { expect, type Page, type Stage, test } from './support.ts'

test('COMP-01: companies are searched 300 ms after the last key', async ({ page, stage }) => {
  await openList(page, stage, '/Administrator/Company', 'platform')
  await expect(row(page, stage.world.a)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('Bet')) asked.push(request.url())
  })
  await page.clock.install({ time: Date.now() })
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Bet')
  await page.clock.runFor(299)
  // Earlier requests have arrived by then.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  // The list, and after its answer the counts above it.
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return asked.length
    })
    .toBe(2)
})

test(
  'COMP-01 COMP-02 COMP-03 COMP-06 COMP-17: companies are searched, disabled and enabled, and switched to',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a, b } = stage.world
    await openList(page, stage, '/Administrator/Company', 'platform')
    await expect(row(page, a)).toBeVisible()
    const headings = await page.getByTestId('record-table').getByRole('columnheader').allTextContents()
    expect(headings.map((text) => text.trim()).filter(Boolean)).toEqual([
      'ID',
      'Logo',
      'Company name',
      'Administrator using it',
      'Creator',
      'Status',
      'Active date',
      'Created',
      'Actions',
      'Actions',
    ])
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0)
    await expect(row(page, a)).toContainText('Olga Ames')
    await expect(row(page, a)).toContainText('owner')
    await page.getByRole('searchbox', { name: 'Search' }).fill('alp')
    await expect(rows(page)).toHaveCount(1)

    const toggle = row(page, a).getByRole('switch', { name: 'Status: Alpha' })
    const yes = page.getByTestId('change-question').getByRole('button', { name: 'Yes' })
    await toggle.click()
    await yes.click()
    await expect(toggle).not.toBeChecked()
    await expect.poll(() => statusOf(stage, a)).toBe(0)
    await toggle.click()
    await yes.click()
    await expect.poll(() => statusOf(stage, a)).toBe(1)

    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await row(page, b).getByRole('button', { name: 'Switch to Beta' }).click()
    await expect(page.getByText('Company selected')).toBeVisible()
    await expect(page).toHaveURL(/Administrator\/Order/)
    await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
  },
)

test(
  'COMP-04 COMP-05 COMP-07 COMP-28: a company opens in ten tabs, one of them its people, and can be deleted',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { platform } = stage.world
    const id = await insertRow(stage.database, 'company', {
      name: { en: 'Gamma' },
      creator: platform,
      owner_id: platform,
      country: 1,
    })
    await insertRow(stage.database, 'membership', { company: id, admin: stage.world.ownerB, company_role: 1 })
    for (const name of ['Ida', 'Ole', 'Uwe']) await insertRow(stage.database, 'user', { company: id, name })
    // Its tariff does not include couriers.
    const taken = ['Merchants', '0', 'Orders', '0', 'Customers', '3', 'Users', '2']
    await openList(page, stage, `/Administrator/Company?id=${id}`, 'platform')
    await expect(editor(page).getByRole('tab')).toHaveText([
      'Main',
      'Users',
      'Fee & Tips',
      'Settings',
      'Tariff',
      'Image',
      'Contacts',
      'Legal details',
      'Docs',
      'App',
    ])
    const box = await editor(page).boundingBox()
    expect(box?.width).toBeGreaterThan(1440 * 0.94)

    await editor(page).getByRole('tab', { name: 'Users' }).click()
    const people = editor(page).getByTestId('inner-list')
    await expect(people.locator('tbody tr')).toHaveCount(1)
    await expect(people).toContainText('owner-b')
    await editor(page).getByRole('button', { name: 'Add', exact: true }).click()
    const person = page.getByTestId('record-editor').last()
    await person.locator('[data-field=login]').getByRole('textbox').fill('waiter')
    await person.getByRole('button', { name: 'Save', exact: true }).click()
    await person.getByRole('tab', { name: 'Security' }).click()
    await expect(person.locator('[data-field=password]')).toContainText('Password is required')
    await person.locator('[data-field=password] input').first().fill('Long-enough-1')
    await person.locator('[data-field=password] input').nth(1).fill('Long-enough-1')
    await person.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(people.locator('tbody tr')).toHaveCount(2)
    await expect(people).toContainText('waiter')

    await editor(page).getByRole('tab', { name: 'Main' }).click()
    const failures: [(route: Route) => Promise<void>, string][] = [
      [
        (route) => route.fulfill({ json: { status: 'FAIL', code: 'forbidden', error: 'Its bill is not paid' } }),
        'Its bill is not paid',
      ],
      [(route) => route.abort(), errors.network],
    ]
    for (const [fail, text] of failures) {
      await page.route('**/api', (route) =>
        route.request().postData()?.includes('method=Delete') ? fail(route) : route.fallback(),
      )
      await editor(page).getByRole('button', { name: 'Delete company' }).click()
      await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
      await expect(page.getByTestId('notices')).toContainText(text)
      await page.unroute('**/api')
    }
    await editor(page).getByRole('button', { name: 'Delete company' }).click()
    await expect(page.getByTestId('taken-rows').locator('dt, dd')).toHaveText(taken)
    await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
    await expect(row(page, id)).toHaveCount(0)
  },
)

test('NAV-43 COMP-24 COMP-26 COMP-27: the user’s own company opens as a page, without a list or a tariff tab', async ({
  page,
  stage,
}) => {
  await stage.database.asOwner(
    `insert into merchant_settings (name, value, comment) values ('domain_suffix', '', '')
     on conflict (name) do update set value = ''`,
  )
  // Through a call: the server caches public data until a platform row changes.
  const tables = [{ table: 'merchant_settings', id: 'domain_suffix', row: { value: '.tiffin.test' } }]
  const token = await stage.signIn('platform')
  expect(await stage.call('Reference', 'saveData', { tables }, { token, company: 0 })).toMatchObject({ status: 'OK' })
  await openOwn(page, stage)
  await expect(page.getByTestId('record-list')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(editor(page).getByRole('tab', { name: 'Tariff' })).toHaveCount(0)
  await expect(field(page, 'status').getByRole('switch')).toBeDisabled()
  await expect(field(page, 'name').getByRole('textbox')).toHaveValue('Alpha')

  await editor(page).getByRole('tab', { name: 'Legal details' }).click()
  const email = field(page, 'legal_email').getByRole('textbox')
  await expect(email).toHaveAttribute('type', 'email')
  await email.fill('nobody')
  await save(page)
  await expect(field(page, 'legal_email')).toContainText('Enter an email address, such as name@example.com')
  await email.fill('office@alpha.example')
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await editor(page).getByRole('tab', { name: 'Fee & Tips' }).click()
  const tips = field(page, 'tips').getByRole('textbox')
  await tips.fill('5, ')
  await tips.pressSequentially('10')
  await page.keyboard.press('Control+Enter')
  await expect(editor(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  await editor(page).getByRole('tab', { name: 'App' }).click()
  await expect(field(page, 'domain')).toContainText('.tiffin.test')
  await expect(field(page, 'domain_config')).toContainText('Not included in your tariff')
  await field(page, 'domain').getByRole('textbox').fill('no store')
  await save(page)
  await expect(field(page, 'domain')).toContainText('Enter a name, such as my-store')
  await field(page, 'domain').getByRole('textbox').fill('alpha')

  // Leaving the page asks first.
  await page.getByRole('link', { name: 'Customers' }).first().click()
  const question = page.getByTestId('unsaved-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'domain').getByRole('textbox')).toHaveValue('alpha')
  // After a refused save the links still work.
  await field(page, 'domain').getByRole('textbox').fill('no store')
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(field(page, 'domain')).toContainText('Enter a name, such as my-store')
  await field(page, 'domain').getByRole('textbox').fill('alpha')
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('record-list')).toBeVisible()
  const [stored] = await stage.database.asOwner(`select domain, legal_email, tips from company where company_id = $1`, [
    stage.world.a,
  ])
  expect(stored).toEqual({ domain: 'alpha', legal_email: 'office@alpha.example', tips: [5, 10] })
})

test('COMP-21: name and description are multilingual, and readers see their own language', async ({ page, stage }) => {
  await openOwn(page, stage)
  const other = (name: string, lang: string) => field(page, name).locator(`textarea[lang=${lang}]`)
  await other('description', 'en').fill('Pizza and sushi')
  for (const [name, text] of [
    ['name', 'Альфа'],
    ['description', 'Пицца и суши'],
  ] as const) {
    await field(page, name)
      .getByRole('button', { name: /in other languages/ })
      .click()
    await other(name, 'ru').fill(text)
  }
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const [stored] = await stage.database.asOwner(`select name, description from company where company_id = $1`, [stage.world.a])
  expect(stored).toEqual({
    name: { en: 'Alpha', ru: 'Альфа' },
    description: { en: 'Pizza and sushi', ru: 'Пицца и суши' },
  })

  for (const [lang, name] of [
    ['ru', 'Альфа'],
    ['ar', 'Alpha'],
  ] as const) {
    await page.evaluate((code) => localStorage.setItem('tiffin.lang', code), lang)
    await page.reload()
    await expect(page).toHaveTitle(new RegExp(name))
  }
})

test(
  'REF-22 REF-23 NAV-22 EDIT-02: settings are texts under their comments, and conflicting edits lose no setting',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.database.asOwner(
      `insert into app_settings (name, value, comment) values ('greeting', 'Hi', 'What the app says first'), ('farewell', 'Bye', '')
     on conflict (name) do nothing`,
    )
    await page.goto(new URL('/Administrator/Settings-App', stage.url).href)
    await signInHere(page, 'platform')
    await page.getByLabel('What the app says first').fill('Welcome')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    const [stored] = await stage.database.asOwner(`select value, revision from app_settings where name = 'greeting'`)
    expect(stored).toEqual({ value: 'Welcome', revision: 2 })
    await expect(page.getByLabel('farewell')).toHaveValue('Bye')

    // Another user saves the same setting while this page is open.
    const theirs = { table: 'app_settings', id: 'greeting', row: { value: 'Good day' } }
    await stage.call('Reference', 'saveData', { tables: [theirs] }, { token: await stage.signIn('platform'), company: 0 })
    await page.getByLabel('What the app says first').fill('Hello')
    await page.getByLabel('farewell').fill('See you')
    await page.getByRole('link', { name: 'Administrators' }).first().click()
    await page.getByTestId('unsaved-question').getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByTestId('conflict-dialog')
    await expect(conflict).toContainText('Hello')
    await conflict.getByText('Good day').click()
    await conflict.getByRole('button').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expect(page.getByLabel('What the app says first')).toHaveValue('Good day')
    const values = `select value from app_settings where name in ('farewell', 'greeting') order by name`
    await expect.poll(() => stage.database.asOwner(values)).toEqual([{ value: 'See you' }, { value: 'Good day' }])
  },
)

test('PUSH-02 PUSH-03 PUSH-04 PUSH-07 PUSH-09: a push message is created for a customer chosen before', async ({
  page,
  stage,
}) => {
  const { a, userA } = stage.world
  await stage.database.asOwner('update company set allow_push = 1')
  const mute = await insertRow(stage.database, 'user', { company: a, name: 'Mute', phone: '' })
  await openList(page, stage, '/Administrator/Marketing/Push', 'platform')
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
  await expect(customer).toHaveCount(0)
  await page.goto(new URL(`/Administrator/Marketing/Push?company=${a}`, stage.url).href)
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0)
  await customer.click()
  await expect(page.getByRole('option', { name: 'Anna' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Mute' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Anna' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await field(page, 'text').getByRole('textbox').fill('Hello')
  await save(page)
  await expect(editor(page)).toBeHidden()
  const [made] = await stage.database.asOwner(`select user_id, phone, company, text from message`)
  expect(made).toEqual({ user_id: userA, phone: '49301234567', company: a, text: { en: 'Hello' } })
  await stage.database.asOwner(`delete from message`)
  await stage.database.asOwner(`delete from "user" where user_id = $1`, [mute])
})

async function signInHere(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function openOwn(page: Page, stage: Stage): Promise<void> {
  await page.goto(new URL('/Company/Settings', stage.url).href)
  await signInHere(page, 'owner')
  await expect(editor(page)).toBeVisible()
}

async function statusOf(stage: Stage, company: number): Promise<number | undefined> {
  const [found] = await stage.database.asOwner<{ status: number }>('select status from company where company_id = $1', [company])
  return found?.status
}
