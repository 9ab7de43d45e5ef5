import { PASSWORD } from '@tiffin/server/test'
import { expect, type Page, signIn, type Stage, test } from './support.ts'
import { openPairing } from './terminal-board.ts'

const said = (page: Page) => page.getByTestId('pair-result')

/** A device that asks to be paired; `state` polls, like a real one. */
async function asks(stage: Stage, name = 'kitchen-1') {
  const ask = async (input: object) => (await stage.call('Device', 'pair', input))['data'] as Record<string, string>
  const { secret = '', code = '' } = await ask({ name })
  return { code, state: async () => (await ask({ secret }))['state'] }
}

async function open(page: Page, stage: Stage, code: string, login = 'owner'): Promise<void> {
  await page.goto(`${stage.url}/pair${code === '' ? '' : `?code=${code}`}`)
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByTestId('menu')).toBeAttached()
}

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('truncate device_pairing, sign_in_attempt')
  await stage.database.asOwner('delete from device')
})

test(
  'KDS-25: the QR code of a terminal leads an owner to the pairing request; the confirmed device shows only the chosen merchants',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [mine, other] = stage.world.merchants
    await stage.order({ ticket: 61, merchant: mine })
    await stage.order({ ticket: 62, merchant: other })
    const board = await openPairing({ url: stage.url, name: 'grill-1' })
    try {
      await open(page, stage, board.code)
      await expect(page).toHaveURL(new RegExp(`/pair\\?code=${board.code}$`))
      await expect(page.getByTestId('pair-code')).toHaveText(board.code)
      await expect(page.getByTestId('pair')).toContainText('Alpha')
      await expect(page.getByLabel('Device name')).toHaveValue('grill-1')
      await expect(page.getByTestId('pair')).toContainText('No access to customer lists, reports or settings')
      await page.getByLabel('Device name').fill('Grill')
      for (const name of ['Sushi', 'Hidden']) await page.getByRole('checkbox', { name }).uncheck()
      await page.getByRole('button', { name: 'Pair device' }).click()
      await expect(said(page)).toHaveText('Grill is paired.')
      await board.waitFor('#61', 30_000)
      expect(board.text()).not.toContain('#62')
    } finally {
      await board.close()
    }
    expect(await stage.database.asOwner('select name, merchants, revoked from device')).toEqual([
      { name: 'Grill', merchants: [mine], revoked: 0 },
    ])
    await page.reload()
    await expect(said(page)).toHaveText('This code has already been used. The device is paired.')
  },
)

test('KDS-25: an owner refuses a device, and it shows another code', { tag: '@full' }, async ({ page, stage }) => {
  const device = await asks(stage)
  await open(page, stage, device.code)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(said(page)).toHaveText('Request rejected. The device now shows a new code.')
  expect(await device.state()).toBe('expired')
  expect(await stage.database.asOwner('select from device')).toHaveLength(0)
})

test('KDS-25: an unknown code and an expired one say so, and another can be typed', { tag: '@full' }, async ({ page, stage }) => {
  const [late, good] = [await asks(stage), await asks(stage, 'bar')]
  await stage.database.asOwner('update device_pairing set expires = now() where code = $1', [late.code.replace('-', '')])
  await open(page, stage, late.code)
  await expect(said(page)).toHaveText('This code has expired. The device will show a new one.')
  await page.goto(`${stage.url}/pair?code=AAAA-AAAA`)
  await expect(said(page)).toHaveText('The code is incorrect or has expired')
  await page.getByRole('button', { name: 'Enter another code' }).click()
  await page.getByLabel('Enter the code shown on the device.').fill(good.code.toLowerCase().replace('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('pair-code')).toHaveText(good.code)
  await expect(page.getByLabel('Device name')).toHaveValue('bar')
})

test(
  'KDS-25: a device confirmed elsewhere is not paired twice, and a merchant is required',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { code } = await asks(stage)
    await open(page, stage, code)
    for (const name of ['Pizzeria', 'Sushi', 'Hidden']) await page.getByRole('checkbox', { name }).uncheck()
    await expect(page.getByTestId('pair').getByRole('alert')).toHaveText('Choose at least one merchant.')
    await expect(page.getByRole('button', { name: 'Pair device' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Sushi' }).check()
    const token = await stage.signIn('owner')
    const [merchant] = stage.world.merchants
    await stage.call('Device', 'confirm', { code, merchants: [merchant] }, { token, company: stage.world.a })
    await page.getByRole('button', { name: 'Pair device' }).click()
    await expect(said(page)).toHaveText('The code is incorrect or has expired')
    expect(await stage.database.asOwner('select from device')).toHaveLength(1)
  },
)

test(
  'KDS-25: an owner sees paired devices with merchants and last activity, and revokes one',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { code, state } = await asks(stage, 'bar')
    const token = await stage.signIn('owner')
    const [pizzeria, sushi] = stage.world.merchants
    await stage.call('Device', 'confirm', { code, merchants: [pizzeria, sushi] }, { token, company: stage.world.a })
    expect(await state()).toBe('confirmed')
    await stage.order()
    await signIn(page, stage, 'owner')
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Kitchen devices' }).click()
    const device = page.getByTestId('devices').getByRole('listitem')
    await expect(device).toHaveText(/^barPizzeria, SushiLast seen: \d\d:\d\dRevoke access$/)
    await device.getByRole('button', { name: 'Revoke access: bar' }).click()
    await expect(page.getByTestId('revoke-question')).toContainText('To use it again, pair the device with a new code.')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByTestId('devices')).toContainText('No paired devices yet.')
    expect(await stage.database.asOwner('select name, revoked from device')).toEqual([{ name: 'bar', revoked: 1 }])
  },
)

test('KDS-25: an operator can’t pair devices', async ({ page, stage }) => {
  const device = await asks(stage)
  await stage.order()
  await signIn(page, stage, 'operator')
  await page.goto(`${stage.url}/pair?code=${device.code}`)
  await expect(page.getByTestId('pair-forbidden')).toContainText('Only the company owner can pair a device.')
  await page.getByRole('button', { name: 'Account:' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Kitchen devices' })).toHaveCount(0)
  expect(await device.state()).toBe('waiting')
})
