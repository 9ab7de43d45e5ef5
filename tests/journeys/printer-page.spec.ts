import { fakeDevices } from './fake-devices.ts'
import { openBoard } from './printing-support.ts'
import { axe, card, expect, looks, signIn, test } from './support.ts'

test('PRINT-01 PRINT-02 PRINT-03 PRINT-09: line width and copies are available without a printer, and saved on every valid input', async ({
  page,
  stage,
}) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.goto(`${stage.url}/Company/Printer`)
  const [line, copies] = [page.getByLabel('Characters per line'), page.getByLabel('Number of receipts')]
  await expect(line).toHaveValue('32')
  await expect(copies).toHaveValue('1')
  const kept = () =>
    page.evaluate(() => ['printer', 'printer_line', 'number_receipts'].map((key) => localStorage.getItem(`tiffin.${key}`)))
  await copies.fill('3.7')
  await line.fill('42')
  await line.fill('-1')
  await expect.poll(kept).toEqual([null, '42', '3'])
  await line.blur()
  await expect(line).toHaveValue('42')
  await page.getByTestId('printers').getByRole('button', { name: '80 mm paper' }).click()
  await expect(line).toHaveValue('48')
  await expect(copies).toHaveValue('3')
  await copies.fill('')
  await expect.poll(kept).toEqual(['page:80mm', '48', '3'])
  await page.reload()
  await expect(copies).toHaveValue('3')
  await expect(page.getByTestId('printers').getByRole('button', { name: '80 mm paper' })).toHaveAttribute('aria-pressed', 'true')
})

test('PRINT-07 PRINT-11 PRINT-05: unavailable connection types are listed with the reason', async ({ page, context, stage }) => {
  await fakeDevices(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.evaluate(() => localStorage.setItem('fake.no-bluetooth', '1'))
  await page.goto(`${stage.url}/Company/Printer`)
  await expect(page.getByTestId('no-bluetooth')).toContainText('No bluetooth permission')
  await expect(page.getByRole('button', { name: 'Bluetooth…' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Bluetooth settings' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('chrome://settings/content/bluetoothDevices')
  await page.getByRole('button', { name: 'App settings' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(encodeURIComponent(stage.url))
  await context.addInitScript(() => {
    for (const name of ['serial', 'usb', 'bluetooth']) Object.defineProperty(navigator, name, { value: undefined })
  })
  const firefox = await context.newPage()
  await firefox.goto(`${stage.url}/Company/Printer`)
  await expect(firefox.getByTestId('missing-usb')).toContainText('USB is unavailable: not supported in this browser')
  await expect(firefox.getByTestId('missing-serial')).toBeVisible()
})

test(
  'PRINT-07: a permission denied while adding a printer replaces Bluetooth with a warning',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    await fakeDevices(context)
    await stage.order()
    await signIn(page, stage, 'owner')
    await page.goto(`${stage.url}/Company/Printer`)
    const add = page.getByRole('button', { name: 'Bluetooth…' })
    await expect(add).toBeVisible()
    await expect(page.getByTestId('no-bluetooth')).toHaveCount(0)
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('as the browser would', 'SecurityError'))
      Object.assign((navigator as unknown as { bluetooth: object }).bluetooth, { requestDevice: refuse })
    })
    await add.click()
    await expect(page.getByTestId('no-bluetooth')).toContainText('No bluetooth permission')
    await expect(add).toHaveCount(0)
  },
)

test('PRINT-08 NAV-58: the list reloads when a person returns to the page', async ({ page, context, stage }) => {
  await fakeDevices(context)
  await stage.order()
  await signIn(page, stage, 'owner')
  await page.goto(`${stage.url}/Company/Printer`)
  await expect(page.getByTestId('printers')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByTestId('printers').getByRole('button', { name: 'TM-T20' })).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('fake.usb', '1'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByTestId('printers').getByRole('button', { name: 'TM-T20' })).toBeVisible()
})

test('NAV-58 PERM-12: people who may not change orders can’t print, and have no printer page', async ({ page, stage }) => {
  const order = await stage.order({ merchant: stage.world.merchants[1] })
  await signIn(page, stage, 'operator')
  await card(page, order).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Open order' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Print ticket' })).toHaveCount(0)
  await page.goto(`${stage.url}/Company/Printer`)
  await expect(page.getByTestId('printer-page')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveText("You don't have access to this page")
})

test('BOARD-10: a toggle without a printer says so and leads to the printer page', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  await openBoard(page, stage)
  await page.getByRole('button', { name: 'Print tickets here' }).click()
  await page.getByTestId('no-printer').getByRole('link', { name: 'Choose a printer' }).click()
  await expect(page.getByTestId('printer-page')).toBeVisible()
})

for (const { scheme, lang } of looks)
  test(`axe finds nothing on the printer page, ${scheme}, ${lang}`, { tag: '@full' }, async ({ page, context, stage }) => {
    await fakeDevices(context)
    await stage.order()
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn(page, stage, 'owner')
    await page.evaluate((code) => localStorage.setItem('tiffin.lang', code), lang)
    await page.goto(`${stage.url}/Company/Printer`)
    await page.getByRole('button', { name: 'USB…' }).click()
    await expect(page.getByTestId('printers').getByRole('button', { name: 'TM-T20' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
    const { violations } = await axe(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  })
