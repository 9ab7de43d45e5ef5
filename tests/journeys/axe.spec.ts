import { PASSWORD } from '@tiffin/server/test'
import { axe, card, expect, looks, type Page, test } from './support.ts'

async function faults(page: Page): Promise<string[]> {
  const { violations } = await axe(page).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`).join(', ')}`,
  )
}

async function look(page: Page, { scheme, lang }: (typeof looks)[number], url: string): Promise<void> {
  // A colour in transition is not a violation.
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.addInitScript((code) => localStorage.setItem('tiffin.lang', code), lang)
  await page.goto(url)
  await expect(page.locator('html')).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
}

/** Signs in, whatever the language. */
async function enter(page: Page, login: string): Promise<void> {
  await page.locator('input[name=username]').fill(login)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page.getByTestId('menu')).toBeVisible()
}

/** Targets smaller than 24 px, except links within a sentence (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input:not([type=hidden]), select, [role=option], [role=menuitem]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('p, [data-notice]'))
      .filter((element) => {
        const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
        return width > 1 && height > 1 && (width < 24 || height < 24)
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

for (const appearance of looks) {
  const { scheme, lang, tag } = appearance
  test(`axe finds nothing on sign-in, board and order, ${scheme}, ${lang}`, { tag: [...tag] }, async ({ page, stage }) => {
    const order = await stage.order()
    await look(page, appearance, stage.url)
    await expect(page.locator('input[name=username]')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await enter(page, 'owner')
    await expect(card(page, order)).toBeVisible()
    expect(await faults(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    await card(page, order).click()
    await expect(page.getByTestId('order-drawer')).toBeVisible()
    expect(await faults(page)).toEqual([])
  })

  test(
    `axe finds nothing on a tray with all kinds of conflicts, ${scheme}, ${lang}`,
    { tag: '@full' },
    async ({ page, stage }) => {
      const order = await stage.order({ ticket: 7, comment: 'No onions' })
      const [from, to] = [stage.status(2), stage.status(3)]
      const refused = { order_id: order, error: 'The order is no longer in that status', at: Date.now() }
      const tray = {
        [order]: { kind: 'move', from, to, now: to, ...refused },
        [`${order}.courier`]: { kind: 'courier', courier: 1, name: 'Carla', ...refused },
        [`${order}.1`]: { kind: 'tick', line: '1', item: 'Soup', done: true, ...refused },
      }
      await page.addInitScript(
        ([place, conflicts]) => {
          for (const [key, conflict] of Object.entries(conflicts)) localStorage.setItem(place + key, JSON.stringify(conflict))
        },
        [`tiffin.tray.${stage.world.a}.${stage.world.ownerA}.`, tray] as const,
      )
      await look(page, appearance, stage.url)
      await enter(page, 'owner')
      await page.getByTestId('overtaken').getByRole('button').click()
      await expect(page.getByTestId('tray-dialog').getByRole('listitem')).toHaveCount(3)
      expect(await faults(page)).toEqual([])
      expect(await smallTargets(page)).toEqual([])
    },
  )

  test(`axe finds nothing on the shell's pages and dialogs, ${scheme}, ${lang}`, { tag: '@full' }, async ({ page, stage }) => {
    test.slow()
    await stage.order()
    await stage.database.asOwner('update company set allow_promocode = 0, allow_chat = 1')
    await look(page, appearance, stage.url)
    await enter(page, 'owner')
    const check = async (testId: string): Promise<void> => {
      await expect(page.getByTestId(testId)).toBeVisible()
      expect(await faults(page), testId).toEqual([])
      expect(await smallTargets(page), testId).toEqual([])
    }
    await page.keyboard.press('Control+k')
    await check('palette')
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('palette')).toBeHidden()
    await page.keyboard.press('?')
    await check('keys-dialog')
    await page.keyboard.press('Escape')
    await page.locator('header [data-scope=menu][data-part=trigger]').last().click()
    await page.locator('[data-part=item][data-value=profile]').click()
    await check('profile')
    const asked = (await stage.call('Device', 'pair', { name: 'kitchen-1' }))['data'] as { code: string }
    await page.goto(`${stage.url}/pair?code=${asked.code}`)
    await check('pair')
    await page.goto(`${stage.url}/Company/Marketing/Promocode`)
    await check('option-missing')
    await page.goto(`${stage.url}/Company/Chat`)
    await check('coming-page')
    await page.goto(`${stage.url}/error`)
    await check('error-page')
    await page.goto(`${stage.url}/Nowhere`)
    await expect(page.locator('[data-route=error404-page]')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await stage.database.asOwner('update company set suspended = 1, enable = 0')
    await page.goto(`${stage.url}/Company/Tariff`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check('company-suspended')
    await page.goto(`${stage.url}/Company/Order`)
    await check('disabled-dialog')
    await stage.database.asOwner('update company set allow_promocode = 1')
  })

  test(
    `axe finds nothing on companies, settings and the dictionary, ${scheme}, ${lang}`,
    { tag: '@full' },
    async ({ page, stage }) => {
      test.slow()
      const { a } = stage.world
      await stage.database.asOwner(`update admin set dictionary_edit = 'ru', company = $1 where login = 'platform'`, [a])
      await stage.database.asOwner(
        `insert into app_settings (name, value, comment) values ('colour', 'red', 'Colour of the app') on conflict (name) do nothing`,
      )
      await look(page, appearance, `${stage.url}/Administrator/Company`)
      await enter(page, 'platform')
      const check = async (testId: string): Promise<void> => {
        await expect(page.getByTestId(testId)).toBeVisible()
        expect(await faults(page), testId).toEqual([])
        expect(await smallTargets(page), testId).toEqual([])
      }
      await expect(page.getByTestId(`row-${a}`)).toBeVisible()
      await check('record-list')
      await page.goto(`${stage.url}/Administrator/Company?id=${a}`)
      for (const tab of ['Main', 'Users', 'Tariff', 'Legal-details', 'App']) {
        await page.locator(`[role=tab][data-value="${tab}"]`).click()
        await expect(page.locator(`[role=tabpanel][id$="content-${tab}"]`)).toBeVisible()
        await check('record-editor')
      }
      await page.goto(`${stage.url}/Administrator/Settings-App`)
      await expect(page.locator('[data-field=colour]')).toBeVisible()
      await check('rows-form')
      await page.goto(`${stage.url}/Administrator/Dictionary`)
      await expect(page.getByTestId('record-list')).toBeVisible()
      await page.locator('button', { hasText: lang === 'ar' ? 'اختيار اللغات' : 'Select languages' }).click()
      await expect(page.getByTestId('inner-list').locator('tbody tr').first()).toBeVisible()
      await check('languages')
      await page.goto(`${stage.url}/Company/Settings`)
      await check('record-editor')
      // Journeys of this worker share the database.
      await stage.database.asOwner(`update admin set dictionary_edit = default, company = null where login = 'platform'`)
    },
  )
}
