import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Locator } from '@playwright/test'
import { codeOf, customer, customerLog, nextPhone, write } from './chat-support.ts'
import { axe, chooseLanguage, expect, type Page, startSession, test } from './support.ts'

// Other journeys expect the operator's usual pages.
test.afterEach(({ stage }) => stage.database.asOwner(`update membership set navigation = '[]' where company_role = 2`))
test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('update company set allow_chat = 1')
  await stage.database.asOwner('delete from rate_limit')
  await stage.order()
})

const open = (browser: Browser): Promise<BrowserContext> => browser.newContext({ locale: 'en-GB' })

const consoleLog = (page: Page): Locator => page.getByTestId('chat-messages')
/** The messages, in order. */
const history = (log: Locator) =>
  log.locator('article').evaluateAll((rows) => rows.map((row) => /^m\d$/m.exec((row as HTMLElement).innerText)?.[0]))

test('NAV-44 CHAT-01 CHAT-06 CHAT-09: a customer writes, the console answers, and both see delivered and read', async ({
  page,
  browser,
  stage,
}) => {
  const far = await open(browser)
  const widget = await far.newPage()
  const [other] = await stage.database.asOwner<{ user_id: number }>(
    `update "user" set chat_date = now(), chat_admin_unread = 4
     where user_id = (select min(user_id) from "user" where company = $1) returning user_id`,
    [stage.world.a],
  )
  await startSession(page, stage.url, 'owner')
  // Only a console that is connected takes the message.
  const connected = new Promise<unknown>((resolve) =>
    page.on('websocket', (socket) => void (new URL(socket.url()).pathname === '/chat' && socket.once('framereceived', resolve))),
  )
  await page.goto(`${stage.url}/Company/User`)
  await connected
  const { user } = await customer(widget, stage)
  await write(widget, 'Where is my order? <b>Now</b>')
  await expect(page.getByTestId('chat-badge')).toContainText('5')
  await page.getByTestId('chat-badge').click()
  await expect(page).toHaveURL(/\/Company\/Chat$/)
  await expect(page.getByTestId('chat-empty')).toContainText('Select chat')
  const row = page.getByTestId(`chat-user-${user}`)
  await expect(row).toContainText('Ida')
  await expect(row.getByTestId('chat-unread')).toContainText('1')
  await expect(page.getByTestId(`chat-user-${other?.user_id}`).getByTestId('chat-unread')).toContainText('4')
  await expect(widget.locator('article.own')).toContainText('Delivered')
  await row.click()
  await expect(consoleLog(page)).toContainText('Where is my order? <b>Now</b>')
  await expect(row.getByTestId('chat-unread')).toHaveCount(0)
  await expect(page.getByTestId('chat-badge')).toContainText('4')
  await expect(widget.locator('article.own')).toContainText('Read')
  const list = (await page.getByTestId('chat-users').boundingBox())?.x ?? 0
  expect((await consoleLog(page).boundingBox())?.x ?? 0).toBeGreaterThan(list)

  await page.getByTestId('chat-editor').pressSequentially('On its way')
  await expect(widget.getByRole('status')).toHaveText('Typing…')
  await page.getByTestId('chat-editor').press('Shift+Enter')
  await page.getByTestId('chat-editor').pressSequentially('see https://track.example/1')
  await page.getByTestId('chat-editor').press('Enter')
  await expect(widget.locator('article.theirs')).toContainText('On its way\nsee https://track.example/1')
  await expect(widget.getByRole('link', { name: 'https://track.example/1' })).toHaveAttribute('target', '_blank')
  await expect(page.getByTestId('message-status')).toHaveAttribute('data-status', '3')
  await widget.getByRole('textbox', { name: 'Message' }).pressSequentially('thanks')
  await expect(page.getByTestId('chat-state')).toHaveText('Typing…')
  await expect(page.getByTestId('chat-state')).toHaveText('Online')
  await far.close()
})

