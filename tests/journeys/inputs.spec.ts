import { insertRow } from '@tiffin/server/test'
import { editor, field, openList, openTab, rows, rowsOf, save } from './records-support.ts'
import { expect, type Page, test } from './support.ts'

/** Saves sent by the page. */
function savesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const body = new URLSearchParams(request.postData() ?? '')
    if (body.get('method') === 'saveData') sent.push(body.get('data') ?? '')
  })
  return sent
}
const notices = (page: Page) => page.getByTestId('notices')

test('EDIT-09: a field that saves on its own waits for the first save of a new record', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' }, show: 1 }])
  await openList(page, stage, `/Company/Tag?id=${id}`)
  const sent = savesOf(page)
  await field(page, 'show').getByRole('switch').click()
  await expect(notices(page)).toContainText('Saved')
  expect(sent).toHaveLength(1)

  await page.goto(new URL('/Company/Tag?id=new', stage.url).href)
  await field(page, 'show').getByRole('switch').click()
  await field(page, 'name').getByRole('textbox').fill('Vegan')
  await expect(field(page, 'show').getByRole('switch')).not.toBeChecked()
  expect(sent).toHaveLength(1)
  await save(page)
  await expect(editor(page)).toBeHidden()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatch(/"show":2/)
})

test(
  'PAY-05 CAT-06: a switch shows and stores the documented values for on and off',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database } = stage
    const [payType = 0] = await rowsOf(stage, 'pay_type', [{ name: { en: 'Card' }, admin: 2, app: 1, odd: 2 }])
    const [category = 0] = await rowsOf(stage, 'merchant_type', [{ type: { en: 'Bar' }, alcohol_warning: 1 }])
    const flip = async (path: string, table: string, id: number, values: Record<string, readonly [from: number, to: number]>) => {
      await page.goto(`${stage.url}${path}?id=${id}`)
      for (const [name, [from]] of Object.entries(values)) {
        const on = table === 'pay_type' ? 2 : 1
        const control = field(page, name).getByRole('switch')
        await (from === on ? expect(control).toBeChecked() : expect(control).not.toBeChecked())
        await expect(field(page, name)).toContainText(from === on ? 'on' : 'off')
        await control.click()
      }
      await save(page)
      const names = Object.keys(values).map((name) => `"${name}"`)
      const stored = () => database.asOwner(`select ${names.join(', ')} from ${table} where ${table}_id = $1`, [id])
      await expect.poll(stored).toEqual([Object.fromEntries(Object.entries(values).map(([name, [, to]]) => [name, to]))])
    }
    await openList(page, stage, '/Company/PaymentTypes')
    await flip('/Company/PaymentTypes', 'pay_type', payType, { admin: [2, 1], app: [1, 2], odd: [2, 1] })
    await flip('/Company/Category', 'merchant_type', category, { alcohol_warning: [1, 2] })
  },
)

test('EDIT-11: a popup page offers Save and Close, and asks "Save?" before it saves', async ({ page, stage }) => {
  const { database, world } = stage
  const merchant = world.merchants[0]
  await openList(page, stage, `/Company/Merchant?id=${merchant}`)
  const sent = savesOf(page)
  await field(page, 'order').getByRole('spinbutton').fill('8')
  await expect(editor(page).getByRole('button', { name: 'Close', exact: true }).last()).toBeVisible()
  await save(page)
  const question = page.getByTestId('save-question')
  await expect(question).toContainText('Save?')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  expect(sent).toHaveLength(0)
  await save(page)
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(notices(page)).toContainText('Saved')
  expect(await database.asOwner('select "order" from merchant where merchant_id = $1', [merchant])).toEqual([{ order: 8 }])
  await database.asOwner('update merchant set "order" = 1 where merchant_id = $1', [merchant])
})

