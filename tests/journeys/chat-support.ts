import type { Browser, BrowserContext, Locator } from '@playwright/test'
import { expect, type Page, type Stage, startSession, test } from './support.ts'

let phones = 49_160_000_000 + (Date.now() % 10_000_000)
export const nextPhone = (): string => String((phones += 1))

/** A customer on the company's chat page, signed in with the code that was sent to their phone. */
export async function customer(
  page: Page,
  stage: Stage,
  { name = 'Ida', at = '' } = {},
): Promise<{ phone: string; user: number }> {
  const phone = nextPhone()
  await page.goto(at || `${stage.url}/chat/${stage.world.a}/`)
  await page.getByLabel('Your phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code from the message').fill(await codeOf(stage, phone))
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Online')
  const [user] = await stage.database.asOwner<{ user_id: number }>('select user_id from "user" where phone = $1', [phone])
  return { phone, user: user?.user_id ?? 0 }
}

export async function codeOf(stage: Stage, phone: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const [sent] = await stage.database.asOwner<{ text: string }>('select text from outbox where recipient = $1', [phone])
      return (code = sent?.text.slice(0, 9) ?? '')
    })
    .not.toBe('')
  return code
}

export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
}

/** Opens the chat to the tests of a file. */
export function withChat(): void {
  test.beforeEach(async ({ stage }) => {
    await stage.database.asOwner('update company set allow_chat = 1')
    await stage.database.asOwner('update "user" set chat_admin_unread = 0 where chat_admin_unread > 0')
    await stage.database.asOwner('delete from rate_limit')
    await stage.order()
  })
  // Other journeys expect the operator's usual pages.
  test.afterEach(({ stage }) => stage.database.asOwner(`update membership set navigation = '[]' where company_role = 2`))
}

export const openBrowser = (browser: Browser): Promise<BrowserContext> => browser.newContext({ locale: 'en-GB' })

/** A customer on the chat page, in a browser of its own, and the owner in the console with that conversation open. */
export async function openConversation(page: Page, browser: Browser, stage: Stage) {
  const far = await openBrowser(browser)
  const widget = await far.newPage()
  await startSession(page, stage.url, 'owner')
  const { user } = await customer(widget, stage)
  await page.goto(`${stage.url}/Company/Chat?user=${user}`)
  return { far, widget, user }
}

export const consoleLog = (page: Page): Locator => page.getByTestId('chat-messages')
export const customerLog = (page: Page): Locator => page.getByRole('log')

/** The messages `m1`, `m2`, … of a conversation, in order; undefined for others. */
export const history = (log: Locator) =>
  log.locator('article').evaluateAll((rows) => rows.map((row) => /^m\d$/m.exec((row as HTMLElement).innerText)?.[0]))