test('nothing typed is lost by a reload, and both ends hold the same history after their lines are cut', async ({
  page,
  browser,
  stage,
}) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  const editor = page.getByTestId('chat-editor')
  await expect(page.getByTestId('chat-state')).toHaveText('Online')
  await write(widget, 'm1')
  await expect(consoleLog(page)).toContainText('m1')

  await editor.fill('half a sen')
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1000, 7) }
  await page.locator('input[type=file]').setInputFiles(plan)
  await expect(page.getByRole('button', { name: 'Remove file' })).toBeVisible()
  await page.reload()
  await expect(editor).toHaveValue('half a sen')
  await expect(page.getByText('plan.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await editor.fill('')

  await page.context().setOffline(true)
  await editor.fill('m2')
  await editor.press('Enter')
  await expect(consoleLog(page)).toContainText('Sending…')
  await write(widget, 'm3')
  await expect(customerLog(widget)).toContainText('m3')
  await page.context().setOffline(false)
  await expect(consoleLog(page)).not.toContainText('Sending…', { timeout: 45_000 })

  await far.setOffline(true)
  await write(widget, 'm4')
  await widget.getByRole('textbox', { name: 'Message' }).fill('m5, not sent')
  await widget.locator('input[type=file]').setInputFiles(plan)
  await expect(widget.getByRole('button', { name: 'Remove file' })).toBeVisible()
  await editor.fill('m6')
  await editor.press('Enter')
  await expect(page.getByTestId('message-status').last()).toHaveAttribute('data-status', '1')
  await far.setOffline(false)
  await widget.reload()
  await expect(widget.getByRole('textbox', { name: 'Message' })).toHaveValue('m5, not sent')
  await expect(widget.getByText('plan.pdf')).toBeVisible()
  await expect(customerLog(widget)).toContainText('m6', { timeout: 45_000 })
  await expect(customerLog(widget)).not.toContainText('Sending…', { timeout: 45_000 })
  await expect(consoleLog(page)).toContainText('m4')
  expect(new Set(await history(consoleLog(page)))).toEqual(new Set(['m1', 'm2', 'm3', 'm4', 'm6']))
  expect(await history(customerLog(widget))).toEqual(await history(consoleLog(page)))
  const rows = await stage.database.asOwner('select from chat_message where user_id = $1', [user])
  expect(rows).toHaveLength(5)
  await far.close()
})

test('CHAT-22 CHAT-25 CHAT-26 PERM-26: quotes, deletes after a question, sends a picture and zooms it', async ({
  page,
  browser,
  stage,
}) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  await write(widget, 'First')
  const messages = consoleLog(page).locator('article')
  await messages.filter({ hasText: 'First' }).getByRole('button', { name: 'Quote' }).click()
  await page.getByTestId('chat-editor').fill('one')
  await page.getByTestId('chat-editor').press('Control+Enter')
  await page.getByTestId('chat-editor').pressSequentially('two')
  await page.getByTestId('chat-editor').press('Shift+Enter')
  await page.getByTestId('chat-editor').pressSequentially('three')
  await expect(page.getByTestId('chat-editor')).toHaveValue('one\ntwo\nthree')
  await page.getByTestId('chat-editor').press('Enter')
  await expect(widget.locator('article.theirs blockquote')).toHaveText('First')
  await messages.last().getByRole('button', { name: 'Quote' }).click()
  await page.getByRole('button', { name: 'Remove quote' }).click()

  await expect(messages.first().getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await messages.last().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByTestId('delete-message')).toContainText('Delete message?')
  await page.getByRole('button', { name: 'No' }).click()
  await expect(messages.last()).toContainText('two')
  await messages.last().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(messages.last()).toContainText('Message deleted')
  await expect(widget.locator('article.theirs')).toContainText('Message deleted')

  const png = await page.screenshot()
  await page.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText('screen.png')).toBeVisible()
  await page.getByTestId('chat-editor').press('Enter')
  await expect(widget.locator('article.theirs img')).toBeVisible()
  await page.getByRole('button', { name: 'Open image screen.png' }).click()
  const zoom = page.getByTestId('image-zoom')
  const slider = zoom.getByRole('slider', { name: 'Zoom' })
  await expect(zoom.getByText('100 %')).toBeVisible()
  await slider.press('End')
  await slider.press('ArrowRight')
  await expect(zoom.getByText('100 %')).toBeVisible()
  await slider.press('Home')
  await slider.press('ArrowLeft')
  await expect(zoom.getByText('1 %', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await widget
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('<script>') })
  await widget.getByRole('button', { name: 'Send', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'list.txt' }).click()
  expect((await download).suggestedFilename()).toBe('list.txt')
  await far.close()
})

