import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, field, notices, openConsole, openTab, press, row, save } from '../test/open-console.tsx'
import { alpha, operator, owner, platform } from '../test/people.ts'

it('EDIT-09: a field that saves on its own waits for the first save of a new record', async () => {
  const server = await openConsole('/Company/Tag?id=1', { rows: { cuisine: [{ name: { en: 'Thai' }, show: 1 }] } })
  await field('show').getByRole('switch').click()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ show: 2 }])
})

it('EDIT-09: a switch of a new record is saved with the record', async () => {
  const server = await openConsole('/Company/Tag?id=new')
  await field('show').getByRole('switch').click()
  await field('name').getByRole('textbox').fill('Vegan')
  await expect.element(field('show').getByRole('switch')).not.toBeChecked()
  expect(server.saved()).toEqual([])
  await save()
  await expect.element(editor).not.toBeInTheDocument()
  expect(server.saved()).toMatchObject([{ show: 2 }])
})

it('PAY-05 CAT-06: a switch shows and sends the documented values for on and off', async () => {
  async function flip(path: string, on: number, values: Record<string, readonly [from: number, to: number]>) {
    const stored = Object.fromEntries(Object.entries(values).map(([name, [from]]) => [name, from]))
    const server = await openConsole(path, { rows: { pay_type: [stored], merchant_type: [stored] } })
    for (const [name, [from]] of Object.entries(values)) {
      const control = field(name).getByRole('switch')
      if (from === on) await expect.element(control).toBeChecked()
      else await expect.element(control).not.toBeChecked()
      await expect.element(field(name)).toMatchTextContent(from === on ? 'on' : 'off')
      await control.click()
    }
    await save()
    await expect.element(notices).toMatchTextContent('Saved')
    expect(server.saved()).toMatchObject([Object.fromEntries(Object.entries(values).map(([name, [, to]]) => [name, to]))])
  }
  await flip('/Company/PaymentTypes?id=1', 2, { admin: [2, 1], app: [1, 2], odd: [2, 1] })
  await flip('/Company/Category?id=1', 1, { alcohol_warning: [1, 2] })
})

it('the buttons of an editor fit a phone', async () => {
  const admin = [{ admin_id: 8, login: 'cook', role: 2 }]
  await openConsole('/Administrator/Administrator?id=8', { user: platform(), rows: { admin }, width: 390, height: 844 })
  await expect.element(editor.getByRole('button', { name: 'Reset two-step sign-in' })).toBeVisible()
  for (const name of ['Delete', 'Reset two-step sign-in', 'Close', 'Save']) {
    const button = editor.getByRole('button', { name, exact: true }).last()
    await expect.element(button).toBeVisible()
    const { left, right } = button.element().getBoundingClientRect()
    expect([name, left >= 0, right <= 390]).toEqual([name, true, true])
  }
})

it('EDIT-30: two different passwords are reported by one message, which says so', async () => {
  await openConsole('/Administrator/Administrator?id=new', { user: platform() })
  await field('login').getByRole('textbox').fill('petra')
  await openTab('Security')
  const says = (): (string | null)[] =>
    field('password')
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent)
  const [first, repeat] = [field('password').css('input').first(), field('password').css('input').last()]
  await first.fill('Abc12!')
  await repeat.fill('Abc12?')
  await save()
  await expect.poll(says).toEqual(['Password mismatch'])
  await expect.element(first).toHaveAccessibleDescription('Password mismatch')
  await expect.element(field('password')).not.toMatchTextContent('Invalid value')
  await first.fill('')
  await save()
  await expect.poll(says).toEqual(['Password must be more than 6 characters'])
})

it('EDIT-11: a popup page offers Save and Close, and asks "Save?" before it saves', async () => {
  const server = await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' }, type: 1 }] } })
  await field('order').getByRole('spinbutton').fill('8')
  await expect.element(editor.getByRole('button', { name: 'Close', exact: true }).last()).toHaveTextContent('Close')
  await save()
  const question = page.getByTestId('save-question')
  await expect.element(question).toMatchTextContent('Save?')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  expect(server.saved()).toEqual([])
  await save()
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ order: 8 }])
})

