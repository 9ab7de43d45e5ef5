import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support.ts'

const menu = (page: Page) => page.getByTestId('menu')

test.beforeEach(async ({ stage }) => {
  await stage.order()
  await stage.database.asOwner(`update company set enable = 1, suspended = 0, limit_order = null`)
  await stage.database.asOwner(`update admin set hide_menu = 0`)
})

test('SHELL-19 SHELL-24: an unpinned menu collapses 800 ms after the pointer leaves; a pinned one stays, also after a reload', async ({
  page,
  stage,
}) => {
  await page.clock.install()
  await signIn(page, stage, 'owner')
  await menu(page).hover()
  await expect(menu(page)).toHaveAttribute('data-open')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(900, 500)
  await page.clock.runFor(799)
  await expect(menu(page)).toHaveAttribute('data-open')
  await page.clock.runFor(1)
  await expect(menu(page)).not.toHaveAttribute('data-open')
  await page.clock.resume()
  await menu(page).hover()
  const pin = page.getByRole('button', { name: 'Keep menu open' })
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.move(900, 500)
  await page.clock.runFor(2000)
  await expect(menu(page)).toHaveAttribute('data-open')
  await page.reload()
  await expect(menu(page)).toHaveAttribute('data-open')
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  const board = await page.getByTestId('board').boundingBox()
  expect(board?.x).toBeGreaterThanOrEqual(220)
  await pin.click()
  await expect(menu(page)).not.toHaveAttribute('data-open')
  await page.reload()
  await expect(page.getByTestId('board')).toBeVisible()
  await expect(menu(page)).not.toHaveAttribute('data-open')
  expect((await page.getByTestId('board').boundingBox())?.x).toBeLessThan(220)
})

test('SHELL-26: the menu closes automatically for people who chose to hide it', { tag: '@full' }, async ({ page, stage }) => {
  await stage.database.asOwner(`update admin set hide_menu = 1 where login = 'owner'`)
  await page.clock.install()
  await signIn(page, stage, 'owner')
  await expect(menu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.clock.fastForward(5000)
  await expect(menu(page)).toBeHidden()
})

test(
  'SHELL-13 SHELL-39: the bar has the menu, unread messages with their sound, the language with its flag, and the user',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a, userA } = stage.world
    await stage.database.asOwner('update company set allow_chat = 1')
    await stage.database.asOwner('update "user" set chat_admin_unread = 3 where user_id = $1', [userA])
    await signIn(page, stage, 'owner')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Account:' })).toBeVisible()
    await bar.getByRole('link', { name: 'Chat, unread: 3' }).click()
    await expect(page).toHaveURL(/Company\/Chat/)
    await expect(bar.getByTestId('chat-badge')).toHaveText('3')
    const sound = bar.getByRole('button', { name: 'Sound for new messages' })
    await expect(sound).toHaveAttribute('aria-pressed', 'true')
    await sound.click()
    await page.reload()
    await expect(sound).toHaveAttribute('aria-pressed', 'false')
    await bar.getByRole('button', { name: 'Account:' }).click()
    for (const [label, choice, name, country] of [
      ['Language', 'العربية', /^الحساب/, 'eg'],
      ['اللغة', 'ru', /^Аккаунт/, 'ru'],
    ] as const) {
      await page.getByRole('menuitem', { name: label }).click()
      await page.getByRole('menuitemradio', { name: choice }).click()
      await bar.getByRole('button', { name }).click()
      const flag = page.getByRole('menu').getByTestId('flag')
      await expect(flag).toHaveAttribute('src', `/flags/${country}.svg`)
      await expect.poll(() => flag.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)).toBe(true)
    }
    await stage.database.asOwner('update "user" set chat_admin_unread = 0 where company = $1', [a])
    await page.reload()
    await expect(bar.getByTestId('chat-badge')).toHaveAccessibleName('Чат, непрочитанных: 0')
    await expect(bar.getByTestId('chat-badge')).toHaveText('')
  },
)

test('NAV-67: Shift and a click open a menu entry in a new tab', async ({ page, stage, context }) => {
  await signIn(page, stage, 'owner')
  const opened = context.waitForEvent('page')
  await menu(page)
    .getByRole('link', { name: 'Tariff' })
    .click({ modifiers: ['Shift'] })
  const tab = await opened
  await expect(tab).toHaveURL(/\/Company\/Tariff\?ready=true$/)
  await expect(tab.getByRole('heading', { name: 'Tariff' })).toBeVisible()
  const another = context.waitForEvent('page')
  await menu(page)
    .getByRole('link', { name: 'Customers' })
    .click({ modifiers: ['Shift'] })
  await expect(await another).toHaveURL(/\/Company\/User\?ready=true$/)
  await expect(tab).toHaveURL(/\/Company\/Tariff/)
})

test(
  'NAV-62: signing in again returns to the latest page, even if a mail has extended the address',
  { tag: '@full' },
  async ({ page, stage }) => {
    await signIn(page, stage, 'owner')
    await menu(page).getByRole('link', { name: 'Tariff' }).click()
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Exit' }).click()
    await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
    await page.goto(`${stage.url}/?utm_source=mail`)
    await page.getByLabel('Login').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/Company\/Tariff$/)
  },
)

