import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../test/fake-server.ts'
import { drawnPicture } from '../test/looks.ts'
import { field, notices, openConsole, openTab, row } from '../test/open-console.tsx'
import { owner, platform } from '../test/people.ts'

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

const stored = (digit: number) => `${String(digit).repeat(64)}.webp`
const dialog = page.getByTestId('crop-dialog')
const frame = dialog.css('.advanced-cropper-rectangle-stencil')
const pick = (name: string, file: File) => page.getByTestId(`image-${name}`).css('input[type=file]').upload(file)
/** The pictures that the page has loaded, or tried to. */
const loaded = () => performance.getEntriesByType('resource').map((entry) => entry.name.replace(/^.*\//, ''))
async function frameRatio(): Promise<number> {
  await expect.poll(() => frame.elements()[0]?.getBoundingClientRect().width ?? 0).toBeGreaterThan(0)
  const { width, height } = frame.element().getBoundingClientRect()
  return width / height
}

it.each([
  ['IMG-02 IMG-03: a tariff', 'tariff', '/Administrator/Tariff', 'Main', 'img', 1000, 200, 200],
  ['IMG-04: a company logo', 'company', '/Administrator/Company', 'Image', 'logo', 1000, 200, 200],
  ['IMG-05: a company cover', 'company', '/Administrator/Company', 'Image', 'cover', 1200, null, 400],
  ['IMG-02 IMG-06: a merchant logo', 'merchant', '/Company/Merchant', 'Image', 'logo', 1000, 200, 200],
  ['IMG-07: a merchant cover', 'merchant', '/Company/Merchant', 'Image', 'cover', 1200, null, 400],
  ['IMG-08: a courier', 'courier', '/Administrator/Courier/List', 'Main', 'img', 1000, 200, 200],
  ['IMG-09: an administrator', 'admin', '/Administrator/Administrator', 'Image', 'img', 500, 200, 200],
  ['IMG-11: a category', 'merchant_type', '/Administrator/Category', 'Main', 'img', 600, 300, 300],
  ['IMG-11: a cuisine', 'cuisine', '/Administrator/Tag', 'Main', 'img', 600, 300, 300],
  ['IMG-12: a banner', 'banner', '/Company/Marketing/Banner', 'Main', 'img', 1000, null, null],
  ['IMG-13: a customer', 'user', '/Administrator/User', 'Main', 'img', 600, 200, 300],
] as const)('%s has its size and previews, and a square field', async (_what, table, path, tab, name, side, list, inEditor) => {
  performance.clearResourceTimings()
  const digit = side === 600 ? 6 : 1
  const user = path.startsWith('/Company') ? owner() : platform()
  const record = { [name]: stored(digit), ...(table === 'admin' ? { admin_id: 1, role: 1, login: 'petra' } : {}) }
  const server = await openConsole(`${path}?id=1`, { user, rows: { [table]: [record] } })
  await expect.element(field('status').or(page.getByRole('tab')).first(), { timeout: 45_000 }).toBeVisible()
  if (tab !== 'Main') await openTab(tab)
  for (const preview of [list, inEditor])
    if (preview !== null) await expect.poll(loaded).toContain(stored(digit).replace('.webp', `-${preview}.webp`))
  await pick(name, await drawnPicture(side, side - 1))
  const problem = `Image is too small ${side}x${side - 1}, required ${side}x${side}`
  await expect.element(field(name).getByRole('alert')).toHaveTextContent(problem)
  await pick(name, await drawnPicture(side, side))
  expect(await frameRatio()).toBeCloseTo(1, 1)
  server.on('Image.save', () => ({ data: { status: 'OK', filename: stored(2) } }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = server.seen.find(({ call }) => call === 'Image.save')?.data
  expect([sent?.['field'], sent?.['width'], sent?.['height']]).toEqual([`${table}.${name}`, side, side])
})

it('IMG-18 IMG-20: a picture for which no size is given is cropped to 4:3, within 300 by 750', async () => {
  const server = await openConsole('/Company/PaymentTypes?id=1', { rows: { pay_type: [{ name: { en: 'Cash' } }] } })
  await expect.element(field('icon'), { timeout: 45_000 }).toBeVisible()
  await pick('icon', await drawnPicture(1000, 500))
  expect(await frameRatio()).toBeCloseTo(4 / 3, 1)
  server.on('Image.save', () => ({ data: { status: 'OK', filename: stored(2) } }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = server.seen.find(({ call }) => call === 'Image.save')?.data
  expect([sent?.['width'], sent?.['height']]).toEqual([300, 225])
})

it('IMG-01 IMG-17 IMG-22: other files are refused, a missing picture has a placeholder, and the dialog fits the window', async () => {
  const rows = { merchant: [{ name: { en: 'Pizzeria' }, logo: stored(0) }] }
  await openConsole('/Company/Merchant?id=1', { rows, width: 700 })
  await openTab('Image')
  await expect.element(field('logo')).toMatchTextContent('No image')
  await pick('logo', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' }))
  await expect.element(field('logo').getByRole('alert')).toHaveTextContent('Please select an image file')
  await pick('logo', await drawnPicture(1000, 1000))
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(700)
  await page.viewport(1440, 900)
  await expect.poll(() => Math.round(dialog.element().getBoundingClientRect().width)).toBe(800)
})

it('IMG-23 IMG-24: a save without a usable canvas is tried again after a second, and the dialog says what it does', async () => {
  const server = await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] } })
  await openTab('Image')
  await pick('logo', await drawnPicture(1000, 1000))
  await frameRatio()
  server.on('Image.save', () => ({ data: { status: 'OK', filename: stored(2) } }))
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementationOnce((give) => give(null))
  const started = performance.now()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Saving image')
  await expect.poll(() => server.seen.filter(({ call }) => call === 'Image.save')).toHaveLength(1)
  expect(performance.now() - started).toBeGreaterThan(990)
  expect(toBlob).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

it("IMG-23 IMG-26: a refused background removal shows the server's text, and loading ends", async () => {
  const server = await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] } })
  await openTab('Image')
  await pick('logo', await drawnPicture(1000, 1000))
  await frameRatio()
  let refuse = (): void => {}
  const error = 'No uniform background found'
  server.on(
    'Image.removeBackground',
    () => new Promise((done) => (refuse = () => done(refusal('background_not_found', { error })))),
  )
  await dialog.getByRole('button', { name: 'Remove background' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Removing background')
  await expect.poll(() => server.seen.some(({ call }) => call === 'Image.removeBackground')).toBe(true)
  refuse()
  await expect.element(notices).toHaveTextContent(error)
  await expect.element(dialog.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
})

it('IMG-21: the keys and buttons of the crop area move by a pixel, by ten with Shift, and rotate by ten degrees', async () => {
  await openConsole('/Company/PaymentTypes?id=1', { rows: { pay_type: [{ name: { en: 'Cash' } }] } })
  await expect.element(field('icon'), { timeout: 45_000 }).toBeVisible()
  await pick('icon', await drawnPicture(400, 100))
  await frameRatio()
  const left = () => frame.element().getBoundingClientRect().left
  const before = left()
  await dialog.getByRole('button', { name: 'Move right' }).click()
  await expect.poll(() => left() - before).toBeCloseTo(1, 1)
  ;(page.getByTestId('crop-area').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
  await expect.poll(() => left() - before).toBeCloseTo(10, 1)
  const turned = (): number => {
    const { a, b } = new DOMMatrix(getComputedStyle(dialog.css('.advanced-cropper-background-image').element()).transform)
    return Math.round((Math.atan2(b, a) * 180) / Math.PI)
  }
  await dialog.getByRole('button', { name: 'Rotate right' }).click()
  await expect.poll(() => Math.abs(turned())).toBe(10)
  await dialog.getByRole('button', { name: 'Rotate left' }).click()
  await expect.poll(turned).toBe(0)
})

it.each([
  ['Free: the picture can be smaller than the area, and the frame can leave it', 'Free', 'smaller', true],
  ['Contain: the picture stays as large as fits in the area', 'Contain', 'fits', false],
  ['Cover: the picture covers the area', 'Cover', 'covers', false],
  ['Strict: the picture can be smaller than the area, but the frame stays in it', 'Strict', 'smaller', false],
])('IMG-19: %s', async (_what, name, size, leaves) => {
  await openConsole('/Company/Merchant?id=1', { rows: { merchant: [{ name: { en: 'Pizzeria' } }] } })
  await openTab('Image')
  await pick('logo', await drawnPicture(2000, 1000))
  await frameRatio()
  const view = dialog.getByLabelText('Crop view')
  expect([...(view.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'Free',
    'Contain',
    'Cover',
    'Strict',
  ])
  await view.selectOptions(name)
  ;(page.getByTestId('crop-area').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}-{/Shift}')
  await userEvent.keyboard('{Shift>}{ArrowLeft>40/}{/Shift}')
  const boxes = () =>
    ['background-image', 'boundary', 'rectangle-stencil'].map((part) =>
      dialog.css(`.advanced-cropper-${part}`).element().getBoundingClientRect(),
    )
  const seen = () => {
    const [picture, area, crop] = boxes() as [DOMRect, DOMRect, DOMRect]
    const [wide, high] = [picture.width - area.width, picture.height - area.height]
    return {
      size: Math.min(wide, high) > -1 ? 'covers' : Math.abs(Math.max(wide, high)) < 1 ? 'fits' : 'smaller',
      leaves: crop.left < picture.left - 1 || crop.height > picture.height + 1,
    }
  }
  // The cropper moves picture and frame gradually.
  let before = ''
  const isSettled = (): boolean => before === (before = JSON.stringify(boxes()))
  await expect.poll(isSettled, { interval: 400 }).toBe(true)
  expect(seen()).toEqual({ size, leaves })
})