it('EDIT-14 EDIT-19: a phone number with the wrong length is refused beside its field, and not sent', async () => {
  const country = { country_id: 912, alpha2: 'ZW', name: { en: 'Zubrowka' } }
  const server = await openConsole('/Administrator/Country?id=912', { user: platform(), rows: { country: [country] } })
  const length = field('phone_len')
  await field('phone_mask').getByRole('textbox').fill('+99 ###')
  await length.getByRole('spinbutton').fill('4')
  await save()
  const sentence = 'Must match the number of digits in the phone mask: 5'
  await expect.element(length.getByRole('alert')).toHaveTextContent(sentence)
  expect(server.saved()).toEqual([])
  await length.getByRole('spinbutton').fill('5')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ phone_mask: '+99 ###', phone_len: 5 }])
})

it('EDIT-15 EDIT-16 EDIT-34: times are local and sent as UTC; company switches are 1 and 0', async () => {
  const user = platform({ company: alpha({ timezone: 'Asia/Tokyo' }) })
  const company = { name: { en: 'Alpha' }, allow_chat: 0, due_date: null }
  const server = await openConsole('/Administrator/Company?id=1', { user, rows: { company: [company] } })
  await openTab('Tariff')
  const time = field('due_date').css('input')
  await expect.element(time).toHaveAttribute('type', 'datetime-local')
  await expect.element(time).toHaveAttribute('title', 'Asia/Tokyo')
  await time.fill('2027-03-01T09:30')
  for (const on of [1, 0]) {
    await field('allow_chat').getByRole('switch').click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
    await expect.element(page.getByTestId('save-question')).not.toBeInTheDocument()
    await expect.poll(() => server.saved().at(-1)).toMatchObject({ allow_chat: on })
  }
  expect(server.saved()[0]).toMatchObject({ due_date: '2027-03-01T00:30:00.000Z' })
})

it('EDIT-15 PROMO-08 EDIT-14: an invalid date and number are reported, not read as empty', async () => {
  const days = { date_start: '2027-01-31', date_finish: '2027-05-31' }
  const promocode = [{ code: 'SPRING', discount: 10, use: 5, discount_type: 1, ...days }]
  const server = await openConsole('/Company/Marketing/Promocode?id=1', { rows: { promocode } })
  const start = field('date_start').css('input')
  const wrong = 'Enter a complete, valid date'
  await press(start, '02')
  await save()
  await expect.element(field('date_start').getByRole('alert')).toHaveTextContent(wrong)
  await expect.element(start).toHaveFocus()
  // The browser still shows the typed text.
  expect((start.element() as HTMLInputElement).validity.badInput).toBe(true)
  await start.fill('2027-02-28')
  await expect.element(field('date_start').getByRole('alert')).not.toBeInTheDocument()
  const use = field('use').getByRole('spinbutton')
  await use.clear()
  await press(use, '-')
  await save()
  await expect.element(field('use').getByRole('alert')).toHaveTextContent('Enter a number')
  await expect.element(use).toHaveFocus()
  await userEvent.keyboard('7')
  await save()
  await expect.element(field('use').getByRole('alert')).toHaveTextContent('Must be 1 or more')
  await use.fill('7')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ date_start: '2027-02-28', use: 7 }])
})

it('EDIT-15 PROMO-08: a date without a value before is reported, too', async () => {
  const server = await openConsole('/Company/Marketing/Promocode?id=new')
  await field('code').getByRole('textbox').fill('NEVER')
  await field('discount').css('input').fill('5')
  await field('date_finish').css('input').fill('2027-05-31')
  const start = field('date_start').css('input')
  await start.fill('')
  await press(start, '02312027')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(field('date_start').getByRole('alert')).toHaveTextContent('Enter a complete, valid date')
  await userEvent.keyboard('{ArrowLeft}28')
  await save()
  await expect.element(editor).not.toBeInTheDocument()
  expect(server.saved()).toMatchObject([{ date_start: '2027-02-28' }])
})

