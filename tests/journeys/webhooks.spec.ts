import { type Receiver, startReceiver } from '@tiffin/server/test'
import { editor, field, openList, row, rows, rowsOf, save } from './records-support.ts'
import { axe, expect, test } from './support.ts'

let receiver: Receiver
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.stop())

// The link of a row is named after the record, not after its first column (axe).
test('a webhook is created, its secret is shown once, and a test event appears in its deliveries', async ({ page, stage }) => {
  await rowsOf(stage, 'webhook_delivery', [])
  await rowsOf(stage, 'webhook', [])
  await openList(page, stage, '/Company/Webhook')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await field(page, 'url').getByRole('textbox').fill(receiver.url)
  await save(page)
  await expect(editor(page)).toBeHidden()
  await rows(page).first().getByRole('link').first().click()
  await expect(field(page, 'secret_shown')).toContainText('Create a secret so that your receiver can verify messages.')
  await field(page, 'secret_shown').getByRole('button', { name: 'New secret' }).click()
  await expect(field(page, 'secret_shown').getByRole('textbox')).toHaveValue(/^whsec_/)
  expect((await axe(page).include('[data-testid=record-editor]').analyze()).violations).toEqual([])
  await editor(page).getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByTestId('notices')).toContainText('Test event sent')
  await editor(page).getByRole('button', { name: 'Resend a period…' }).click()
  await expect(page.getByTestId('replay-question')).toBeVisible()
  expect((await axe(page).include('[data-testid=replay-question]').analyze()).violations).toEqual([])
  await page.getByTestId('replay-question').getByRole('checkbox').uncheck()
  await page.getByTestId('replay-question').getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByTestId('notices')).toContainText('Deliveries queued again: 1')
  await editor(page).getByRole('link', { name: 'Show deliveries' }).click()
  await expect(page).toHaveURL(/WebhookDelivery/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Test')
  expect((await axe(page).analyze()).violations).toEqual([])
})

test('owners are told on every page that a webhook was disabled', async ({ page, stage }) => {
  await rowsOf(stage, 'webhook_delivery', [])
  const stopped = { url: receiver.url, admin: stage.world.ownerA, enabled: 0, disabled_reason: 'failing' }
  const [id = 0] = await rowsOf(stage, 'webhook', [stopped])
  await openList(page, stage, '/Company/Tag')
  await page.getByTestId('webhooks-stopped').getByRole('link', { name: 'Webhooks disabled after failures: 1' }).click()
  await expect(row(page, id)).toContainText('Failed for five days')
  expect((await axe(page).analyze()).violations).toEqual([])
})

test('a delivery says why it failed, and is sent again', async ({ page, stage }) => {
  await rowsOf(stage, 'webhook_delivery', [])
  const [webhook = 0] = await rowsOf(stage, 'webhook', [{ url: receiver.url, admin: stage.world.ownerA, enabled: 1 }])
  const failed = { webhook, event: 'evt_1', type: 'test', state: 'failed', attempts: 10, http_status: 500, problem: 'status' }
  const [id = 0] = await rowsOf(stage, 'webhook_delivery', [{ ...failed, answer: 'out of order', order: null }])
  await openList(page, stage, '/Company/WebhookDelivery')
  await expect(row(page, id)).toContainText('Failed')
  await expect(row(page, id)).toContainText('Rejected by the receiver')
  await expect(row(page, id)).toContainText('out of order')
  await row(page, id)
    .getByRole('button', { name: /^Send again/ })
    .click()
  await expect(page.getByTestId('notices')).toContainText('Deliveries queued again: 1')
  await expect(row(page, id)).not.toContainText('out of order')
})
