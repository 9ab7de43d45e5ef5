import {
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
import { axe, chooseLanguage, expect, type Page, startSession, test } from './support.ts'

withChat()

test('CHAT-22 CHAT-25 CHAT-26 PERM-26: quotes, deletes after a question, sends a picture and zooms it', async ({
  page,
  browser,
  stage,
}) => {
  const { far, widget } = await openConversation(page, browser, stage)
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
  const far = await openBrowser(browser)
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
  const far = await openBrowser(browser)
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
  const far = await openBrowser(browser)
  const { user, phone } = await customer(await far.newPage(), stage, { name: 'Zuleika' })
  await startSession(page, stage.url, 'owner')
  await page.goto(`${stage.url}/Company/Chat`)
  for (const text of ['zule', phone.slice(-6)]) {
    await page.getByRole('searchbox', { name: 'Search by phone or name' }).fill(text)
    await expect(page.getByTestId('chat-users').locator('li')).toHaveCount(1)
    await expect(page.getByTestId(`chat-user-${user}`)).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search by phone or name' }).fill('nobody at all')
  await expect(page.getByText('No customers found')).toBeVisible()
  await far.close()
})

test("asks before a reply goes out over a colleague's, also one that was written offline", async ({ page, browser, stage }) => {
  const [far, other] = [await openBrowser(browser), await openBrowser(browser)]
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
  // Messages that were seen are answered without a question.
  await answer(page, 'm5')
  await expect(customerLog(widget)).toContainText('m5')
  expect(await history(customerLog(widget))).toEqual(['m1', 'm4', 'm2', 'm5'])
  expect(await history(consoleLog(page))).toEqual(['m1', 'm4', 'm2', 'm5'])
  await Promise.all([far.close(), other.close()])
})

test("a canned answer is found by typing a slash, and has the customer's name and order", async ({ page, browser, stage }) => {
  const far = await openBrowser(browser)
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

test('a switch of the language keeps the conversation and the typed text', async ({ page, browser, stage }) => {
  const far = await openBrowser(browser)
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
  // Newer messages are loaded while scrolling down.
  for (const n of [90, 140, 190]) {
    await consoleLog(page).evaluate((log) => log.scrollTo(0, log.scrollHeight))
    await expect(page.getByText(`Message ${n}`, { exact: true })).toBeAttached()
  }
  await page.getByRole('button', { name: 'Jump to newest message' }).click()
  await expect(page.getByText('Message 3000')).toBeInViewport()
})

test('who is responsible for a conversation shows on all consoles', async ({ page, browser, stage }) => {
  const far = await openBrowser(browser)
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
  const far = await openBrowser(browser)
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
  const far = await openBrowser(browser)
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