test(
  'REF-05 MOON-09: the status editor fits a phone, with readable sound and workflow problems',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    const value = { en: 'Waiting for the courier of the late shift' }
    const id = await insertRow(database, 'order_status', { company: world.a, status: 40, value, transfer: [99] })
    await page.setViewportSize({ width: 390, height: 844 })
    await openList(page, stage, `/Company/OrderStatus?id=${id}`)
    const widest = () =>
      editor(page).evaluate((root) => Math.max(...[root, ...root.children].map((one) => one.getBoundingClientRect().right)))
    await expect(field(page, 'sound')).toBeVisible()
    expect(await widest()).toBeLessThanOrEqual(390)

    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await field(page, 'sound').locator('select').boundingBox())?.width).toBeGreaterThan(150)
    const faults = page.getByTestId('workflow-faults').locator('summary')
    await expect.poll(async () => (await faults.boundingBox())?.height).toBeLessThan(30)
    await database.asOwner('delete from order_status where order_status_id = $1', [id])
  },
)

test(
  'typed text follows the direction of its script, an empty input that of the page',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [merchant] = stage.world.merchants
    await openList(page, stage, `/Company/Merchant?id=${merchant}`)
    const directions = (name: string) =>
      field(page, name)
        .locator('input:is([type=text], [type=tel], [type=email], :not([type]))')
        .evaluateAll((all: HTMLInputElement[]) =>
          all.filter(({ role, ariaAutoComplete }) => role !== 'combobox' && ariaAutoComplete === null).map(({ dir }) => dir),
        )
    const typeInto = (name: string, text: string) => field(page, name).getByRole('textbox').first().fill(text)
    await typeInto('address', '12 Elm Street')
    await expect.poll(() => directions('address')).toEqual(['auto'])
    await typeInto('address', '')
    await expect.poll(() => directions('address')).toEqual([''])
    await openTab(page, 'Contacts')
    await typeInto('contact', 'Zoe')
    await expect.poll(() => directions('contact')).toEqual(['auto', '', 'ltr', 'ltr', ''])
    const user = await insertRow(stage.database, 'user', { company: stage.world.a, name: 'Zoe' })
    await page.goto(new URL(`/Company/User?id=${user}`, stage.url).href)
    await expect.poll(() => directions('name')).toEqual(['auto'])
  },
)

test('ERR-05: the invalid part of an address is marked, not the text beside it', { tag: '@full' }, async ({ page, stage }) => {
  const [merchant] = stage.world.merchants
  await openList(page, stage, `/Company/Merchant?id=${merchant}`)
  const address = field(page, 'address')
  const part = (name: string) => address.getByLabel(name, { exact: true })
  const wrong = async () => {
    await save(page)
    await expect(address.getByRole('alert')).toBeVisible()
    return address.locator('[aria-invalid=true]')
  }
  await part('Latitude').fill('91')
  await part('Longitude').fill('13.4')
  const marked = await wrong()
  await expect(marked).toHaveCount(1)
  await expect(marked).toHaveValue('91')
  await expect(marked).toBeFocused()
  await expect(marked).toHaveAccessibleDescription('Must be 90 or less')
  await part('Latitude').fill('52.5')
  await part('Longitude').fill('-181')
  await expect(await wrong()).toHaveValue('-181')
  await part('Longitude').fill('13.4')
  await part('Address').fill('x'.repeat(1001))
  await expect(await wrong()).toHaveValue('x'.repeat(1001))
})

