import { writeSheet } from '@tiffin/core/import'
import { openList } from './records-support.ts'
import { expect, type Page, test } from './support.ts'

const file = async (name: string, rows: string[][]) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(await writeSheet(rows, name.endsWith('.csv') ? 'csv' : 'xlsx')),
})
const importPage = (page: Page) => page.getByTestId('import-page')
const choose = async (page: Page, rows: string[][], name = 'couriers.xlsx'): Promise<void> =>
  importPage(page)
    .locator('input[type=file]')
    .setInputFiles(await file(name, rows))
const press = (page: Page, name: string) => importPage(page).getByRole('button', { name, exact: true }).click()

test('MOON-06: a courier sheet is planned, applied, seen on the list, and undone', async ({ page, stage }) => {
  await stage.database.asOwner('update company set allow_courier_app = 1, limit_courier = 1000')
  await openList(page, stage, '/Company/CourierList')
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect(importPage(page).getByLabel('Import into')).toHaveValue('courier')
  await choose(page, [
    ['Name', 'Phone', 'Nickname'],
    ['Zoe Import', '4915112345001', 'z'],
    ['Yan Import', '4915112345002', 'y'],
  ])
  await expect(page.getByTestId('import-columns')).toContainText('Zoe Import')
  await press(page, 'Show the plan')
  await expect(page.getByTestId('plan-totals')).toContainText('New 2')
  await expect(page.getByTestId('plan-rows')).toContainText('Zoe Import')
  expect(await stage.database.asOwner(`select from courier where name like '% Import'`)).toHaveLength(0)
  // A reload continues with the plan.
  await page.reload()
  await expect(page.getByTestId('plan-rows')).toContainText('Zoe Import')
  await press(page, 'Apply…')
  const question = page.getByTestId('import-question')
  await expect(question).toContainText('Couriers: import 2 records?')
  await question.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByTestId('import-result')).toContainText('Imported records: 2')
  await page.getByRole('link', { name: 'Open the list' }).click()
  await expect(page.getByTestId('record-table').first()).toContainText('Zoe Import')
  await page.goBack()
  await page.getByTestId('import-result').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByTestId('import-result')).toContainText('The import was undone')
  expect(await stage.database.asOwner(`select from courier where name like '% Import'`)).toHaveLength(0)
})