test('CHAT-21: Enter sends a message, except on mobile', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const { user } = await customer(await far.newPage(), stage)
  await startSession(page, stage.url, 'owner')
  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  const touch = await phone.newPage()
  for (const [where, sends] of [
    [page, true],
    [touch, false],
  ] as const) {
    await where.goto(`${stage.url}/Company/Chat?user=${user}`)
    await expect(where.getByTestId('chat-state')).toHaveText('Online')
    const editor = where.getByTestId('chat-editor')
    await editor.fill('m1')
    await editor.press('Enter')
    await expect(editor).toHaveValue(sends ? '' : 'm1\n')
    if (!sends) await where.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(consoleLog(where).locator('article')).toHaveCount(sends ? 1 : 2)
  }
  await Promise.all([far.close(), phone.close()])
})

test('CHAT-08: under 600 px the list hides when a chat is opened', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const { user } = await customer(await far.newPage(), stage)
  await startSession(page, stage.url, 'owner')
  await page.setViewportSize({ width: 599, height: 800 })
  await page.goto(`${stage.url}/Company/Chat`)
  await page.getByTestId(`chat-user-${user}`).click()
  await expect(page.getByTestId('chat-users')).toBeHidden()
  await expect(page.getByTestId('chat-editor')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByTestId('chat-users')).toBeVisible()
  await page.setViewportSize({ width: 600, height: 800 })
  await page.getByTestId(`chat-user-${user}`).click()
  await expect(page.getByTestId('chat-users')).toBeVisible()
  await far.close()
})