test(
  'MERCH-21: levels, bands and amounts of a merchant are kept as typed, and a tab marks errors inside it',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    const [merchant] = world.merchants
    const second = await insertRow(database, 'admin', { login: 'second-operator', name: 'Second', company: world.a })
    await insertRow(database, 'membership', { company: world.a, admin: second, company_role: 2 })
    const columns = 'access, delivery, min_order_cost'
    const stored = async () =>
      (await database.asOwner(`select ${columns} from merchant where merchant_id = $1`, [merchant]))[0] as Record<string, unknown>
    const before = await stored()
    const store = ({ access, delivery, min_order_cost: least }: Record<string, unknown>) =>
      database.asOwner('update merchant set access = $1, delivery = $2, min_order_cost = $3 where merchant_id = $4', [
        JSON.stringify(access),
        JSON.stringify(delivery),
        least,
        merchant,
      ])
    const others = { user: world.operatorA, access: [0, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0] }
    const band = { from_km: 0, to_km: 3, price: 2, per_km: 0 }
    await store({
      access: [others, { user: second, access: [0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0] }],
      delivery: [band],
      min_order_cost: '5.00',
    })
    await openList(page, stage, `/Company/Merchant?id=${merchant}`)
    await openTab(page, 'Access')
    await page
      .getByTestId(`access-${second}`)
      .getByLabel(/: Contacts$/)
      .selectOption('View')

    await openTab(page, 'Delivery')
    const bands = field(page, 'delivery')
    await bands.getByRole('button', { name: 'Add band' }).click()
    await expect(bands.getByLabel(/ 2: From, km$/)).toHaveValue('3')
    await bands.getByLabel(/ 2: To, km$/).fill('12')
    await bands.getByLabel(/ 2: Price$/).fill('4')
    const widths = page.getByTestId('bands').locator('> *')
    const drawn = () => widths.evaluateAll((all: HTMLElement[]) => all.map(({ style }) => Number.parseFloat(style.width)))
    // Square roots of the distances, so that near bands stay visible beside a far one.
    await expect.poll(drawn).toEqual([50, 50])

    await openTab(page, 'Settings')
    const amount = field(page, 'min_order_cost')
    await amount.getByRole('textbox').fill('much')
    await openTab(page, 'Main')
    // Errors are shown before the save prompt, whichever tab they are on.
    await save(page)
    await expect(editor(page).getByRole('tab', { name: 'Settings This tab has errors' })).toHaveAttribute('aria-selected', 'true')
    await expect(amount.getByRole('alert')).toBeVisible()
    await expect(amount.getByRole('textbox')).toBeFocused()
    await expect(page.getByTestId('save-question')).toHaveCount(0)
    await amount.getByRole('textbox').fill('12,5')
    await amount.getByRole('textbox').press('Tab')
    await expect(amount.getByRole('textbox')).toHaveValue('12.50')
    await expect(amount.getByRole('alert')).toBeHidden()
    await expect(editor(page).getByRole('tab', { name: 'Settings', exact: true })).toBeVisible()
    await save(page)
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
    await expect(notices(page)).toContainText('Saved')
    expect(await stored()).toEqual({
      access: [others, { user: second, access: [0, 1, 0, 2, 0, 0, 0, 0, 1, 0, 0] }],
      delivery: [band, { from_km: 3, to_km: 12, price: 4, per_km: 0 }],
      min_order_cost: '12.50',
    })
    await store(before)
    await database.asOwner('delete from membership where admin = $1', [second])
    await database.asOwner('delete from admin where admin_id = $1', [second])
  },
)

test(
  'ERR-05: refusals that only the server can make are shown in red beside their field',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    await database.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    await rowsOf(stage, 'promocode', [{ code: 'TAKEN' }])
    await openList(page, stage, '/Company/Marketing/Promocode?id=new')
    await field(page, 'code').getByRole('textbox').fill('TAKEN')
    await save(page)
    await expect(notices(page).locator('[data-notice=negative]')).toBeVisible()
    await expect(field(page, 'code').getByRole('alert')).toBeVisible()
    await expect(field(page, 'code').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'code').getByRole('textbox').fill('FREE')
    await expect(field(page, 'code').getByRole('alert')).toBeHidden()
    await save(page)
    await expect(editor(page)).toBeHidden()
  },
)