it('EDIT-33: a radius is a slider and a number from 1000 to 200000 metres in steps of 100', async () => {
  const city = { city_id: 7, name: { en: 'Narva' }, radius: 5000 }
  const server = await openConsole('/Administrator/City?id=7', { user: platform(), rows: { city: [city] } })
  const [slider, number] = [field('radius').getByRole('slider'), field('radius').getByRole('spinbutton')]
  for (const [name, value] of Object.entries({ min: '1000', max: '200000', step: '100' }))
    await expect.element(slider).toHaveAttribute(name, value)
  await number.clear()
  await press(number, '2,٥')
  await expect.element(number).toHaveValue(2.5)
  await number.fill('30000')
  await expect.element(slider).toHaveValue('30000')
  await press(slider, '{ArrowRight}')
  await expect.element(number).toHaveValue(30_100)
  for (const [wrong, text] of [
    ['900', 'Must be 1000 or more'],
    ['200100', 'Must be 200000 or less'],
    ['30050', 'Must be a multiple of 100'],
  ] as const) {
    await number.fill(wrong)
    await save()
    await expect.element(field('radius')).toMatchTextContent(text)
  }
  await number.fill('45000')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ radius: 45_000 }])
})

it('ERR-05: the invalid part of an address is marked, not the text beside it', async () => {
  await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] } })
  const address = field('address')
  const part = (name: string) => address.getByLabelText(name, { exact: true })
  async function wrong() {
    await save()
    await expect.element(address.getByRole('alert')).toBeVisible()
    return address.css('[aria-invalid=true]')
  }
  await part('Latitude').fill('91')
  await part('Longitude').fill('13.4')
  const marked = await wrong()
  await expect.element(marked).toHaveValue(91)
  await expect.element(marked).toHaveFocus()
  await expect.element(marked).toHaveAccessibleDescription('Must be 90 or less')
  await part('Latitude').fill('52.5')
  await part('Longitude').fill('-181')
  await expect.element(await wrong()).toHaveValue(-181)
  await part('Longitude').fill('13.4')
  await part('Address').fill('x'.repeat(1001))
  await expect.element(await wrong()).toHaveValue('x'.repeat(1001))
})

it('typed text follows the direction of its script, an empty input that of the page', async () => {
  const rows = { merchant: [{ name: { en: 'Pizzeria' } }], user: [{ name: 'Zoe' }] }
  await openConsole('/Company/Merchant?id=1', { rows })
  const directions = (name: string) =>
    field(name)
      .css('input:is([type=text], [type=tel], [type=email], :not([type]))')
      .elements()
      .filter((input) => input.role !== 'combobox' && input.ariaAutoComplete === null)
      .map((input) => (input as HTMLInputElement).dir)
  const typeInto = (name: string, text: string) => field(name).getByRole('textbox').first().fill(text)
  await typeInto('address', '12 Elm Street')
  await expect.poll(() => directions('address')).toEqual(['auto'])
  await typeInto('address', '')
  await expect.poll(() => directions('address')).toEqual([''])
  await openTab('Contacts')
  await typeInto('contact', 'Zoe')
  await expect.poll(() => directions('contact')).toEqual(['auto', '', 'ltr', 'ltr', ''])
  await openConsole('/Company/User?id=1', { rows })
  await expect.poll(() => directions('name')).toEqual(['auto'])
})

it('a contact’s phone can be edited in the middle', async () => {
  const country = { country_id: 7, alpha2: 'RU', name: { en: 'Russia' }, phone_code: '7', phone_mask: '+# ### ### ## ##' }
  const rows = { merchant: [{ name: { en: 'Pizzeria' } }], country: [country] }
  await openConsole('/Company/Merchant?id=1&tab=Contacts', { rows })
  const phone = editor.css('[name=contact_phone]')
  await phone.fill('79991234567')
  await expect.element(phone).toHaveValue('79991234567')
  const input = phone.element() as HTMLInputElement
  input.blur()
  await expect.element(phone).toHaveValue('+7 999 123 45 67')
  input.focus()
  input.setSelectionRange(5, 5)
  await userEvent.keyboard('{Backspace}8')
  await expect.element(phone).toHaveValue('+7 989 123 45 67')
})

