import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../test/fake-server.ts'
import { kitchen, order } from '../test/kitchen.ts'
import { editor, field, notices, openConsole, row, save } from '../test/open-console.tsx'

const why = 'Ask the owner'
const refused = refusal('forbidden', { error: why })
const red = notices.css('[data-notice=negative]')

/** Tries a change until its text is shown in red, and closes the message. */
async function expectRefused(change: () => Promise<void>, text: string) {
  await change()
  await expect.element(red).toMatchTextContent(text)
  await red.getByText(text).click()
  await expect.element(red).not.toBeInTheDocument()
}

it.each([
  ['ERR-02 ERR-05: a refused call', { data: refused }, why],
  ['ERR-03 ERR-05: a refused table', { data: { cuisine: refused } }, why],
])('%s to a save or a delete shows its text in red', async (_, reply, text) => {
  const server = await openConsole('/Company/Tag', { rows: { cuisine: [{ name: { en: 'Thai' }, show: 1 }] } })
  server.on('Reference.saveData', () => reply)
  server.on('Reference.deleteData', () => reply)
  await expectRefused(() => row(1).getByRole('switch').first().click(), text)
  await row(1).getByRole('link').first().click()
  await field('name').getByRole('textbox').first().fill('Lao')
  await expectRefused(save, text)
  await expectRefused(async () => {
    await editor.getByRole('button', { name: 'Delete' }).click()
    await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
  }, text)
  expect(notices.getByText('Deleted').elements()).toEqual([])
  await expect.element(editor).toBeVisible()
})

it('ERR-05: a refused delete of an order shows its text in red, and the order stays', async () => {
  const server = await openConsole('/Company/Order', { rows: { ...kitchen, order: [order()] } })
  server.on('Reference.deleteData', () => ({ data: refused }))
  await page.getByTestId('card-1').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete order' }).click()
  await expectRefused(() => page.getByTestId('delete-dialog').getByRole('button', { name: 'Delete order' }).click(), why)
  await expect.element(page.getByTestId('card-1')).toBeInTheDocument()
})

it('ERR-06 ERR-07: a save and a delete say so in green', async () => {
  await openConsole('/Company/Tag?id=1', { rows: { cuisine: [{ name: { en: 'Thai' } }] } })
  const green = notices.css('[data-notice=positive]')
  await field('name').getByRole('textbox').first().fill('Lao')
  await save()
  await expect.element(green.getByText('Saved', { exact: true })).toBeVisible()
  await editor.getByRole('button', { name: 'Delete' }).click()
  await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
  await expect.element(green.getByText('Deleted', { exact: true })).toBeVisible()
})
