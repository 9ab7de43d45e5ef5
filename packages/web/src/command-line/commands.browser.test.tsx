import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults, smallTargets } from '../test/axe.ts'
import { kitchen, order, statuses } from '../test/kitchen.ts'
import { looks } from '../test/looks.ts'
import { editor, notices, openConsole, press, row } from '../test/open-console.tsx'
import { platform } from '../test/people.ts'

const dialog = page.getByTestId('commands')
const lines = (): string[] =>
  dialog
    .css('code')
    .elements()
    .map((code) => code.textContent)
const rowMenu = (id: number) => row(id).getByRole('button', { name: 'Actions' })
const card = (id: number) => page.getByTestId(`card-${id}`)
const name = "It's $(id)\n`x`"
const couriers = {
  courier: [
    { name, working: 1, courier_status: 1 },
    { name: 'Carl', working: 1, courier_status: 1 },
  ],
}

let copied: string[] = []
beforeEach(() => {
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})

const palette = async (text: string): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await press(page.getByTestId('palette').getByRole('combobox'), `${text}{Enter}`)
}

it('MOON-05: a list copies its filters, order and columns as a command, from the palette', async () => {
  await openConsole(`/Company/CourierList?state=free&sort=-phone&search=${encodeURIComponent(name)}`, { rows: couriers })
  await expect.element(page.getByTestId('record-list')).toBeVisible()
  await palette('copy as command')
  await expect.element(dialog).toBeVisible()
  const where = String.raw`--where state=free --search 'It'\''s $(id)` + "\n`x`'"
  expect(lines()[0]).toMatch(/^tiffin list courier /)
  expect(lines()[0]).toContain(`${where} --order -phone --fields courier_id,`)
  expect(lines()[1]).toMatch(/^tiffin export courier [^]+ --out courier.xlsx --company 1$/)
  await dialog.getByRole('button', { name: 'Copy: Export' }).click()
  expect(copied).toEqual([expect.stringContaining(where)])
  await expect.element(dialog).not.toBeInTheDocument()
})

it('MOON-05: a row, its editor and selected rows copy their commands', async () => {
  await openConsole('/Company/CourierList', { rows: couriers })
  await rowMenu(2).click()
  await page.getByRole('menuitem', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()).toEqual([
    'tiffin get courier 2 --company 1',
    'tiffin open courier 2 --company 1',
    'tiffin delete courier 2 --company 1',
  ])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  for (const id of [1, 2]) await row(id).getByRole('checkbox').click()
  const bar = page.getByTestId('bulk-bar')
  await bar.getByRole('button', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()[0]).toContain('--where courier_id=1,2 ')
  expect(lines().at(-1)).toBe('tiffin delete courier 1 2 --company 1')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await bar.getByRole('button', { name: 'Edit field' }).click()
  const edit = page.getByTestId('bulk-edit')
  await edit.getByRole('combobox', { name: 'Field' }).selectOptions('Name')
  await press(edit.css('#bulk-value'), name.replace('\n', ' '))
  await edit.getByRole('button', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()).toEqual([String.raw`tiffin save courier 1 2 --set 'name=It'\''s $(id) ` + "`x`' --company 1"])
})

it('MOON-05: a report copies its period, filters and comparison', async () => {
  await openConsole('/Company/Report/Orders?report=couriers&time_finish=Last+month&merchant=1&compare=1', { rows: kitchen })
  await page.getByRole('button', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  const words = "tiffin report couriers --period 'Last month' --where merchant=1 --compare"
  expect(lines()).toEqual([`${words} --company 1`, `${words} --out couriers.xlsx --company 1`])
})

it('MOON-05: the menu of a card copies every move that is available', async () => {
  await openConsole('/Company/Order', { rows: { ...kitchen, order: [order(), order()] } })
  await card(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()).toEqual(
    expect.arrayContaining([
      `tiffin orders move 1 --to ${statuses.accepted} --company 1`,
      'tiffin orders show 1 --company 1',
      'tiffin delete order 1 --company 1',
    ]),
  )
  expect(lines()).not.toContain(`tiffin orders move 1 --to ${statuses.closed} --company 1`)
})

it('MOON-05: selected cards copy the command that moves them together', async () => {
  await openConsole('/Company/Order', { rows: { ...kitchen, order: [order(), order()] } })
  await expect.element(card(2)).toBeVisible()
  await userEvent.keyboard('1x{ArrowDown}x')
  await expect.element(page.getByTestId('bulk-bar')).toMatchTextContent('2 selected')
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()).toContain(`tiffin orders move 1 2 --to ${statuses.accepted} --company 1`)
})

it('a list of the platform acts for no company, and a record for its own', async () => {
  await openConsole('/Administrator/Courier/List?company=7', {
    user: platform(),
    rows: { courier: [{ name: 'Carl', company: 7 }] },
  })
  await rowMenu(1).click()
  await page.getByRole('menuitem', { name: 'Copy as command' }).click()
  await expect.element(dialog).toBeVisible()
  expect(lines()[0]).toBe('tiffin get courier 1 --company 7')
  await userEvent.keyboard('{Escape}')
  await palette('copy as command')
  await expect.element(dialog).toBeVisible()
  expect(lines()[0]).toMatch(/--where company=7 .* --company 0$/)
})

it('says so if nothing can be copied, and the list stays', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await openConsole('/Company/CourierList?id=1', { rows: couriers })
  await editor.getByRole('button', { name: 'Copy as command' }).click()
  await dialog.getByRole('button', { name: 'Copy: Open', exact: true }).click()
  await expect.element(notices).toMatchTextContent('Error while copying to clipboard')
})

describe.each(looks)('$theme, $lang', (look) => {
  it('axe finds nothing in the commands, which stay left to right and fit a phone', async () => {
    await openConsole('/Company/CourierList?state=free', { rows: couriers, ...look, width: 390, height: 844 })
    await row(1).css('button[aria-haspopup=menu], button').last().click()
    await page.css('[role=menuitem][data-value=command]').click()
    await expect.element(dialog).toBeVisible()
    await expectNoFaults()
    expect(smallTargets()).toEqual([])
    expect(
      dialog
        .css('code')
        .elements()
        .map((code) => getComputedStyle(code).direction),
    ).not.toContain('rtl')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