it('letters in a money field are marked on leaving it', async () => {
  await openConsole('/Company/PaymentTypes?id=1', { rows: { pay_type: [{ name: { en: 'Voucher' } }] } })
  const amount = field('commission_fixed')
  await amount.css('input').fill('abc')
  await userEvent.tab()
  await expect.element(amount.getByRole('alert')).toBeVisible()
  await amount.css('input').fill('12')
  await userEvent.tab()
  await expect.element(amount.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(editor).toBeVisible()
})

it('REF-05 MOON-09: the status editor fits a phone, with readable sound and workflow problems', async () => {
  const value = { en: 'Waiting for the courier of the late shift' }
  const rows = { order_status: [{ status: 40, value, transfer: [99] }] }
  await openConsole('/Company/OrderStatus?id=1', { rows, width: 390, height: 844 })
  await expect.element(field('sound')).toBeVisible()
  const parts = [editor.element(), ...editor.element().children]
  expect(Math.max(...parts.map((part) => part.getBoundingClientRect().right))).toBeLessThanOrEqual(390)

  await page.viewport(1440, 900)
  await expect.poll(() => field('sound').css('select').element().getBoundingClientRect().width).toBeGreaterThan(150)
  const faults = page.getByTestId('workflow-problems').css('summary')
  await expect.poll(() => faults.element().getBoundingClientRect().height).toBeLessThan(30)
})

it('PUSH-01 PUSH-02 PUSH-03 PUSH-04: the list of push messages says what to choose before adding one', async () => {
  const first = page.getByTestId('choose-first')
  const options = { user: platform(), rows: { user: [{ name: 'Anna' }] } }
  const add = page.getByRole('button', { name: 'Add', exact: true })
  const chooser = (name: string) => page.getByRole('main').getByLabelText(name, { exact: true })
  await openConsole('/Administrator/Marketing/Push', options)
  await expect.element(first).toHaveTextContent('Choose a company first')
  await expect.element(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await expect.element(chooser('Company')).toBeVisible()
  expect([...add.elements(), ...chooser('Customer').elements()]).toEqual([])
  await openConsole('/Administrator/Marketing/Push?company=1', options)
  await expect.element(first).toHaveTextContent('Choose a customer to send a message to')
  await expect.element(chooser('Customer')).toBeVisible()
  expect(add.elements()).toEqual([])
  await openConsole('/Administrator/Marketing/Push?company=1&user_id=1', options)
  await expect.element(add).toBeVisible()
  await expect.element(first).not.toBeInTheDocument()
})

it('REF-24: lookups are read once at the start, and inputs do not request them again', async () => {
  const lookups = ['company_status', 'tariff_option', 'global_lang', 'order_mode', 'order_type']
  const server = await openConsole('/Company/Tag', { rows: { cuisine: [{ name: { en: 'Thai' } }] } })
  const reads = () =>
    server.seen
      .filter(({ call }) => call === 'Reference.getData')
      .map(({ data }) => (data['tables'] as { table: string }[]).map(({ table }) => table))
      .map((tables) => tables.filter((table) => lookups.includes(table)))
      .filter((tables) => tables.length > 0)
  await expect.poll(reads).toEqual([lookups])
  await row(1).getByRole('link').first().click()
  await expect.element(field('status').getByRole('combobox')).toBeVisible()
  expect(reads()).toEqual([lookups])
})

it('MERCH-21: levels, bands and amounts of a merchant are sent as typed, and a tab marks errors inside it', async () => {
  const access = [0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0]
  const others = { user: 3, access: [0, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0] }
  const band = { from_km: 0, to_km: 3, price: 2, per_km: 0 }
  const merchant = { name: { en: 'Pizzeria' }, access: [others, { user: 2, access }], delivery: [band], min_order_cost: '5.00' }
  const admin = [{}, { login: 'second', name: 'Second' }, { login: 'operator', name: 'Otto' }]
  const membership = [2, 3].map((id) => ({ company: 1, admin: id, company_role: 2 }))
  const server = await openConsole('/Company/Merchant?id=1', { rows: { merchant: [merchant], admin, membership } })
  await openTab('Access')
  await page
    .getByTestId('access-2')
    .getByLabelText(/: Contacts$/)
    .selectOptions('View')

  await openTab('Delivery')
  const bands = field('delivery')
  await bands.getByRole('button', { name: 'Add band' }).click()
  await expect.element(bands.getByLabelText(/ 2: From \(km\)$/)).toHaveValue(3)
  await bands.getByLabelText(/ 2: To \(km\)$/).fill('12')
  await bands.getByLabelText(/ 2: Price$/).fill('4')
  const widths = page.getByTestId('bands').css('> *')
  const drawn = () => widths.elements().map((width) => Number.parseFloat((width as HTMLElement).style.width))
  // Square roots of the distances, so that near bands stay visible next to a far one.
  await expect.poll(drawn).toEqual([50, 50])

  await openTab('Settings')
  const amount = field('min_order_cost')
  await amount.getByRole('textbox').fill('much')
  await openTab('Main')
  // Errors are shown before the save prompt, whichever tab they are on.
  await save()
  const tab = editor.getByRole('tab', { name: 'Settings This tab has errors' })
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  await expect.element(amount.getByRole('alert')).toBeVisible()
  await expect.element(amount.getByRole('textbox')).toHaveFocus()
  await expect.element(page.getByTestId('save-question')).not.toBeInTheDocument()
  await amount.getByRole('textbox').fill('12,5')
  await userEvent.tab()
  await expect.element(amount.getByRole('textbox')).toHaveValue('12.50')
  await expect.element(amount.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(editor.getByRole('tab', { name: 'Settings', exact: true })).toBeVisible()
  await save()
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([
    {
      access: [others, { user: 2, access: access.with(8, 1) }],
      delivery: [band, { from_km: 3, to_km: 12, price: 4, per_km: 0 }],
      min_order_cost: '12.50',
    },
  ])
})

it('EDIT-25: after saving, a new password and its repetition are empty again', async () => {
  const server = await openConsole('/Administrator/Administrator?id=2&tab=Security', {
    user: platform(),
    rows: { admin: [{}, { login: 'cook', name: 'Carl' }] },
  })
  // The server never returns a password.
  const row = { admin_id: 2, revision: 2 }
  const saved = { data: { admin: { status: 'OK', data: row, rows: [{ status: 'OK', data: row }] } }, feed: 1, change: 1 }
  server.on('Reference.saveData', () => saved)
  const typed = field('password').css('input')
  await expect.element(typed.first()).toBeVisible()
  await typed.first().fill('Long-enough-1')
  await typed.last().fill('Long-enough-1')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  for (const input of [typed.first(), typed.last()]) await expect.element(input).toHaveValue('')
})

it.each([
  ['someone else', 2, true],
  ['oneself', 1, false],
])('typing a password for %s says what it ends: %s, %s', async (_who, id, expected) => {
  await openConsole(`/Administrator/Administrator?id=${id}&tab=Security`, {
    user: platform({ admin_id: 1 }),
    rows: { admin: [{}, { login: 'cook', name: 'Carl' }] },
  })
  const ends = page.getByTestId('password-ends')
  await expect.element(page.getByLabelText('New password')).toBeVisible()
  await expect.element(ends).not.toBeInTheDocument()
  await page.getByLabelText('New password').fill('Long-enough-1')
  await expect.element(page.getByTestId('password-grade')).toBeVisible()
  if (expected) await expect.element(ends).toMatchTextContent('removes their passkeys, authenticator app, recovery codes and PIN')
  else await expect.element(ends).not.toBeInTheDocument()
})

describe('a tariff', () => {
  const entry = (field: string, more: object = {}) => ({
    field,
    free: 0,
    enable: 0,
    show: 0,
    value: '',
    description: {},
    ...more,
  })
  const stored = { name: { en: 'Pro' }, amount: '79.00', trial_period: 14, most_value: 0, subscription: 1 }
  const open = (option: readonly object[], tab: string) =>
    openConsole(`/Administrator/Tariff?id=1&tab=${tab}`, {
      user: platform(),
      rows: { tariff: [{ ...stored, option }], global_lang: [{ name: 'English', code: 'en', support: 1 }] },
    })
  const saveNow = async () => {
    await save()
    await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
    await expect.element(notices).toMatchTextContent('Saved')
  }

  it('TARIFF-04 TARIFF-05 TARIFF-06: has its trial in days, its price in dollars a month, and its switches as 1 and 0', async () => {
    const server = await open([], 'Main')
    await expect.element(editor.getByRole('spinbutton', { name: 'Trial (days)' })).toHaveValue(14)
    await expect.element(field('amount').getByTestId('unit')).toHaveTextContent('$')
    await expect.element(field('most_value').getByRole('switch')).not.toBeChecked()
    await expect.element(field('subscription').getByRole('switch')).toBeChecked()
    await field('trial_period').getByRole('spinbutton').fill('30')
    for (const name of ['most_value', 'subscription']) await field(name).getByRole('switch').click()
    await saveNow()
    expect(server.saved()).toEqual([{ trial_period: 30, most_value: 1, subscription: 0, revision: 1 }])
  })

  it('TARIFF-07: the parts of an option are changed one by one, and each is sent as its own', async () => {
    const others = entry('limit_user', { enable: 1, value: '5' })
    const server = await open([entry('allow_chat', { show: 1 }), others], 'Options')
    const chat = page.getByTestId('option-allow_chat')
    const boxes = chat.getByRole('checkbox')
    await expect.poll(() => boxes.elements().map((box) => (box as HTMLInputElement).checked)).toEqual([false, false, true])
    for (const name of ['Included', 'Free', 'Shown']) await chat.getByRole('checkbox', { name: `: ${name}` }).click()
    await chat.getByLabelText(/^Value of/).fill('12,5')
    await chat.css('textarea').first().fill('Talk to customers')
    await saveNow()
    const description = { en: 'Talk to customers' }
    const changed = entry('allow_chat', { enable: 1, free: 1, value: '12.5', description })
    expect(server.saved()).toEqual([{ option: [others, changed], revision: 1 }])
  })

  it('TARIFF-08: has a row for each documented option, all allow_, limit_ or overlimit_', async () => {
    await open([], 'Options')
    const names = () =>
      page
        .css('[data-testid^=option-]')
        .elements()
        .map((item) => (item as HTMLElement).dataset['testid']?.replace('option-', '') ?? '')
    await expect.poll(names).toHaveLength(24)
    const kinds = names().map((name) => /^(allow|limit|overlimit)_./.exec(name)?.[1])
    const count = (kind?: string) => kinds.filter((one) => one === kind).length
    expect([count('allow'), count('limit'), count('overlimit')]).toEqual([17, 6, 1])
  })
})

it('PERM-23: online payment of a payment type can be switched only if the company allows online payment', async () => {
  const rows = { pay_type: [{ name: { en: 'Card' }, online: 0 }] }
  for (const allow_online_payment of [0, 1] as const) {
    const server = await openConsole('/Company/PaymentTypes?id=1', {
      rows,
      user: owner({ company: alpha({ allow_online_payment }) }),
    })
    const online = field('online').getByRole('switch')
    await expect.element(field('odd').getByRole('switch')).toBeEnabled()
    if (allow_online_payment === 0) {
      await expect.element(online).toBeDisabled()
      await expect.element(field('online')).toMatchTextContent('Not included in your tariff')
      continue
    }
    await online.click()
    await save()
    await expect.element(notices).toMatchTextContent('Saved')
    expect(server.saved()).toMatchObject([{ online: 1 }])
  }
})

it.each([
  ['an owner', owner(), true],
  ['a platform administrator', platform({ company: alpha() }), true],
  ['an operator who edits every tab', operator({ merchants: { 1: Array.from({ length: 11 }, () => 2) } }), false],
])('PERM-17 PERM-18: %s deletes a merchant, or not, by button and by keys, alone and with others', async (_who, user, may) => {
  const rows = { merchant: [{ name: { en: 'Pizzeria' }, access: [] }] }
  await openConsole('/Company/Merchant', { user, rows })
  await page.getByLabelText('Select this page').click()
  const bar = page.getByTestId('bulk-bar')
  await expect.element(bar).toBeVisible()
  expect(bar.getByRole('button', { name: 'Delete' }).elements()).toHaveLength(may ? 1 : 0)
  await openConsole('/Company/Merchant?id=1', { user, rows })
  await expect.element(field('name').getByRole('textbox')).toBeEnabled()
  expect(editor.getByRole('button', { name: 'Delete', exact: true }).elements()).toHaveLength(may ? 1 : 0)
  expect(editor.getByRole('tab', { name: 'Access' }).elements()).toHaveLength(may ? 1 : 0)
  await userEvent.keyboard('{Control>}{Delete}{/Control}')
  const question = page.getByTestId('delete-question')
  if (may) await expect.element(question).toBeVisible()
  else await expect.element(question).not.toBeInTheDocument()
})

it('COMP-23 COMP-24: the legal details of a company are eight fields, with an email input, saved as typed', async () => {
  const server = await openConsole('/Company/Settings?tab=Legal+details', { rows: { company: [{ name: { en: 'Alpha' } }] } })
  const legal = [
    'legal_name',
    'legal_phone',
    'legal_email',
    'legal_tax',
    'legal_address',
    'legal_bank',
    'legal_bic',
    'legal_iban',
  ]
  await expect.element(field('legal_iban')).toBeVisible()
  const shown = editor.css('[role=tabpanel]:not([hidden]) [data-field]').elements()
  expect(shown.map((item) => (item as HTMLElement).dataset['field'])).toEqual(legal)
  await expect.element(field('legal_email').css('input')).toHaveAttribute('type', 'email')
  const typed = { legal_phone: '4915112345', legal_email: 'office@alpha.example' }
  const values = Object.fromEntries(legal.map((name) => [name, { ...typed }[name] ?? `The ${name}`]))
  for (const name of legal)
    await field(name)
      .css('input:not([list]), textarea')
      .last()
      .fill(values[name] ?? '')
  await save()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([values])
})

it('MERCH-19: each of the seven days is open or closed, and has its own periods', async () => {
  const usual = { start: '10:00', end: '22:00' }
  const work_time = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ name: '', day, work: 1, periods: [usual] }))
  const server = await openConsole('/Company/Merchant?id=1&tab=Store+hours', {
    rows: { merchant: [{ name: { en: 'Pizzeria' }, work_time }] },
  })
  const days = () =>
    field('work_time')
      .getByRole('switch')
      .elements()
      .map((day) => day.ariaLabel)
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  await expect.element(page.getByTestId('day-1'), { timeout: 45_000 }).toBeVisible()
  await expect.poll(days).toEqual(week)
  await field('work_time').getByRole('switch', { name: 'Sunday' }).click()
  await expect.element(page.getByTestId('day-0')).toMatchTextContent('Closed')
  await page.getByLabelText('Monday: From').fill('09:15')
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Tuesday: Add period' }).click()
  await page.getByRole('button', { name: 'Tuesday: Remove' }).last().click()
  await save()
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
  await expect.element(notices).toMatchTextContent('Saved')
  const expected = structuredClone(work_time)
  Object.assign(expected[0] ?? {}, { work: 0 })
  Object.assign(expected[1] ?? {}, { periods: [{ ...usual, start: '09:15' }] })
  Object.assign(expected[2] ?? {}, { periods: [usual, { start: '22:00', end: '00:00' }] })
  expect(server.saved()).toMatchObject([{ work_time: expected }])
})