test(
  'EDIT-14 EDIT-19: a phone number with the wrong length is refused beside its field, and not sent',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database } = stage
    const country = await insertRow(database, 'country', { country_id: 912, alpha2: 'ZW', name: { en: 'Zubrowka' } })
    await openList(page, stage, `/Administrator/Country?id=${country}`, 'platform')
    const sent = savesOf(page)
    const length = field(page, 'phone_len')
    await field(page, 'phone_mask').getByRole('textbox').fill('+99 ###')
    await length.getByRole('spinbutton').fill('4')
    await save(page)
    await expect(length.getByRole('alert')).toHaveText('Must match the number of digits in the phone mask: 5')
    expect(sent).toEqual([])
    await length.getByRole('spinbutton').fill('5')
    await save(page)
    await expect(notices(page)).toContainText('Saved')
    const stored = await database.asOwner('delete from country where country_id = $1 returning phone_mask, phone_len', [country])
    expect(stored).toEqual([{ phone_mask: '+99 ###', phone_len: 5 }])
  },
)

test('EDIT-15 EDIT-16 EDIT-34: times are local and sent as UTC; company switches are 1 and 0', async ({ page, stage }) => {
  const { database, world } = stage
  await database.asOwner(`update company set timezone = 'Asia/Tokyo', allow_chat = 0, due_date = null where company_id = $1`, [
    world.a,
  ])
  await database.asOwner('update admin set company = $1 where login = $2', [world.a, 'platform'])
  await openList(page, stage, `/Administrator/Company?id=${world.a}`, 'platform')
  await openTab(page, 'Tariff')
  const moment = field(page, 'due_date').locator('input')
  await expect(moment).toHaveAttribute('type', 'datetime-local')
  const zone = await moment.getAttribute('title')
  await moment.fill('2027-03-01T09:30')
  const chat = field(page, 'allow_chat').getByRole('switch')
  const stored = async () => {
    const [found] = await database.asOwner<{ allow_chat: number; due_date: Date | string }>(
      'select allow_chat, due_date from company where company_id = $1',
      [world.a],
    )
    return found
  }
  for (const on of [1, 0]) {
    await chat.click()
    await page.keyboard.press('Control+Enter')
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByTestId('save-question')).toHaveCount(0)
    await expect.poll(async () => (await stored())?.allow_chat).toBe(on)
  }
  expect(zone).toBe('Asia/Tokyo')
  expect(new Date((await stored())?.due_date ?? 0).toISOString()).toBe('2027-03-01T00:30:00.000Z')
  await database.asOwner(`update company set timezone = 'Europe/Berlin' where company_id = $1`, [world.a])
})

test(
  'EDIT-15 PROMO-08 EDIT-14: an invalid date and number are reported, not read as empty',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    await database.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    const days = { date_start: '2027-01-31', date_finish: '2027-05-31' }
    const [id = 0] = await rowsOf(stage, 'promocode', [{ code: 'SPRING', discount: 10, use: 5, ...days }])
    await openList(page, stage, `/Company/Marketing/Promocode?id=${id}`)
    const start = field(page, 'date_start').locator('input')
    const wrong = 'Enter a complete, valid date'
    await start.press('0')
    await start.press('2')
    await save(page)
    await expect(field(page, 'date_start').getByRole('alert')).toHaveText(wrong)
    await expect(start).toBeFocused()
    // The browser still shows the typed text.
    expect(await start.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true)
    await start.fill('2027-02-28')
    await expect(field(page, 'date_start').getByRole('alert')).toHaveCount(0)
    await field(page, 'use').getByRole('spinbutton').fill('')
    await field(page, 'use').getByRole('spinbutton').press('-')
    await save(page)
    await expect(field(page, 'use').getByRole('alert')).toHaveText('Enter a number')
    await expect(field(page, 'use').getByRole('spinbutton')).toBeFocused()
    await field(page, 'use').getByRole('spinbutton').press('7')
    await save(page)
    await expect(field(page, 'use').getByRole('alert')).toHaveText('Must be 1 or more')
    await field(page, 'use').getByRole('spinbutton').fill('7')
    await save(page)
    await expect(notices(page)).toContainText('Saved')
    expect(await database.asOwner('select date_start::text, use from promocode where promocode_id = $1', [id])).toEqual([
      { date_start: '2027-02-28', use: 7 },
    ])

    // A field that was empty before.
    await page.goto(new URL('/Company/Marketing/Promocode?id=new', stage.url).href)
    await field(page, 'code').getByRole('textbox').fill('NEVER')
    await field(page, 'date_finish').locator('input').fill('2027-05-31')
    await start.fill('')
    await start.pressSequentially('02312027')
    await page.keyboard.press('Control+Enter')
    await expect(field(page, 'date_start').getByRole('alert')).toHaveText(wrong)
    await start.press('ArrowLeft')
    await start.pressSequentially('28')
    await save(page)
    await expect(editor(page)).toBeHidden()
    expect(await database.asOwner(`select date_start::text from promocode where code = 'NEVER'`)).toEqual([
      { date_start: '2027-02-28' },
    ])
  },
)