test(
  'NAV-62: another user starts at their own first page, not at the previous user’s',
  { tag: '@full' },
  async ({ page, stage }) => {
    const exit = async () => {
      await page.getByRole('button', { name: 'Account:' }).click()
      await page.getByRole('menuitem', { name: 'Exit' }).click()
      await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
    }
    const enter = async (login: string) => {
      await page.getByLabel('Login').fill(login)
      await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await signIn(page, stage, 'owner')
    await menu(page).getByRole('link', { name: 'Couriers' }).click()
    await expect(page).toHaveURL(/\/Company\/Courier/)
    await exit()
    await enter('operator')
    await expect(page).toHaveURL(/\/Company\/Order(\?|$)/)
    await page.goto(`${stage.url}/Company/Order?mail=1`)
    await expect(page.getByTestId('board')).toBeVisible()
    await exit()
    await page.reload()
    await enter('owner')
    await expect(page.getByTestId('board')).toBeVisible()
    await expect(page).not.toHaveURL(/mail=1/)
  },
)

test('COMP-16 COMP-17 COMP-18 COMP-20: switching changes this tab and the next sign-in, but no other tab', async ({
  page,
  stage,
  context,
}) => {
  const { a, b, ownerA } = stage.world
  await stage.database.asOwner(`insert into membership (company, admin, company_role) values ($1, $2, 1)`, [b, ownerA])
  await stage.database.asOwner(`update company set owner_id = $1 where company_id = $2`, [ownerA, b])
  await signIn(page, stage, 'owner')
  const other = await context.newPage()
  await other.goto(`${stage.url}/Company/Order`)
  await expect(other.getByRole('button', { name: 'Company: Alpha' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Company: Alpha' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByTestId('palette').getByRole('combobox').fill('switch to')
  // Pages of help with these words come after it.
  await expect(page.getByTestId('palette').getByRole('option', { name: 'Switch to' })).toHaveText(['Switch to Beta'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitemradio', { name: 'Beta' }).click()
  await expect(page.getByText('Company selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
  await expect(page).toHaveURL(/\/Company\/Order(\?|$)/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Company: Alpha' })).toBeVisible()
  const [row] = await stage.database.asOwner<{ company: number }>('select company from admin where admin_id = $1', [ownerA])
  expect(row?.company).toBe(b)
  await stage.database.asOwner('update admin set company = $1 where admin_id = $2', [a, ownerA])
  await stage.database.asOwner('update company set owner_id = $1 where company_id = $2', [stage.world.ownerB, b])
  await stage.database.asOwner('delete from membership where company = $1 and admin = $2', [b, ownerA])
})

test('SHELL-29 SHELL-30 BOARD-39: in a disabled company only the tariff is available', async ({ page, stage }) => {
  await stage.database.asOwner('update company set enable = 0 where company_id = $1', [stage.world.a])
  await stage.database.asOwner(
    'insert into app_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    ['contact_links', 'mail mailto:help@tiffin.test'],
  )
  await signIn(page, stage, 'owner')
  const dialog = page.getByTestId('disabled-dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByTestId('disabled-reason')).toHaveText('A platform administrator has turned it off.')
  await expect(dialog.getByRole('link', { name: 'help@tiffin.test' })).toHaveAttribute('href', 'mailto:help@tiffin.test')
  await expect(dialog.getByRole('link', { name: 'Open tariff' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.mouse.click(700, 850)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Open tariff' }).click()
  await expect(page).toHaveURL(/\/Company\/Tariff$/)
  await expect(dialog).toBeHidden()
  await expect(page.getByTestId('company-disabled')).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeVisible()
  await expect(page.getByTestId('company-disabled')).toBeVisible()
})

test(
  'SHELL-29 SHELL-30 SHELL-16 BOARD-41: in a disabled company, people without the tariff page learn who can open it and how to leave',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a, b, operatorA } = stage.world
    await stage.database.asOwner('update company set enable = 0 where company_id = $1', [a])
    await stage.database.asOwner('insert into membership (company, admin, company_role) values ($1, $2, 2)', [b, operatorA])
    await signIn(page, stage, 'operator')
    const dialog = page.getByTestId('disabled-dialog')
    await expect(dialog).toContainText('Only the company owner can change the tariff.')
    await expect(dialog.getByRole('button', { name: 'Exit' })).not.toBeFocused()
    await expect(dialog.getByRole('link', { name: 'Open tariff' })).toHaveCount(0)
    await dialog.getByLabel('Choose a company').selectOption('Beta')
    await expect(page.getByRole('button', { name: 'Company: Beta' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByTestId('board-message')).toHaveText('No have permissions to view or edit orders')
    await page.getByRole('button', { name: 'Company: Beta' }).click()
    await page.getByRole('menuitemradio', { name: 'Alpha' }).click()
    await dialog.getByRole('button', { name: 'Exit' }).click()
    await page.getByTestId('exit-dialog').getByRole('button', { name: 'Stay here' }).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Exit' }).click()
    await page.getByTestId('exit-dialog').getByRole('button', { name: 'Exit' }).click()
    await expect(page.getByLabel('Login')).toBeVisible()
    await stage.database.asOwner('delete from membership where company = $1 and admin = $2', [b, operatorA])
    await stage.database.asOwner('update admin set company = $1 where admin_id = $2', [a, operatorA])
  },
)
