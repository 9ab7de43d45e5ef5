import { createECDH } from 'node:crypto'
import path from 'node:path'
import { type FakeMailServer, insertRow, startMailServer, startTestServer, type TestServer } from '@tiffin/server/test'
import { editor, field, openList, openTab, rows, save } from './records-support.ts'
import { axe, expect, type Page, startSession, test } from './support.ts'

let mail: FakeMailServer
let server: TestServer

test.beforeAll(async () => {
  mail = await startMailServer()
  const web = process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist')
  server = await startTestServer({ TIFFIN_WEB: web, TIFFIN_SMTP_URL: mail.url, TIFFIN_PUSH_NETWORKS: '127.0.0.1' })
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
  await server.database.asOwner(`update admin set settings = settings || '{"tour": "done"}', email = login || '@staff.example'`)
})
test.afterAll(async () => {
  await server.stop()
  await mail.stop()
})
test.beforeEach(async () => {
  const { database, world } = server
  mail.mails.length = 0
  await database.asOwner('update company set allow_mailing = 1, allow_push = 1, allow_chat = 1')
  await database.asOwner('delete from rate_limit')
  for (const table of ['message', 'mailing', 'mail_block', 'push_target']) await database.asOwner(`delete from ${table}`)
  // Only the customers of a test can be in its audience.
  await database.asOwner('update "user" set status = 0 where company = $1', [world.a])
})

let phones = 49_305_000_000

/** A customer who has agreed to mail. */
const customer = (name: string, values: Record<string, unknown> = {}): Promise<number> =>
  insertRow(server.database, 'user', {
    company: server.world.a,
    name,
    phone: String((phones += 1)),
    email: `${name.toLowerCase()}@customer.example`,
    mail_consent: 1,
    status: 1,
    lang: 'en',
    ...values,
  })

const progress = (page: Page) => page.getByTestId('mailing-progress')
const tool = (page: Page, name: string) => page.getByTestId('mailing-actions').getByRole('button', { name, exact: true })

/** Writes a mailing by mail, without quiet hours, and saves it; its editor is open then. */
async function writeMailing(page: Page): Promise<void> {
  await openList(page, server, '/Company/Marketing/Mailing')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await field(page, 'channel').getByRole('combobox').selectOption('Mail')
  await field(page, 'subject').getByRole('textbox').first().fill('Soup week')
  await field(page, 'text').getByRole('textbox').first().fill('Every soup at half price')
  await openTab(page, 'Sending')
  for (const name of ['quiet_from', 'quiet_until']) await field(page, name).locator('input').fill('00:00')
  await save(page)
  await expect(editor(page)).toBeHidden()
  await rows(page).first().getByRole('link').first().click()
  await expect(editor(page)).toBeVisible()
}

/** The address in the header of a mail, which may be folded. */
const unsubscribeLink = ({ raw }: { raw: string }): string =>
  /^list-unsubscribe:\s*<([^>]+)>/im.exec(raw.replaceAll(/\r\n[ \t]+/g, ''))?.[1] ?? ''