test('CHAT-03 CHAT-07: the list is searched by name or phone', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const { user, phone } = await customer(await far.newPage(), stage, { name: 'Zuleika' })
  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Chat`)
  for (const text of ['zule', phone.slice(-6)]) {
    await page.getByRole('searchbox', { name: 'Search by phone or name' }).fill(text)
    await expect(page.getByTestId('chat-users').locator('li')).toHaveCount(1)
    await expect(page.getByTestId(`chat-user-${user}`)).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search by phone or name' }).fill('nobody at all')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await far.close()
})

test("the widget opens the chat in a frame of its own on the store's page, and counts unread answers", async ({
  page,
  browser,
  stage,
}) => {
  const far = await open(browser)
  const shop = await far.newPage()
  // A real server: Chromium lets no page that a test makes up load a script of the loopback.
  const body = `<h1>Shop</h1><script src="${stage.url}/chat/widget.js" data-company="${stage.world.a}"></script>`
  const store = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body)).listen(0)
  await once(store, 'listening')
  const address = `http://localhost:${(store.address() as AddressInfo).port}`
  await stage.database.asOwner('update company set domain_config = $1 where company_id = $2', [address, stage.world.a])
  await shop.goto(address)
  await shop.getByRole('button', { name: 'Open chat' }).click()
  const frame = shop.frameLocator('iframe')
  const phone = nextPhone()
  await frame.getByLabel('Your phone number').fill(phone)
  await frame.getByRole('button', { name: 'Send code' }).click()
  await frame.getByLabel('Code from the message').fill(await codeOf(stage, phone))
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  await frame.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello from the shop')
  await frame.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
  await expect(frame.locator('article.own')).toContainText('Sent')
  await shop.getByRole('button', { name: 'Close chat' }).click()

  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Chat`)
  await page.getByTestId('chat-users').locator('button').first().click()
  await expect(consoleLog(page)).toContainText('Hello from the shop')
  await page.getByTestId('chat-editor').fill('Welcome')
  await page.getByTestId('chat-editor').press('Enter')
  await expect(shop.getByRole('button', { name: 'Open chat (1)' })).toBeVisible()
  await expect(page.getByTestId('message-status')).toHaveAttribute('data-status', '2')
  await shop.getByRole('button', { name: 'Open chat (1)' }).click()
  await expect(frame.locator('article.theirs')).toContainText('Welcome')
  await expect(page.getByTestId('message-status')).toHaveAttribute('data-status', '3')
  await far.close()
  store.close()
})

test('scripts in a message, a name and a file name stay text at both ends', async ({ page, browser, stage }) => {
  const script = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script>`
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage, { name: script })
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  await write(widget, `${script} javascript:alert(1) "><a href="javascript:alert(1)">`)
  await expect(consoleLog(page)).toContainText(script)
  await expect(page.getByTestId(`chat-user-${user}`)).toContainText(script)
  await page.getByTestId('chat-editor').fill(script)
  await page.getByTestId('chat-editor').press('Enter')
  await expect(customerLog(widget).locator('article.theirs')).toContainText(script)
  await widget.locator('input[type=file]').setInputFiles({
    name: `<img src=x onerror="document.title='hit'">.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'),
  })
  await widget.getByRole('button', { name: 'Send', exact: true }).click()
  for (const [end, log] of [
    [page, consoleLog(page)],
    [widget, customerLog(widget)],
  ] as const) {
    await expect(log).toContainText('.svg')
    await expect(log.locator('a[href^="javascript"], img[onerror], script')).toHaveCount(0)
    expect(await end.title()).not.toBe('hit')
  }
  await far.close()
})

test('two consoles answer at once, and all ends hold one history', async ({ page, browser, stage }) => {
  const [far, other] = [await open(browser), await open(browser)]
  const widget = await far.newPage()
  const second = await other.newPage()
  await startSession(page, stage.url, 'owner')
  await startSession(second, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  for (const one of [page, second]) {
    await one.goto(`${stage.url}/Company/Chat?user=${user}`)
    await expect(one.getByTestId('chat-state')).toHaveText('Online')
  }
  const answer = async (one: Page, texts: string[]): Promise<void> => {
    for (const text of texts) {
      await one.getByTestId('chat-editor').fill(text)
      await one.getByTestId('chat-editor').press('Enter')
    }
  }
  await Promise.all([answer(page, ['m1', 'm2', 'm3']), answer(second, ['m4', 'm5', 'm6']), write(widget, 'm7')])
  for (const log of [consoleLog(page), consoleLog(second), customerLog(widget)]) {
    await expect(log.locator('article')).toHaveCount(7)
    await expect(log).not.toContainText('Sending…')
  }
  const stored = await stage.database.asOwner<{ text: string }>(
    'select text from chat_message where user_id = $1 order by chat_id',
    [user],
  )
  for (const log of [consoleLog(page), consoleLog(second), customerLog(widget)])
    expect(await history(log)).toEqual(stored.map(({ text }) => text))
  await Promise.all([far.close(), other.close()])
})

test("asks before a reply goes out over a colleague's, also one that was written offline", async ({ page, browser, stage }) => {
  const [far, other] = [await open(browser), await open(browser)]
  const widget = await far.newPage()
  const second = await other.newPage()
  await stage.database.asOwner(
    `update membership set navigation = '["Company-Order", "Company-Chat"]' where admin = $1 and company = $2`,
    [stage.world.operatorA, stage.world.a],
  )
  await startSession(page, stage.url, 'owner')
  await startSession(second, stage.url, 'operator')
  const { user } = await customer(widget, stage)
  await write(widget, 'm1')
  for (const one of [page, second]) {
    await one.goto(`${stage.url}/Company/Chat?user=${user}`)
    await expect(consoleLog(one)).toContainText('m1')
  }
  const answer = async (one: Page, text: string): Promise<void> => {
    await one.getByTestId('chat-editor').fill(text)
    await one.getByTestId('chat-editor').press('Enter')
  }
  await page.context().setOffline(true)
  for (const text of ['m2', 'm3']) await answer(page, text)
  await answer(second, 'm4')
  await expect(customerLog(widget)).toContainText('m4')
  await page.context().setOffline(false)
  const asked = consoleLog(page).locator('article').filter({ hasText: 'has replied in the meantime' })
  await expect(asked).toHaveCount(2, { timeout: 45_000 })
  await expect(consoleLog(page)).toContainText('m4')
  await asked.filter({ hasText: 'm2' }).getByRole('button', { name: 'Send anyway' }).click()
  await expect(customerLog(widget)).toContainText('m2')
  await asked.getByRole('button', { name: 'Discard' }).click()
  // What was seen goes out without a question.
  await answer(page, 'm5')
  await expect(customerLog(widget)).toContainText('m5')
  expect(await history(customerLog(widget))).toEqual(['m1', 'm4', 'm2', 'm5'])
  expect(await history(consoleLog(page))).toEqual(['m1', 'm4', 'm2', 'm5'])
  await Promise.all([far.close(), other.close()])
})

test("a canned answer is found by typing a slash, and has the customer's name and order", async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  const order = await stage.order({ user })
  await page.goto(`${stage.url}/Company/ChatAnswer`)
  await page.getByRole('button', { name: 'Add record', exact: true }).click()
  const editor = page.getByTestId('record-editor')
  await editor.locator('[data-field=title]').getByRole('textbox').fill('Late order')
  await editor.locator('[data-field=text]').getByRole('textbox').first().fill('Sorry, %name, order %order is late')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByTestId('record-table')).toContainText('Late order')
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  const line = page.getByTestId('chat-editor')
  await line.fill('/la')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await line.press('Enter')
  await expect(line).toHaveValue(`Sorry, Ida, order #${order} is late`)
  await line.press('Enter')
  await expect(customerLog(widget)).toContainText(`Sorry, Ida, order #${order} is late`)
  await line.fill('/la')
  await line.press('Escape')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  await line.press('Enter')
  await expect(customerLog(widget)).toContainText('/la')
  await far.close()
})

