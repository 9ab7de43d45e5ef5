import { editor, field, openList, rowsOf, save } from './records-support.ts'
import { expect, type Page, test } from './support.ts'

const notices = (page: Page) => page.getByTestId('notices')

test(
  'ERR-05: refusals that only the server can make are shown in red beside their field',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    await database.asOwner('update company set allow_promocode = 1 where company_id = $1', [world.a])
    await rowsOf(stage, 'promocode', [{ code: 'TAKEN' }])
    await openList(page, stage, '/Company/Marketing/Promocode?id=new')
    await field(page, 'code').getByRole('textbox').fill('TAKEN')
    await field(page, 'discount').getByRole('spinbutton').fill('5')
    await save(page)
    await expect(notices(page).locator('[data-notice=negative]')).toBeVisible()
    await expect(field(page, 'code').getByRole('alert')).toBeVisible()
    await expect(field(page, 'code').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'code').getByRole('textbox').fill('FREE')
    await expect(field(page, 'code').getByRole('alert')).toBeHidden()
    await save(page)
    await expect(editor(page)).toBeHidden()
  },
)

test('LIST-19: if older changes can’t be read, loading ends without a message', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
  const token = await stage.signIn('owner')
  for (let n = 1; n <= 55; n += 1)
    await stage.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'cuisine', id, row: { name: { en: `Thai ${n}` } } }] },
      { token, company: stage.world.a },
    )
  await openList(page, stage, `/Company/Tag?id=${id}`)
  await editor(page).getByText('Timeline', { exact: true }).click()
  const older = editor(page).getByRole('button', { name: 'Older changes' })
  await expect(older).toBeEnabled()
  const shown = await page.getByTestId('record-timeline').getByRole('listitem').count()
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api', async (route) => {
    if (!(route.request().postData() ?? '').includes('method=timeline')) return route.continue()
    await held
    await route.fulfill({ status: 500, body: '' })
  })
  await older.click()
  await expect(older).toBeDisabled()
  answer()
  await expect(older).toBeEnabled({ timeout: 15_000 })
  await expect(page.getByTestId('record-timeline').getByRole('listitem')).toHaveCount(shown)
  await expect(notices(page).getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api')
  await older.click()
  await expect.poll(() => page.getByTestId('record-timeline').getByRole('listitem').count()).toBeGreaterThan(shown)
})

test('LIST-13: the value for many rows is sent only if there is one', async ({ page, stage }) => {
  const ids = await rowsOf(stage, 'cuisine', [
    { name: { en: 'Thai' }, comment: { en: 'Hot' } },
    { name: { en: 'Vegan' }, comment: { en: 'Green' } },
  ])
  await openList(page, stage, '/Company/Tag')
  await page.getByLabel('Select this page').check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  const edit = page.getByTestId('bulk-edit')
  await edit.getByLabel('Field').selectOption('comment')
  const apply = edit.getByRole('button', { name: 'Apply' })
  const value = edit.locator('[data-field=comment]').getByRole('textbox').first()
  await expect(apply).toBeDisabled()
  for (const empty of ['', '   ']) {
    await value.fill('something')
    await expect(apply).toBeEnabled()
    await value.fill(empty)
    await expect(apply).toBeDisabled()
  }
  await value.fill('Fresh')
  await apply.click()
  await expect(page.getByTestId('bulk-result')).toContainText('Changed: ')
  expect(await stage.database.asOwner(`select comment->>'en' as comment from cuisine where cuisine_id = any($1)`, [ids])).toEqual(
    [{ comment: 'Fresh' }, { comment: 'Fresh' }],
  )

  // Clearing them has to be explicit.
  await expect(edit).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('bulk-result')).toBeHidden()
  await page.getByLabel('Select this page').check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Edit field' }).click()
  await edit.getByLabel('Field').selectOption('comment')
  await edit.getByLabel('Clear this field in all records').check()
  await apply.click()
  await expect(page.getByTestId('bulk-result')).toContainText('Changed: ')
  expect(await stage.database.asOwner(`select comment from cuisine where cuisine_id = any($1)`, [ids])).toEqual([
    { comment: {} },
    { comment: {} },
  ])
})