test('an owner writes a mailing, counts, tests, starts, pauses and stops it, and sees who got it and why', async ({ page }) => {
  await customer('Ann')
  await customer('Berta')
  await customer('Cleo')
  await customer('Dora', { mail_consent: 0 })
  await customer('Emil', { email: '' })
  await writeMailing(page)
  await openTab(page, 'Audience')
  const counted = page.getByTestId('audience-count')
  await expect(counted).toContainText('Recipients: 3')
  await expect(counted).toContainText('Without consent1')
  await expect(counted).toContainText('Without an email address1')
  expect((await axe(page).include('[data-testid=record-editor]').analyze()).violations).toEqual([])

  await openTab(page, 'Sending')
  await tool(page, 'Send test to me').click()
  await expect(page.getByTestId('notices')).toContainText('owner@staff.example: Accepted by the provider')
  expect(mail.mails.map(({ to }) => to)).toEqual([['owner@staff.example']])
  mail.mails.length = 0

  await field(page, 'per_minute').locator('input').fill('1')
  await save(page)
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await tool(page, 'Send now…').click()
  const question = page.getByTestId('start-question')
  await expect(question.getByRole('heading')).toHaveText('Send to customers: 3?')
  await expect(question).toContainText('Excluded customers: 2')
  expect((await axe(page).include('[data-testid=start-question]').analyze()).violations).toEqual([])
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(progress(page)).toContainText('Sent: 1')
  await tool(page, 'Pause').click()
  await expect(progress(page)).toContainText('Paused')
  await tool(page, 'Resume…').click()
  await page.getByTestId('resume-question').getByRole('button', { name: 'Resume' }).click()
  await expect(progress(page)).toContainText('Sending')
  await tool(page, 'Stop…').click()
  await expect(page.getByTestId('stop-question').getByRole('heading')).toHaveText('Stop? Customers who get nothing: 2')
  await page.getByTestId('stop-question').getByRole('button', { name: 'Stop' }).click()
  await expect(progress(page)).toContainText('Stopped')
  expect(mail.mails).toHaveLength(1)

  await progress(page).getByRole('link', { name: 'Show all messages' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByTestId('state-figures')).toContainText('Sent1')
  const skipped = rows(page).filter({ hasText: 'Stopped before it was sent' }).first()
  await skipped.getByRole('button', { name: /^Why\?/ }).click()
  await expect(page.getByTestId('mailing-why')).toContainText(/stopped/i)
  expect((await axe(page).analyze()).violations).toEqual([])
})

test('a customer unsubscribes by the link in a mail, and is found among the blocked addresses', async ({ page, browser }) => {
  await customer('Ann')
  await writeMailing(page)
  await openTab(page, 'Sending')
  await tool(page, 'Send now…').click()
  await page.getByTestId('start-question').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(progress(page)).toContainText('Done')
  const [sent] = mail.mails
  expect(sent?.to).toEqual(['ann@customer.example'])
  const link = unsubscribeLink(sent ?? { raw: '' })
  expect(link).toContain('/unsubscribe/')

  const far = await browser.newContext({ locale: 'en-GB' })
  const reader = await far.newPage()
  await reader.goto(link)
  const agrees = async (): Promise<unknown> =>
    (await server.database.asOwner(`select mail_consent from "user" where name = 'Ann' order by user_id desc`))[0]?.[
      'mail_consent'
    ]
  // Opening it changes nothing: mail scanners open links.
  expect(await agrees()).toBe(1)
  expect((await axe(reader).analyze()).violations).toEqual([])
  await reader.getByRole('button').click()
  await expect.poll(agrees).toBe(0)
  await far.close()

  await page.goto(`${server.url}/Company/Marketing/BlockList`)
  await expect(rows(page).first()).toContainText('ann@customer.example')
  await expect(rows(page).first()).toContainText('Unsubscribed')
  expect((await axe(page).analyze()).violations).toEqual([])
  await rows(page).first().getByRole('link').first().click()
  await editor(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByTestId('list-none')).toBeVisible()
})

/** The public key of a device. */
const device = createECDH('prime256v1')
const publicKey = device.generateKeys('base64url')

/** A push service that takes everything: Chromium here can't reach a real one. */
const fakePushService = (p256dh: string): void => {
  Notification.requestPermission = () => Promise.resolve('granted')
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  const endpoint = 'https://127.0.0.1:9/device'
  const subscription = {
    endpoint,
    options: { applicationServerKey: null },
    unsubscribe: () => Promise.resolve(true),
    toJSON: () => ({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } }),
  }
  let current: typeof subscription | null = null
  Object.assign(PushManager.prototype, {
    subscribe: () => Promise.resolve((current = subscription)),
    getSubscription: () => Promise.resolve(current),
  })
}

const targets = (): Promise<{ kind: string }[]> => server.database.asOwner<{ kind: string }>('select kind from push_target')

test('SHELL-09: on a phone the console asks for permission and registers for push', async ({ browser }) => {
  const phone = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile', locale: 'en-GB' })
  const page = await phone.newPage()
  await page.addInitScript(fakePushService, publicKey)
  await startSession(page, server.url, 'owner')
  await page.goto(`${server.url}/Company/Tag`)
  await expect(page.getByTestId('record-list')).toBeVisible()
  await expect.poll(targets).toEqual([{ kind: 'admin' }])
  await phone.close()
})

test('SHELL-10: if push registration fails, the console starts all the same, in its language', async ({ browser }) => {
  const phone = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile', locale: 'ru-RU' })
  const page = await phone.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('tiffin.lang', 'ru')
    Notification.requestPermission = () => Promise.reject(new Error('not from a click'))
  })
  await startSession(page, server.url, 'owner')
  await page.goto(`${server.url}/Company/Tag`)
  await expect(page.getByTestId('record-list')).toContainText(/\p{Script=Cyrillic}/u)
  expect(await targets()).toEqual([])
  await phone.close()
})

