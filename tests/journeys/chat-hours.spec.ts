import { customer, customerLog, write } from './chat-support.ts'
import { editor, field, openTab, save } from './records-support.ts'
import { axe, expect, type Page, startSession, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('update company set allow_chat = 1, chat_hours = null')
  await stage.database.asOwner('delete from rate_limit')
})
test.afterEach(({ stage }) => stage.database.asOwner('update company set chat_hours = null'))

async function saveHours(page: Page): Promise<void> {
  await save(page)
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await page.getByTestId('notices').getByRole('button', { name: 'Close' }).first().click()
}

test('an owner sets the chat hours; customers see them and can still write', async ({ page, browser, stage }) => {
  const far = await browser.newContext({ locale: 'en-GB' })
  const widget = await far.newPage()
  await customer(widget, stage)
  const told = widget.getByText(/^(Open|Opens|Closed)/)
  const writeAnyway = widget.getByText('You can write now. We answer when we are open again.')
  await expect(told).toBeHidden()
  await expect(writeAnyway).toBeHidden()

  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Settings`)
  await expect(editor(page)).toBeVisible()
  await openTab(page, 'Settings')
  const hours = field(page, 'chat_hours')
  await expect(hours).toContainText('No hours set')
  await hours.getByRole('button', { name: 'Set opening hours' }).click()
  // An end that is not after the start is on the next day.
  await hours.getByLabel('Monday: From').fill('00:00')
  await hours.getByLabel('Monday: To').fill('00:00')
  await hours.getByRole('button', { name: 'Same hours as Monday every day' }).click()
  await saveHours(page)
  await widget.reload()
  await expect(told).toHaveText(/^Open now/)
  await expect(writeAnyway).toBeHidden()

  const opens = (new Date().getUTCDay() + 3) % 7
  for (let day = 0; day < 7; day += 1) if (day !== opens) await hours.getByTestId(`day-${day}`).getByRole('switch').click()
  await saveHours(page)
  await widget.reload()
  await expect(told).toHaveText(/^Opens at 00:00 on \w+day/)
  await expect(writeAnyway).toBeVisible()
  await write(widget, 'm1')
  await expect(customerLog(widget)).toContainText('m1')
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const shown of [page, widget]) {
      await shown.emulateMedia({ colorScheme })
      expect((await axe(shown).analyze()).violations).toEqual([])
    }
  }

  await hours.getByRole('button', { name: 'Remove hours' }).click()
  await saveHours(page)
  await widget.reload()
  await expect(customerLog(widget)).toContainText('m1')
  await expect(told).toBeHidden()
  await far.close()
})
