import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  codeOf,
  consoleLog,
  customer,
  customerLog,
  history,
  nextPhone,
  openBrowser,
  openConversation,
  withChat,
  write,
} from './chat-support.ts'
import { expect, type Page, startSession, test } from './support.ts'

withChat()

test('NAV-44 CHAT-01 CHAT-06 CHAT-09: a customer writes, the console answers, and both see delivered and read', async ({
  page,
  browser,
  stage,
}) => {
  const far = await openBrowser(browser)
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

test('nothing typed is lost by a reload, and both ends have the same history after lost connections', async ({
  page,
  browser,
  stage,
}) => {
  const { far, widget, user } = await openConversation(page, browser, stage)
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

test("the widget opens the chat in a frame of its own on the store's page, and counts unread answers", async ({
  page,
  browser,
  stage,
}) => {
  const far = await openBrowser(browser)
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
  const far = await openBrowser(browser)
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
  const [far, other] = [await openBrowser(browser), await openBrowser(browser)]
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

test('a message survives a reload while it is sent, and is stored once', async ({ page, browser, stage }) => {
  const { far, widget } = await openConversation(page, browser, stage)
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
  const { far, widget } = await openConversation(page, browser, stage)
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