test('a message survives a reload while it is sent, and is stored once', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  await expect(page.getByTestId('chat-state')).toHaveText('Online')
  for (const [end, send] of [
    [page, () => page.getByTestId('chat-editor').press('Enter')],
    [widget, () => widget.getByRole('textbox', { name: 'Message' }).press('Enter')],
  ] as const) {
    await end.getByRole('textbox', { name: 'Message' }).fill(end === page ? 'm1' : 'm2')
    await send()
    await end.reload()
  }
  for (const log of [consoleLog(page), customerLog(widget)]) {
    await expect(log.locator('article')).toHaveCount(2)
    await expect(log).not.toContainText('Sending…')
    expect(await history(log)).toEqual(['m1', 'm2'])
  }
  await far.close()
})

test('a large file reaches the customer; theirs is refused with its limit', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  const large = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5_000_000, 7) }
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(page.getByRole('button', { name: 'Remove file' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const download = widget.waitForEvent('download')
  await widget.getByRole('link', { name: 'plan.pdf' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(large.buffer)).toBe(true)
  await widget.locator('input[type=file]').setInputFiles(large)
  await expect(widget.getByRole('alert')).toHaveText('File too large: the limit is 170 kB')
  await page.locator('input[type=file]').setInputFiles({ ...large, buffer: Buffer.alloc(11_000_000) })
  await expect(page.getByText('File too large: the limit is 10 MB')).toBeVisible()
  await far.close()
})

test('a code is guessed five times at most', async ({ page, stage }) => {
  const phone = nextPhone()
  await page.goto(`${stage.url}/chat/${stage.world.a}/`)
  await page.getByLabel('Your phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = await codeOf(stage, phone)
  const enter = async (text: string): Promise<void> => {
    await page.getByRole('alert').evaluate((alert) => (alert.textContent = ''))
    await page.getByLabel('Code from the message').fill(text)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).not.toHaveText('')
  }
  const wrong = code === '1234 5678' ? '8765 4321' : '1234 5678'
  for (let guess = 1; guess <= 5; guess += 1) await enter(wrong)
  await enter(code)
  await expect(page.getByRole('log')).toHaveCount(0)
})

test('a switch of the language keeps the conversation and what is being written', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await write(widget, 'm1')
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  await page.getByTestId('chat-editor').fill('half a sen')
  await chooseLanguage(page, 'العربية')
  await expect(page.getByTestId('chat-state')).toHaveText('متصل')
  await expect(page.getByTestId('chat-editor')).toHaveValue('half a sen')
  await expect(consoleLog(page)).toContainText('m1')
  await page.getByTestId('chat-editor').press('Enter')
  await expect(customerLog(widget)).toContainText('half a sen')
  await far.close()
})

test('a message of long ago is found, shown among its neighbours, and left for the newest', async ({ page, stage }) => {
  const [{ user_id } = { user_id: 0 }] = await stage.database.asOwner<{ user_id: number }>(
    `insert into "user" (company, name, phone, chat_date) values ($1, 'Ida', $2, now()) returning user_id`,
    [stage.world.a, nextPhone()],
  )
  await stage.database.asOwner(
    `insert into chat_message (company, user_id, chat_id, type, text, status, date, user_name)
     select $1, $2, n, 0, case n when 40 then 'A <b>rare</b> word' else 'Message ' || n end, 3, now() - (3000 - n) * interval '1 hour', 'Ida'
     from generate_series(1, 3000) n`,
    [stage.world.a, user_id],
  )
  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Chat?user=${user_id}`)
  await expect(page.getByText('Message 3000')).toBeVisible()
  await page.getByTestId('chat-messages').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('RARE word')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(/A rare word/)
  await page.keyboard.press('Enter')
  await expect(page.locator('article[aria-current=true]')).toBeInViewport()
  await expect(page.locator('article[aria-current=true]')).toContainText('A rare word')
  // What follows is loaded on the way down.
  for (const n of [90, 140, 190]) {
    await consoleLog(page).evaluate((log) => log.scrollTo(0, log.scrollHeight))
    await expect(page.getByText(`Message ${n}`, { exact: true })).toBeAttached()
  }
  await page.getByRole('button', { name: 'To the newest message' }).click()
  await expect(page.getByText('Message 3000')).toBeInViewport()
})

test('who is responsible for a conversation shows on all consoles', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const colleague = await far.newPage()
  const widget = await far.newPage()
  const { user } = await customer(widget, stage)
  await startSession(page, stage.url, 'owner')
  await stage.database.asOwner(`update membership set navigation = '["Company-Order", "Company-Chat"]' where admin = $1`, [
    stage.world.operatorA,
  ])
  await startSession(colleague, stage.url, 'operator')
  for (const one of [page, colleague]) await one.goto(`${stage.url}/Company/Chat?user=${user}`)
  await page.getByRole('button', { name: 'Assign to me' }).click()
  for (const one of [page, colleague])
    await expect(one.getByTestId(`chat-user-${user}`).getByTestId('chat-user-assigned')).toContainText('Olga Ames')
  await expect(colleague.getByTestId('chat-assigned')).toHaveValue(String(stage.world.ownerA))
  await page.getByRole('button', { name: 'Unassigned' }).click()
  await expect(page.getByTestId(`chat-user-${user}`)).toHaveCount(0)
  await colleague.getByTestId('chat-assigned').selectOption('Unassigned')
  await expect(page.getByTestId(`chat-user-${user}`)).toBeVisible()
  await far.close()
})

test('on a phone the conversation works by keyboard alone', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  await widget.setViewportSize({ width: 390, height: 844 })
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stage.url}/Company/Chat`)
  await page.getByTestId(`chat-user-${user}`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chat-editor')).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(customerLog(widget)).toContainText('Hello')
  await page.getByRole('button', { name: 'Back to the list' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId(`chat-user-${user}`)).toBeVisible()
  for (const one of [page, widget])
    expect(await one.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
  await far.close()
})

test('the chat is accessible in light and dark, in Arabic and on a phone', async ({ page, browser, stage }) => {
  const far = await open(browser)
  const widget = await far.newPage()
  const { user } = await customer(widget, stage)
  await write(widget, 'Hello')
  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  await expect(consoleLog(page)).toContainText('Hello')
  expect((await axe(page).analyze()).violations).toEqual([])
  expect((await axe(widget).analyze()).violations).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await widget.emulateMedia({ colorScheme: 'dark' })
  expect((await axe(page).analyze()).violations).toEqual([])
  expect((await axe(widget).analyze()).violations).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await chooseLanguage(page, 'العربية')
  await expect(page.getByTestId('chat-editor')).toBeVisible()
  expect((await axe(page).analyze()).violations).toEqual([])
  await far.close()
})