it('the button that copies the hours of a day names it, and three periods of a day are aligned', async () => {
  const hours = (...starts: number[]) => starts.map((start) => ({ start: `${start}:00`, end: `${start + 2}:00` }))
  const work_time = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    name: '',
    day,
    work: 1,
    periods: hours(...(day === 1 ? [10, 13, 16] : [10])),
  }))
  const server = await openConsole('/Company/Merchant?id=1&tab=Store+hours', {
    rows: { merchant: [{ name: { en: 'Pizzeria' }, work_time }] },
  })
  await expect.element(page.getByTestId('day-1'), { timeout: 45_000 }).toBeVisible()
  for (const width of [1920, 1440, 390]) {
    await page.viewport(width, 900)
    const [from, name] = [page.getByLabelText('Monday: From'), page.getByTestId('day-1').getByText('Monday')]
    const starts = from.elements().map((input) => input.getBoundingClientRect())
    const isBeside = (starts[0]?.top ?? 0) < name.element().getBoundingClientRect().bottom
    for (const { left, top } of starts)
      if (top > (starts[0]?.top ?? 0)) expect(left, `at ${width} px`).toBeCloseTo(starts[0]?.left ?? 0, 0)
    expect(isBeside).toBe(width > 390)
  }
  await page.viewport(1440, 900)
  await page.getByRole('button', { name: 'Same hours as Monday every day' }).click()
  await save()
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
  await expect.element(notices).toMatchTextContent('Saved')
  expect(server.saved()).toMatchObject([{ work_time: work_time.map((day) => ({ ...day, periods: work_time[1]?.periods })) }])
})

