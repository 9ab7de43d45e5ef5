import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../test/fake-server.ts'
import { kitchen, order, statuses } from '../../test/kitchen.ts'
import { editor, expectUrl, field, notices, openConsole, openTab, press, row, rows, save } from '../../test/open-console.tsx'
import { operator, platform } from '../../test/people.ts'

const soup = {
  id: 'soup',
  name: 'Soup',
  qty: 2,
  price: '4.50',
  discount: '0.00',
  amount: '9.00',
  total: '9.00',
  img: 'soup.webp',
  description: 'With cream',
}
const place = (name: string, more: object = {}) => ({
  name: { en: name },
  status: 1,
  address: { coords: [52.5, 13.4], address: `${name} Street` },
  delivery: [{ from_km: 0, to_km: 5, price: 2, per_km: 1 }],
  ...more,
})
const stored = order({
  cart: [soup],
  cost: '9.00',
  fee: '0.50',
  delivery: '3.00',
  total: '11.50',
  discount: '1.00',
  promocode: 'SPRING',
  bonus: '0.00',
  destination_address: 'Lindenweg 5',
  destination_coordinates: [52.51, 13.4],
  comment: 'Ring twice',
})
const tables = {
  ...kitchen,
  company: [{ name: { en: 'Alpha' }, fee: '0.50', timezone: 'Europe/Berlin' }],
  order_type: [{ value: { en: 'Delivery' } }, { value: { en: 'Pickup' } }],
  merchant: [place('Pizzeria'), place('Sushi')],
  pay_type: [{ name: { en: 'Cash' }, admin: 2, status: 1 }],
  user: [
    { name: 'Anna', phone: '49301234567', bonus_score: '5.00' },
    { name: 'Boris', phone: '49301234568' },
  ],
  courier: [
    { name: 'Carl', phone: '49170000000', courier_status: 1, working: 1, coords: [52.52, 13.4] },
    { name: 'Dora', phone: '49170000001', courier_status: 1, working: 2 },
  ],
  order: [stored],
}
async function open(options: object = {}) {
  const server = await openConsole('/Company/Order?order=1&tab=Order', { rows: structuredClone(tables), ...options })
  await expect.element(field('cart').getByTestId('cart')).toBeVisible()
  return server
}
const amountOf = (label: string) => page.getByTestId('total').getByTestId(`amount-${label}`)
const merchant = field('merchant').getByRole('combobox')
const question = page.getByTestId('change-question')
const addItem = editor.getByRole('combobox', { name: 'Add item' })

async function chooseMerchant(name: string): Promise<void> {
  await merchant.click()
  await page.getByRole('option', { name }).click()
}

