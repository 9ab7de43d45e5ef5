import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { kitchen } from '../test/kitchen.ts'
import { openConsole } from '../test/open-console.tsx'

const printers = page.getByTestId('printers')
const offered = [{ console: 'grill', address: 'tcp:10.0.0.9:9100', name: 'Grill printer' }]
const open = (options: object = {}) =>
  openConsole('/Company/Printer', {
    rows: kitchen,
    answers: { 'Print.offers': { data: { status: 'OK', printers: offered } } },
    ...options,
  })

it('PRINT-01 PRINT-02 PRINT-03: line length and receipts are numeric fields, 32 and 1 at first, that take whole numbers', async () => {
  await open()
  for (const [name, first, typed, kept] of [
    ['Characters per line', 32, '48.9', 48],
    ['Number of receipts', 1, '3.7', 3],
  ] as const) {
    const field = page.getByLabelText(name)
    await expect.element(field).toHaveAttribute('type', 'number')
    await expect.element(field).toHaveValue(first)
    await field.fill(typed)
    await field.fill('0')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    ;(field.element() as HTMLElement).blur()
    await expect.element(field).toHaveValue(kept)
  }
})

it('PRINT-08: the list reloads when the page is visible again, not when it is hidden', async () => {
  const plugged: object[] = []
  const getDevices = vi.fn(() => Promise.resolve([...plugged]))
  Object.defineProperty(navigator, 'usb', { value: { getDevices }, configurable: true })
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'usb')
    visibility.mockRestore()
  })
  await open()
  await expect.poll(() => getDevices.mock.calls).not.toEqual([])
  await expect.element(printers).toHaveAttribute('aria-busy', 'false')
  const read = getDevices.mock.calls.length
  plugged.push({ vendorId: 0x04b8, productId: 0x0202, productName: 'TM-T20' })
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  turn('hidden')
  expect(getDevices).toHaveBeenCalledTimes(read)
  const printer = printers.getByRole('button', { name: 'TM-T20' })
  expect(printer.elements()).toEqual([])
  turn('visible')
  await expect.element(printer).toBeVisible()
})

it('PRINT-04 PRINT-06: printers are buttons, only the chosen one is highlighted, and only with one is a test print offered', async () => {
  await open()
  const test = page.getByRole('button', { name: 'Test print' })
  await expect.element(printers.getByRole('button', { name: 'Grill printer' })).toMatchTextContent('On terminal board grill')
  const buttons = () => printers.getByRole('button').elements() as HTMLElement[]
  const highlighted = () => {
    const looks = buttons().map((button) => [button.textContent, getComputedStyle(button).backgroundColor] as const)
    const common = looks.map(([, colour]) => colour).find((colour, at, all) => all.indexOf(colour) !== at)
    return looks.filter(([, colour]) => colour !== common).map(([name]) => name)
  }
  const pressed = () =>
    buttons()
      .filter((button) => button.ariaPressed === 'true')
      .map(({ textContent }) => textContent)
  await expect.poll(pressed).toEqual(['No printer'])
  expect(test.elements()).toEqual([])
  for (const name of ['Print dialog: 58 mm paper', 'Print dialog: A4 paper']) {
    await printers.getByRole('button', { name }).click()
    await expect.poll(pressed).toEqual([name])
    await expect.poll(highlighted).toEqual([name])
    await expect.element(test).toBeVisible()
  }
  await printers.getByRole('button', { name: 'No printer' }).click()
  await expect.poll(highlighted).toEqual(['No printer'])
  expect(test.elements()).toEqual([])
})