it.each([
  ['REF-12', '/Administrator/OrderStep?id=1', 'status', ['New', 'Ready']],
  ['REF-06', '/Administrator/OrderStatus?id=1', 'transfer', ['Ready']],
])('%s: at %s, %s offers the statuses of the record’s company, never the status itself', async (_id, path, name, offered) => {
  const status = (company: number, en: string) => ({ company, value: { en }, transfer: [], status: 1 })
  const order_status = [status(2, 'New'), status(2, 'Ready'), status(3, 'Foreign')]
  const order_step = [{ company: 2, name: { en: 'To the door' }, type: 1, status: [] }]
  await openConsole(path, { user: platform(), rows: { order_status, order_step } })
  const items = () =>
    field(name)
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent.trim())
  await expect.poll(items).toEqual(offered.map((text) => expect.stringContaining(text) as string))
})

it('REF-25: an order type is edited and shown by its value, delivery to an address first, then pickup', async () => {
  const order_type = [
    { order_type_id: 1, icon: 'bike', value: { en: 'Delivery to an address' } },
    { order_type_id: 2, icon: 'bag', value: { en: 'Pickup' } },
  ]
  const order_step = [{ name: { en: 'To the door' }, type: 2, status: [] }]
  await openConsole('/Company/OrderStep?id=1', { rows: { order_type, order_step } })
  const type = field('type').css('select')
  await expect.element(type).toHaveValue('2')
  const offered = () => [...type.element().querySelectorAll('option')].map(({ value, textContent }) => `${value} ${textContent}`)
  await expect.poll(offered).toEqual(expect.arrayContaining(['1 Delivery to an address', '2 Pickup']))
})

it.each([
  ['App', 'app_settings'],
  ['Global', 'global_settings'],
  ['Merchant', 'merchant_settings'],
] as const)('REF-22 REF-23: settings of %s are texts under their comments, saved by name', async (name, table) => {
  const settings = [
    { name: 'farewell', value: 'Bye', comment: 'What it says last' },
    { name: 'greeting', value: 'Hi', comment: 'What it says first' },
  ]
  const server = await openConsole(`/Administrator/Settings-${name}`, { user: platform(), rows: { [table]: settings } })
  const button = page.getByRole('button', { name: 'Save', exact: true })
  await expect.element(page.getByLabelText('What it says last')).toHaveValue('Bye')
  await expect.element(button).toBeDisabled()
  await page.getByLabelText('What it says first').fill('Welcome')
  await button.click()
  await expect.element(notices).toMatchTextContent('Saved')
  const sent = server.seen.filter(({ call }) => call === 'Reference.saveData').flatMap(({ data }) => data['tables'])
  expect(sent).toMatchObject([{ table, id: 'greeting', row: { value: 'Welcome' } }])
})