test(
  'PUSH-02 PUSH-03: the list of push messages says what to choose before adding one',
  { tag: '@full' },
  async ({ page, stage }) => {
    await openList(page, stage, '/Administrator/Marketing/Push', 'platform')
    const first = page.getByTestId('choose-first')
    await expect(first).toHaveText('Choose a company first')
    await page.goto(new URL(`/Administrator/Marketing/Push?company=${stage.world.a}`, stage.url).href)
    await expect(first).toHaveText('Choose a customer to send a message to')
    await page.goto(
      new URL(`/Administrator/Marketing/Push?company=${stage.world.a}&user_id=${stage.world.userA}`, stage.url).href,
    )
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    await expect(first).toHaveCount(0)
  },
)

test(
  'EDIT-33: a radius is a slider and a number from 1000 to 200000 metres in steps of 100',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database } = stage
    const city = await insertRow(database, 'city', { name: { en: 'Narva' }, radius: 5000 })
    await openList(page, stage, `/Administrator/City?id=${city}`, 'platform')
    const [slider, number] = [field(page, 'radius').getByRole('slider'), field(page, 'radius').getByRole('spinbutton')]
    for (const [name, value] of Object.entries({ min: '1000', max: '200000', step: '100' }))
      await expect(slider).toHaveAttribute(name, value)
    await number.fill('')
    await number.pressSequentially('2,٥')
    await expect(number).toHaveValue('2.5')
    await number.fill('30000')
    await expect(slider).toHaveValue('30000')
    await slider.press('ArrowRight')
    await expect(number).toHaveValue('30100')
    for (const [wrong, text] of [
      ['900', 'Must be 1000 or more'],
      ['200100', 'Must be 200000 or less'],
      ['30050', 'Must be a multiple of 100'],
    ] as const) {
      await number.fill(wrong)
      await save(page)
      await expect(field(page, 'radius')).toContainText(text)
    }
    await number.fill('45000')
    await save(page)
    await expect(notices(page)).toContainText('Saved')
    expect(await database.asOwner('delete from city where city_id = $1 returning radius', [city])).toEqual([{ radius: 45_000 }])
  },
)

test('LIST-18: a list whose further pages fail stops loading, says nothing, and keeps its rows', async ({ page, stage }) => {
  await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
  await openList(page, stage, '/Company/Tag')
  await expect(rows(page)).toHaveCount(1)
  const seen = Promise.withResolvers<void>()
  await page.route('**/api', async (route) => {
    if (!(route.request().postData() ?? '').includes('getData')) return route.continue()
    await seen.promise
    await route.fulfill({ status: 500, body: '' })
  })
  const table = page.getByTestId('record-table')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(table).toHaveAttribute('aria-busy', 'true')
  seen.resolve()
  await expect(table).toHaveAttribute('aria-busy', 'false', { timeout: 15_000 })
  await expect(rows(page)).toHaveCount(1)
  await expect(notices(page).getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('LIST-19: if older changes can’t be read, loading ends without a message', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
  const token = await stage.signIn('owner')
  for (let n = 1; n <= 55; n += 1)
    await stage.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'cuisine', id, row: { name: { en: `Thai ${n}` } } }] },
      { token, company: stage.world.a },
    )
  await openList(page, stage, `/Company/Tag?id=${id}`)
  await editor(page).getByText('Timeline', { exact: true }).click()
  const older = editor(page).getByRole('button', { name: 'Older changes' })
  await expect(older).toBeEnabled()
  const shown = await page.getByTestId('record-timeline').getByRole('listitem').count()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api', async (route) => {
    if (!(route.request().postData() ?? '').includes('method=timeline')) return route.continue()
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await older.click()
  await expect(older).toBeDisabled()
  answer()
  await expect(older).toBeEnabled({ timeout: 15_000 })
  await expect(page.getByTestId('record-timeline').getByRole('listitem')).toHaveCount(shown)
  await expect(notices(page).getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api')
  await older.click()
  await expect.poll(() => page.getByTestId('record-timeline').getByRole('listitem').count()).toBeGreaterThan(shown)
})

