import { card, expect, signIn, test } from './support.ts'

test('text typed after Ctrl+K is kept while the palette loads, including Enter', async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/palette-results-*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tariff')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('palette').getByRole('combobox')).toHaveValue('tariff')
  held.resolve()
  await expect(page).toHaveURL(/\/Company\/Tariff/)
})

test('arrows pressed before the results load move one step each', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await signIn(page, stage, 'owner')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/palette-results-*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  held.resolve()
  await expect(page.getByTestId('palette').getByRole('option').nth(2)).toHaveAttribute('aria-selected', 'true')
})

test('Enter pressed before there are results opens the first one', async ({ page, stage }) => {
  // A number that no command has.
  const ticket = 9241
  await stage.order({ ticket })
  await signIn(page, stage, 'owner')
  await page.keyboard.press('Control+k')
  await page.getByTestId('palette').getByRole('option').first().waitFor()
  await page.keyboard.insertText(String(ticket))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('order-drawer')).toBeVisible()
})

test('text typed for a dialog that fails to load goes into no other field', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/reason-dialog-*', async (route) => {
    await held.promise
    await route.abort()
  })
  await card(page, order).click({ button: 'right' })
  await page.getByTestId(`move-to-${stage.status(0)}`).click()
  await expect(page.getByTestId('moves')).toBeHidden()
  await page.keyboard.type('No dough')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  // The test acts faster than anyone: the field is focused as soon as the dialog is known to have failed.
  await page.evaluate(() => {
    const focus = (): void => {
      if (!document.querySelector('[data-notice=negative]')) return void requestAnimationFrame(focus)
      document.querySelector<HTMLElement>('[type=search]')?.focus()
    }
    focus()
  })
  held.resolve()
  await expect(search).toBeFocused()
  await page.keyboard.type('x')
  await expect(search).toHaveValue('x')
})

test('a reason typed while its dialog loads is in its field', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/reason-dialog-*', async (route) => {
    await held.promise
    await route.continue()
  })
  await card(page, order).click({ button: 'right' })
  await page.getByTestId(`move-to-${stage.status(0)}`).click()
  await expect(page.getByTestId('moves')).toBeHidden()
  await page.keyboard.type('No dough')
  held.resolve()
  await expect(page.getByTestId('reason-dialog').getByRole('textbox')).toHaveValue('No dough')
})

test(
  'offline, a move shows one message: that it is stored and will be sent',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await card(page, order).locator('.open').focus()
    await context.setOffline(true)
    await page.keyboard.press('b')
    await expect(page.locator('[data-notice]')).toHaveText([/moved to .+\. It will be sent when you're back online\./])
    // The message about the lost connection is there too by now.
    await expect(page.getByTestId('connection')).toHaveAttribute('data-state', 'offline')
    await expect(page.locator('[data-notice]')).toHaveCount(1)
    await context.setOffline(false)
    await expect.poll(() => stage.statusOf(order)).not.toBe(2)
  },
)