describe('order editor', () => {
  it('ORDER-01 BOARD-32: opens from the preview of a card, with the tabs Main and Order, and Back returns to the preview', async () => {
    await openConsole('/Company/Order', { rows: structuredClone(tables) })
    await press(page.getByTestId('card-1').getByRole('link'), '{Enter}')
    await page.getByTestId('order-drawer').getByRole('button', { name: 'Edit order' }).click()
    await expectUrl(/order=1&tab=Order/)
    const tabs = editor.getByRole('tab')
    await expect.element(tabs.first()).toHaveTextContent('Main')
    expect(tabs.elements().map((tab) => tab.textContent)).toEqual(['Main', 'Order'])
    await expect.element(field('comment').getByRole('textbox')).toHaveValue('Ring twice')
    await openTab('Main')
    const preview = page.getByTestId('order-preview')
    await expect.element(preview).toMatchTextContent('Anna')
    await expect.element(preview.getByTestId('items')).toMatchTextContent('Soup')
    await expect.element(preview.getByTestId('order-sums')).toMatchTextContent('11.50')
    await editor.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect.element(page.getByTestId('order-drawer')).toBeVisible()
  })

  it('ORDER-12 ORDER-07: the preview has every detail of the address, and calls type 3 a pickup', async () => {
    const destination_info_json = { entrance: '2', intercom: '55', floor: '4', flat: '17', comment: 'Ring twice' }
    const detailed = { ...stored, type: 3, destination_info: 'Behind the church', destination_info_json }
    await openConsole('/Company/Order?order=1', { rows: { ...tables, order: [detailed] } })
    const drawer = page.getByTestId('order-drawer')
    await expect.element(drawer).toMatchTextContent('Lindenweg 5, entrance 2, intercom 55, floor 4, flat 17')
    await expect.element(drawer).toMatchTextContent('Address detailsBehind the church')
    await expect.element(drawer).toMatchTextContent('Note for courierRing twice')
    await expect.element(drawer).toMatchTextContent('TypePickup')
  })

  it('the preview shows the banknote that a customer pays with', async () => {
    await openConsole('/Company/Order?order=1', { rows: { ...tables, order: [{ ...stored, odd: '20.00' }] } })
    await expect.element(page.getByTestId('order-drawer')).toMatchTextContent('Change needed for20.00 €')
  })

  it('ORDER-12: entrance, intercom, flat, floor and comment are shown and saved in the editor', async () => {
    const before = { entrance: '2', intercom: '55', flat: '17', floor: '4', comment: 'Ring twice' }
    const server = await open({ rows: { ...structuredClone(tables), order: [{ ...stored, destination_info_json: before }] } })
    const details = field('destination_info_json').getByRole('textbox')
    const values = () => details.elements().map((input) => (input as HTMLInputElement).value)
    await expect.poll(() => values().toSorted()).toEqual(Object.values(before).toSorted())
    for (const [name, typed] of [
      ['Entrance', 'B'],
      ['Intercom', '7'],
      ['Flat', '8'],
      ['Floor', '9'],
    ] as const)
      await field('destination_info_json').getByLabelText(name).fill(typed)
    await save()
    const after = { entrance: 'B', intercom: '7', flat: '8', floor: '9', comment: 'Ring twice' }
    await expect.poll(() => server.saved()).toMatchObject([{ destination_info_json: after }])
  })

  it('a typed address is saved as not verified, without the coordinates of the previous one, and the preview says so', async () => {
    const server = await open()
    await field('destination_address').getByRole('combobox').fill('Nowhere 7')
    await save()
    const saved = { destination_address: 'Nowhere 7', destination_coordinates: null, destination_unverified: 1 }
    await expect.poll(() => server.saved()).toMatchObject([saved])
    await openConsole('/Company/Order?order=1', { rows: { ...tables, order: [{ ...stored, destination_unverified: 1 }] } })
    await expect
      .element(page.getByTestId('order-drawer'))
      .toMatchTextContent('Lindenweg 5Address not verified. Check it with the customer.')
  })

  it('an earlier address without coordinates does not keep those of the previous one', async () => {
    const past = { ...stored, destination_address: 'Markt 1', destination_coordinates: null, destination_unverified: 1 }
    const server = await open({ rows: { ...structuredClone(tables), order: [stored, past] } })
    await field('destination_address').getByRole('combobox').fill('Markt')
    await page.getByRole('option', { name: 'Markt 1' }).click()
    await save()
    const saved = { destination_address: 'Markt 1', destination_coordinates: null, destination_unverified: 1 }
    await expect.poll(() => server.saved()).toMatchObject([saved])
  })

  it('a change with warnings asks first, and is sent again with the confirmation', async () => {
    const server = await open()
    const sent: unknown[] = []
    server.on('Reference.saveData', ({ tables }) => {
      const [{ row }] = tables as [{ row: Record<string, unknown> }]
      sent.push(row['overruled'])
      if (sent.length === 1) return refusal('warned', { params: ['closed, min_cost'] })
      return { data: { order: { status: 'OK', rows: [{ status: 'OK', data: { ...stored, order_id: 1, ...row } }] } } }
    })
    await field('comment').getByRole('textbox').fill('Knock')
    await save()
    const ask = page.getByTestId('warnings-question')
    await expect.element(ask).toMatchTextContent('ClosedBelow the minimum order')
    await ask.getByRole('button', { name: 'Save anyway' }).click()
    await expect.poll(() => sent).toEqual([undefined, ['closed', 'min_cost']])
    await expect.element(ask).not.toBeInTheDocument()
  })

  it('saves the changed fields alone', async () => {
    const server = await open()
    await field('comment').getByRole('textbox').fill('Knock')
    await save()
    await expect.element(notices).toMatchTextContent('Saved')
    expect(server.saved()).toEqual([{ comment: 'Knock', revision: 1 }])
  })

  it('ORDER-02: creation, delivery and payment times are shown and locked', async () => {
    await open()
    for (const name of ['time_create', 'time_delivery', 'pay_date']) {
      await expect.element(field(name).css('input')).toBeVisible()
      await expect.element(field(name).css('input')).toBeDisabled()
    }
    await expect.element(field('time_finish').css('input')).toBeEnabled()
  })

  it('ORDER-03: another merchant needs a confirmation, and No leaves the order as it was', async () => {
    await open()
    await chooseMerchant('Sushi')
    await expect.element(question).toMatchTextContent('Items, promo code, discount and bonus will be removed.')
    await question.getByRole('button', { name: 'No' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(merchant).toHaveValue('Pizzeria')
    await expect.element(editor.getByRole('group', { name: 'Soup' })).toBeVisible()
    await expect.element(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })

  it('Escape closes the question, also right after it has appeared, and the editor stays', async () => {
    await open()
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-testid=change-question]') === null) return
      observer.disconnect()
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(escape)
    }).observe(document.body, { childList: true, subtree: true })
    await chooseMerchant('Sushi')
    await expect.element(merchant).toHaveValue('Pizzeria')
    await expect.element(question).not.toBeInTheDocument()
  })

  it('ORDER-04: the confirmation empties cart, promo code, cost, discount, bonus, promo code amount and total', async () => {
    const before = { bonus: '2.00', promocode_amount: '1.50' }
    const server = await open({ rows: { ...structuredClone(tables), order: [{ ...stored, ...before }] } })
    await expect.element(field('bonus').getByRole('textbox')).toHaveValue('2.00')
    await chooseMerchant('Sushi')
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect.element(merchant).toHaveValue('Sushi')
    await expect.element(editor.getByRole('group', { name: 'Soup' })).not.toBeInTheDocument()
    await expect.element(field('promocode').getByRole('textbox')).toHaveValue('')
    await expect.element(field('discount').getByRole('textbox')).toHaveValue('0.00')
    await expect.element(field('bonus').getByRole('textbox')).toHaveValue('0.00')
    await expect.element(amountOf('Total')).toHaveTextContent('0.00 €')
    for (const label of ['Cost', 'Discount', 'Bonus', 'Promo code']) await expect.element(amountOf(label)).not.toBeInTheDocument()
    await save()
    await expect.element(field('cart').getByRole('alert')).toHaveTextContent('Add at least one item')
    expect(server.saved()).toEqual([])
    await press(addItem, '3 Maki 5{Enter}')
    await expect.element(amountOf('Total')).toHaveTextContent('18.50 €')
    await save()
    await expect.element(notices).toMatchTextContent('Saved')
    expect(server.saved()).toMatchObject([
      {
        merchant: 2,
        promocode: '',
        discount: '0.00',
        bonus: '0.00',
        cart: [{ name: 'Maki', qty: 3, price: '5.00' }],
        revision: 1,
      },
    ])
  })

  it('ORDER-13: shows every amount while it is typed, with the reason, and keeps picture and description of a line', async () => {
    const server = await open()
    await expect.element(amountOf('Total')).toHaveTextContent('11.50 €')
    const line = editor.getByRole('group', { name: 'Soup' })
    await line.getByRole('spinbutton', { name: 'Quantity: Soup' }).fill('4')
    await expect.element(amountOf('Cost')).toHaveTextContent('18.00 €')
    await field('discount').getByRole('textbox').fill('2')
    await expect.element(amountOf('Discount')).toHaveTextContent('-2.00 €')
    await field('tips_percent').getByRole('spinbutton').fill('10')
    await expect.element(page.getByTestId('total')).toMatchTextContent('10 percent of 18.00 €')
    await expect.element(amountOf('Tips')).toHaveTextContent('1.80 €')
    await expect.element(amountOf('Total')).toHaveTextContent('21.30 €')
    await field('destination_coordinates').getByRole('spinbutton').first().fill('52.52')
    await expect.element(amountOf('Delivery')).toHaveTextContent('4.00 €')
    await save()
    await expect.poll(() => server.saved()).toMatchObject([{ cart: [{ ...soup, qty: 4 }], discount: '2.00', tips_percent: 10 }])
  })

  it('refuses a line that makes no sense beside the cart, and a refused code beside its field', async () => {
    const server = await open()
    const line = editor.getByRole('group', { name: 'Soup' })
    await line.getByRole('textbox', { name: 'Price: Soup' }).fill('cheap')
    await save()
    await expect.element(field('cart').getByRole('alert')).toHaveTextContent('Enter an amount, such as 12.50')
    await expect.element(line.getByRole('textbox', { name: 'Price: Soup' })).toHaveFocus()
    await line.getByRole('textbox', { name: 'Price: Soup' }).fill('5')
    await line.getByRole('spinbutton', { name: 'Quantity: Soup' }).fill('0')
    await save()
    await expect.element(field('cart').getByRole('alert')).toHaveTextContent('Check quantity and price: Soup')
    expect(server.saved()).toEqual([])
    await line.getByRole('spinbutton', { name: 'Quantity: Soup' }).fill('2')
    await line.getByRole('textbox', { name: 'Price: Soup' }).fill('4,50')
    await expect.element(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    const restore = server.on('Reference.saveData', () => ({
      status: 'FAIL',
      code: 'promocode_used_up',
      error: 'The promo code has no uses left',
      field: 'promocode',
    }))
    await field('promocode').getByRole('textbox').fill('GONE')
    await save()
    await expect.element(field('promocode').getByRole('alert')).toHaveTextContent('The promo code has no uses left')
    await expect.element(field('promocode').getByRole('textbox')).toHaveFocus()
    restore()
  })

  it('KDS-20: offers couriers with their state, number of orders and distance to the merchant', async () => {
    const server = await open()
    const courier = field('courier').getByRole('combobox')
    await courier.click()
    const carl = page.getByRole('option', { name: /Carl/ })
    await expect.element(carl).toMatchTextContent('2.0 km')
    await expect.element(page.getByRole('option', { name: /Dora/ })).toMatchTextContent('Off duty')
    await press(courier, 'car{Enter}')
    await expect.element(courier).toHaveValue('Carl')
    await save()
    await expect.poll(() => server.saved()).toMatchObject([{ courier: 1 }])
  })

  it('ORDER-06: courier 0 shows and saves that no courier is assigned', async () => {
    const server = await open({ rows: { ...structuredClone(tables), order: [{ ...stored, courier: 1 }] } })
    const courier = field('courier').getByRole('combobox')
    await expect.element(courier).toHaveValue('Carl')
    await courier.click()
    await page.getByRole('option', { name: 'No courier' }).click()
    await expect.element(courier).toHaveValue('')
    await expect.element(courier).toHaveAttribute('placeholder', 'No courier')
    await save()
    await expect.poll(() => server.saved()).toMatchObject([{ courier: 0 }])
  })

  it('another customer has their own bonus points; a pickup has no address', async () => {
    const server = await open({ rows: { ...structuredClone(tables), order: [{ ...stored, bonus: '2.00' }] } })
    await field('user').getByRole('combobox').click()
    await page.getByRole('option', { name: 'Boris' }).click()
    await expect.element(field('bonus').getByRole('textbox')).toHaveValue('0.00')
    await field('type').css('select').selectOptions('2')
    await expect.element(field('destination_address')).not.toBeInTheDocument()
    await expect.element(amountOf('Delivery')).toHaveTextContent('0.00 €')
    await save()
    await expect.poll(() => server.saved()).toMatchObject([{ user: 2, bonus: '0.00', type: 2 }])
  })

  it('PERM-12: opens read-only with view access', async () => {
    await open({ user: operator(), rows: { ...structuredClone(tables), order: [{ ...stored, merchant: 2 }] } })
    await expect.element(field('comment').getByRole('textbox')).toBeDisabled()
    await expect.element(addItem).toBeDisabled()
    await expect.element(field('courier').getByRole('combobox')).toBeDisabled()
    await expect.element(editor.getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument()
  })

  it('asks about a field that someone else has changed, and shows both carts', async () => {
    const server = await open()
    const restore = server.on('Reference.saveData', () => {
      restore()
      const current = { ...server.rows('order')[0], revision: 2, cart: [{ ...soup, qty: 1 }] }
      return { status: 'FAIL', code: 'conflict', error: 'conflict', current, because: { fields: ['cart'] } }
    })
    await editor.getByRole('spinbutton', { name: 'Quantity: Soup' }).fill('5')
    await save()
    const dialog = page.getByTestId('conflict-dialog')
    await expect.element(dialog).toMatchTextContent('5 × Soup')
    await expect.element(dialog).toMatchTextContent('1 × Soup')
    await dialog.getByRole('radio', { name: /Theirs/ }).click()
    await dialog.getByRole('button', { name: 'Continue with these values' }).click()
    await expect.element(editor.getByRole('spinbutton', { name: 'Quantity: Soup' })).toHaveValue(1)
  })

  it('asks before Back leaves unsaved changes', async () => {
    await openConsole('/Company/Order', { rows: structuredClone(tables) })
    await press(page.getByTestId('card-1').getByRole('link'), 'e')
    await field('comment').getByRole('textbox').fill('Knock')
    history.back()
    await expect.element(page.getByTestId('unsaved-question')).toBeVisible()
    await page.getByTestId('unsaved-question').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(field('comment').getByRole('textbox')).toHaveValue('Knock')
  })

  it('NAV-17: the orders of all companies are listed, and a row opens its editor', async () => {
    await openConsole('/Administrator/Order', { user: platform(), rows: structuredClone(tables) })
    await expect.element(page.getByRole('heading', { name: 'All orders' })).toBeVisible()
    await expect.poll(() => rows.elements().length).toBe(1)
    await row(1).getByRole('link').first().click()
    await expect.element(editor.getByRole('tab', { name: 'Main' })).toHaveAttribute('aria-selected', 'true')
    await openTab('Order')
    await expect.element(field('comment').getByRole('textbox')).toBeEnabled()
  })

  it('a new status for selected orders takes a reason to hand over without the code', async () => {
    const server = await openConsole('/Administrator/Order', { user: platform(), rows: structuredClone(tables) })
    await page.getByLabelText('Select this page').click()
    await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
    const dialog = page.getByTestId('bulk-edit')
    await dialog.getByLabelText('Field').selectOptions('Status')
    await dialog.getByRole('combobox', { name: 'New value' }).click()
    await page.getByRole('option', { name: 'Delivered' }).click()
    await dialog.getByLabelText('Reason to cancel, or to hand over without the code').fill('Left with a neighbour')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const reason = 'Left with a neighbour'
    await expect
      .poll(() => server.saved())
      .toMatchObject([{ order_status: statuses.delivered, cancel_reason: reason, handoff_reason: reason }])
  })
})
