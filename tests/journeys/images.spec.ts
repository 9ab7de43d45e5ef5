import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { soundFile } from '@tiffin/core/rules'
import { insertRow, startTestServer } from '@tiffin/server/test'
import { editor, field, openList, recordLink, row, save } from './records-support.ts'
import { expect, expectWholeRings, type Page, signIn, test } from './support.ts'

/** A PNG drawn by the browser with a red left half on white, so that the crop can be verified. */
const drawn = (page: Page, width: number, height: number): Promise<Buffer> =>
  page
    .evaluate(
      ([w, h]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
        const pen = canvas.getContext('2d')
        if (!pen) return ''
        pen.fillStyle = '#ffffff'
        pen.fillRect(0, 0, w, h)
        pen.fillStyle = '#cc0000'
        pen.fillRect(w / 4, h / 4, w / 2, h / 2)
        return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
      },
      [width, height] as const,
    )
    .then((text) => Buffer.from(text, 'base64'))

const dialog = (page: Page) => page.getByTestId('crop-dialog')
const choose = (page: Page, name: string, buffer: Buffer, file = 'logo.png') =>
  page.getByTestId(`image-${name}`).locator('input[type=file]').setInputFiles({ name: file, mimeType: 'image/png', buffer })
/** Size and centre colour of a served picture, as decoded by the browser. */
const look = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...(pen?.getImageData(x, y, 1, 1).data ?? [])]
    return { width: image.width, height: image.height, corner: at(2, 2), middle: at(image.width / 2, image.height / 2) }
  }, url)

test('IMG-06 IMG-19 IMG-22 API-34: a logo is chosen, cropped by keys and buttons, stored, listed and cached', async ({
  page,
  stage,
}) => {
  const merchant = stage.world.merchants[0]
  await openList(page, stage, '/Company/Merchant')
  await row(page, merchant).click()
  await expect(editor(page)).toBeVisible()
  await editor(page).getByRole('tab', { name: 'Image' }).click()
  await choose(page, 'logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(field(page, 'logo').getByRole('alert')).toHaveText('Please select an image file')
  await choose(page, 'logo', await drawn(page, 900, 1200))
  await expect(field(page, 'logo').getByRole('alert')).toHaveText('Image is too small 900x1200, required 1000x1000')
  await choose(page, 'logo', await drawn(page, 1600, 1200))
  await expect(dialog(page)).toBeVisible()
  await expect(field(page, 'logo').getByRole('alert')).toBeHidden()
  const box = await dialog(page).boundingBox()
  expect(Math.round(box?.width ?? 0)).toBe(800)
  const cropFrame = dialog(page).locator('.advanced-cropper-rectangle-stencil')
  await expect(cropFrame).toBeVisible()
  const view = dialog(page).getByLabel('Crop view')
  expect(await view.locator('option').allTextContents()).toEqual(['Free', 'Contain', 'Cover', 'Strict'])
  for (const name of ['Free', 'Contain', 'Cover', 'Strict']) {
    await view.selectOption(name)
    const size = await cropFrame.boundingBox()
    expect((size?.width ?? 0) / (size?.height ?? 1)).toBeCloseTo(1, 1)
  }
  await expectWholeRings(page, 13)
  const left = async () => (await cropFrame.boundingBox())?.x ?? 0
  const before = await left()
  await page.getByTestId('crop-area').focus()
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(left).toBeGreaterThan(before + 5)
  await dialog(page).getByRole('button', { name: 'Move left' }).click()
  await dialog(page).getByRole('button', { name: 'Zoom in' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate right' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate left' }).click()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(field(page, 'logo').getByRole('img')).toBeVisible()
  await save(page)
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByTestId('notices')).toContainText('Saved')
  const [saved] = await stage.database.asOwner<{ logo: string }>('select logo from merchant where merchant_id = $1', [merchant])
  expect(saved?.logo).toMatch(/^[0-9a-f]{64}\.webp$/)
  expect(await look(page, `/content/${saved?.logo}`)).toMatchObject({ width: 1000, height: 1000, middle: [204, 0, 0, 255] })
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  const inList = row(page, merchant).locator('img').first()
  await expect(inList).toHaveAttribute('src', `${stage.url}/content/${saved?.logo.replace('.webp', '-200.webp')}`)
  await expect.poll(() => inList.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200)
  const answer = await page.request.get(`${stage.url}/content/${saved?.logo}`)
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test(
  'API-35 IMG-26: a refused background removal is explained and the next one works; nothing is generated without a service',
  { tag: '@full' },
  async ({ page, stage }) => {
    const courier = await insertRow(stage.database, 'courier', { company: stage.world.a, name: 'Pia' })
    await stage.database.asOwner('update company set allow_courier_app = 1, allow_ai = 1')
    await openList(page, stage, '/Company/CourierList')
    await recordLink(page, courier).click()
    await expect(editor(page)).toBeVisible()
    await choose(page, 'img', await drawn(page, 1200, 1200))
    await expect(dialog(page).getByLabel('Describe the image')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Generate image from a description', includeHidden: true })).toHaveCount(0)
    await stage.database.asOwner(
      `insert into rate_limit (what, who, times) select 'Image.removeBackground', 'admin ' || admin_id, 60 from admin`,
    )
    await dialog(page).getByRole('button', { name: 'Remove background' }).click()
    await expect(page.getByTestId('notices')).toContainText('Too many attempts')
    await stage.database.asOwner(`delete from rate_limit where what = 'Image.removeBackground'`)
    await dialog(page).getByRole('button', { name: 'Remove background' }).click()
    await expect(dialog(page).locator('img[src^="data:image/webp"]').first()).toBeAttached()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await save(page)
    await expect(page.getByTestId('notices')).toContainText('Saved')
    const photo = async () =>
      (await stage.database.asOwner<{ img: string }>('select img from courier where courier_id = $1', [courier]))[0]?.img ?? ''
    const seen = await look(page, `/content/${await photo()}`)
    expect(seen.corner[3]).toBe(0)
    expect(seen.middle[3]).toBe(255)
    await field(page, 'img').getByRole('button', { name: 'Remove image' }).click()
    await expect(field(page, 'img')).toContainText('No image')
    await save(page)
    await expect.poll(photo).toBe('')
  },
)

test('IMG-10 PROF-01: people set their own photo of 500 by 500, pasted or dropped', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'operator')
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const picture = (await drawn(page, 640, 700)).toString('base64')
  /** A drop or paste, as the browser sends it. */
  const give = (event: 'drop' | 'paste') =>
    page.getByTestId('image-img').evaluate(
      (target, [kind, data]) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], 'me.png', { type: 'image/png' }))
        const about = { bubbles: true, cancelable: true }
        target.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...about, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...about, clipboardData: transfer }),
        )
      },
      [event, picture] as const,
    )
  await give('drop')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByTestId('profile')).toBeVisible()
  await give('paste')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByTestId('profile').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByTestId('profile')).toBeHidden()
  const [person] = await stage.database.asOwner<{ img: string }>(`select img from admin where login = 'operator'`)
  expect(await look(page, `/content/${person?.img}`)).toMatchObject({ width: 500, height: 500 })
  await stage.database.asOwner(`update admin set img = '' where login = 'operator'`)
})

const greenDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test(
  'API-40 IMG-06 REF-05: pictures and sounds are loaded from their configured addresses',
  { tag: '@full' },
  async ({ page }) => {
    const asked: string[] = []
    const [logo, bell] = [`${'1'.repeat(64)}.webp`, `${'2'.repeat(64)}.wav`]
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '')
      const isSound = request.url?.endsWith('.wav') === true
      response.setHeader('Content-Type', isSound ? 'audio/wav' : 'image/png')
      response.end(isSound ? soundFile(new Uint8Array(8000), 8000) : Buffer.from(greenDot, 'base64'))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => elsewhere.once('listening', resolve))
    const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const server = await startTestServer({
      TIFFIN_WEB: process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist'),
      TIFFIN_CONTENT_URL: `${origin}/pictures`,
      TIFFIN_SOUNDS_URL: `${origin}/sounds/`,
    })
    try {
      const status = server.world.statuses[2]
      await server.database.asOwner(`update merchant set logo = '${logo}'`)
      await server.database.asOwner(`update order_status set sound = '${bell}' where order_status_id = $1`, [status])
      await openList(page, server, '/Company/Merchant')
      const picture = page.getByTestId('record-table').locator('img').first()
      await expect(picture).toHaveAttribute('src', `${origin}/pictures/${logo.replace('.webp', '-200.webp')}`)
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
      await page.goto(new URL(`/Company/OrderStatus?id=${status}`, server.url).href)
      await field(page, 'sound').getByRole('button', { name: 'Listen' }).click()
      await expect.poll(() => asked).toContain(`/sounds/${bell}`)
    } finally {
      await server.stop()
      elsewhere.close()
    }
  },
)