test('REF-24: lookups are read once at the start, and inputs do not request them again', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
  const lookups = ['company_status', 'tariff_option', 'global_lang', 'order_mode', 'order_type']
  const reads: string[][] = []
  page.on('request', (request) => {
    const body = new URLSearchParams(request.postData() ?? '')
    if (body.get('method') !== 'getData') return
    const { tables } = JSON.parse(body.get('data') ?? '{}') as { tables: { table: string }[] }
    reads.push(tables.map(({ table }) => table).filter((table) => lookups.includes(table)))
  })
  await openList(page, stage, '/Company/Tag')
  await expect.poll(() => reads.filter((tables) => tables.length > 0)).toEqual([lookups])
  await page.getByTestId(`row-${id}`).getByRole('link').first().click()
  await expect(field(page, 'status').getByRole('combobox')).toBeVisible()
  expect(reads.filter((tables) => tables.length > 0)).toEqual([lookups])
})

test('LIST-13: the value for many rows is sent only if there is one', async ({ page, stage }) => {
  const ids = await rowsOf(stage, 'cuisine', [
    { name: { en: 'Thai' }, comment: { en: 'Hot' } },
    { name: { en: 'Vegan' }, comment: { en: 'Green' } },
  ])
  await openList(page, stage, '/Company/Tag')
  await page.getByLabel('Select this page').check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  const edit = page.getByTestId('bulk-edit')
  await edit.getByLabel('Field').selectOption('comment')
  const apply = edit.getByRole('button', { name: 'Apply' })
  const value = edit.locator('[data-field=comment]').getByRole('textbox').first()
  await expect(apply).toBeDisabled()
  for (const empty of ['', '   ']) {
    await value.fill('something')
    await expect(apply).toBeEnabled()
    await value.fill(empty)
    await expect(apply).toBeDisabled()
  }
  await value.fill('Fresh')
  await apply.click()
  await expect(page.getByTestId('bulk-result')).toContainText('Changed: ')
  expect(await stage.database.asOwner(`select comment->>'en' as comment from cuisine where cuisine_id = any($1)`, [ids])).toEqual(
    [{ comment: 'Fresh' }, { comment: 'Fresh' }],
  )

  // Clearing them has to be explicit.
  await page.keyboard.press('Escape')
  await page.getByLabel('Select this page').check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  await edit.getByLabel('Field').selectOption('comment')
  await edit.getByLabel('Clear this field in all records').check()
  await apply.click()
  await expect(page.getByTestId('bulk-result')).toContainText('Changed: ')
  expect(await stage.database.asOwner(`select comment from cuisine where cuisine_id = any($1)`, [ids])).toEqual([
    { comment: {} },
    { comment: {} },
  ])
})

test('a contact’s phone can be edited in the middle', async ({ page, stage }) => {
  await openList(page, stage, `/Company/Merchant?id=${stage.world.merchants[0]}&tab=Contacts`)
  const phone = editor(page).locator('[name=contact_phone]')
  await phone.fill('79991234567')
  await expect(phone).toHaveValue('79991234567')
  await phone.blur()
  await expect(phone).toHaveValue('+7 999 123 45 67')
  await phone.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(5, 5)
  })
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await expect(phone).toHaveValue('+7 989 123 45 67')
})