test('a customer agrees to push messages and mail on the chat page, and takes it back', async ({ page }) => {
  const ann = await customer('Ann', { mail_consent: 0, email: '' })
  await page.addInitScript(fakePushService, publicKey)
  await page.goto(`${server.url}/chat/${server.world.a}/`)
  const [{ phone } = { phone: '' }] = await server.database.asOwner<{ phone: string }>(
    'select phone from "user" where user_id = $1',
    [ann],
  )
  await page.getByLabel('Your phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  let code = ''
  await expect
    .poll(async () => {
      const [sms] = await server.database.asOwner<{ text: string }>('select text from outbox where recipient = $1', [phone])
      return (code = sms?.text.slice(0, 9) ?? '')
    })
    .not.toBe('')
  await page.getByLabel('Code from the message').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'What we may send you' }).click()
  const consent = async () =>
    (await server.database.asOwner('select push_consent, mail_consent, email from "user" where user_id = $1', [ann]))[0]
  const tellMe = page.getByRole('switch', { name: 'Tell me about answers' })
  await expect(tellMe).not.toBeChecked()
  await tellMe.check()
  await expect.poll(consent).toMatchObject({ push_consent: 1, mail_consent: 0 })
  expect(await targets()).toEqual([{ kind: 'customer' }])
  await page.getByRole('switch', { name: 'Send me offers by email' }).check()
  await page.getByLabel('Your email address').fill('ann@new.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(consent).toEqual({ push_consent: 1, mail_consent: 1, email: 'ann@new.example' })
  expect((await axe(page).analyze()).violations).toEqual([])
  await page.getByRole('switch', { name: 'Send me offers by email' }).uncheck()
  await tellMe.uncheck()
  await expect.poll(consent).toMatchObject({ push_consent: 0, mail_consent: 0 })
  expect(await targets()).toEqual([])
})

test('the push worker shows the messages it receives, and opens only pages of this server', async ({ page, context }) => {
  await page.goto(server.url)
  const response = await page.request.get(`${server.url}/push-worker.js`)
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  expect(response.headers()['content-type']).toContain('javascript')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js', { scope: '/' })
    await navigator.serviceWorker.ready
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // Chromium without a window gets no push messages and shows no notifications.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: object[]; registration: { showNotification: unknown } }
    scope.shown = []
    scope.registration.showNotification = (title: string, { body, tag, data }: NotificationOptions) => {
      scope.shown.push({ title, body, tag, data: data as unknown })
      return Promise.resolve()
    }
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown)
  const deliver = (data: string): Promise<void> =>
    worker.evaluate((text) => {
      const scope = globalThis as unknown as { PushEvent: new (type: string, init: object) => Event } & EventTarget
      scope.dispatchEvent(new scope.PushEvent('push', { data: text }))
    }, data)
  const message = { title: 'Soup week', body: 'Every soup at half price', url: '/Company/Chat', tag: 'mailing-1' }
  await deliver(JSON.stringify(message))
  const { url, ...rest } = message
  await expect.poll(shown).toEqual([{ ...rest, data: { url } }])
  await deliver('not a message')
  await expect.poll(async () => (await shown()).length).toBe(2)

  /** The address that a click on a notification with this one opens. */
  const opened = (address: string): Promise<string | undefined> =>
    worker.evaluate(async (to) => {
      const scope = globalThis as unknown as {
        clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<null> }
        dispatchEvent: (event: Event) => boolean
      }
      let result: string | undefined
      scope.clients.matchAll = () => Promise.resolve([])
      const done = new Promise<void>((resolve) => {
        scope.clients.openWindow = (at) => {
          result = at
          resolve()
          return Promise.resolve(null)
        }
      })
      const click = Object.assign(new Event('notificationclick'), {
        notification: { close() {}, data: { url: to } },
        waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
      })
      scope.dispatchEvent(click)
      await done
      return result
    }, address)
  expect(await opened('/Company/Chat')).toBe(`${server.url}/Company/Chat`)
  for (const address of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', ''])
    expect(await opened(address)).toMatch(new RegExp(`^${server.url}/?$`))
})
