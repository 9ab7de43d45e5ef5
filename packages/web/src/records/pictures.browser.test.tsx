import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../test/fake-server.ts'
import { drawnPicture } from '../test/looks.ts'
import { field, notices, openConsole, openTab, row } from '../test/open-console.tsx'

it.each([
  ['without a picture', 'Ria', '', 'RI'],
  ['with a missing one', 'Pia Lund', `${'0'.repeat(64)}.webp`, 'PL'],
])('IMG-14 IMG-15 IMG-16 IMG-17: people %s get initials on a colour, 30 pixels wide', async (_how, name, img, initials) => {
  await openConsole('/Company/CourierList', { rows: { courier: [{ name, img }] } })
  const avatar = row(1)
    .css('span')
    .filter({ hasText: new RegExp(`^${initials}$`) })
    .first()
  await expect.element(avatar).toBeVisible()
  const { width, height } = avatar.element().getBoundingClientRect()
  expect([width, height]).toEqual([30, 30])
  const { color, backgroundColor } = getComputedStyle(avatar.element())
  expect(color).toBe('rgb(255, 255, 255)')
  expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
})

it('IMG-25 IMG-23: a failed save says why in the dialog, shows no notice, and can be retried', async () => {
  const server = await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] } })
  const error = "Can't save files right now. Try again."
  server.on('Image.save', () => refusal('content_unavailable', { error }))
  await openTab('Image')
  await page
    .getByTestId('image-cover')
    .css('input[type=file]')
    .upload(await drawnPicture(1300, 1300))
  const dialog = page.getByTestId('crop-dialog')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(error)
  expect(notices.getByRole('alert').elements()).toEqual([])
  server.on('Image.save', () => ({ data: { status: 'OK', filename: `${'1'.repeat(64)}.webp` } }))
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field('cover')).not.toMatchTextContent('No image')
})
