import { draftCount, editor, field, openList, row, rowsOf, save } from './records-support.ts'
import { axe, expect, test } from './support.ts'

test('MOON-01: a change is undone from the timeline of the record and from the audit log', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' }, order: 1 }])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await openList(page, stage, `/Company/Tag?id=${id}`)
  const name = field(page, 'name').getByRole('textbox')
  await expect(name).toHaveValue('Thai')
  await name.fill('Laotian')
  await save(page)
  await expect(page.getByTestId('notices')).toContainText('Saved')

  await editor(page).getByText('Timeline', { exact: true }).click()
  const changes = page.getByTestId('record-timeline').getByRole('listitem')
  await expect(changes).toHaveCount(1)
  await expect(changes.first()).toContainText('Olga')
  await expect(changes.first().locator('del')).toHaveText('Thai')
  await expect(changes.first().locator('ins')).toHaveText('Laotian')
  const { violations } = await axe(page).include('[data-testid=record-editor]').analyze()
  expect(violations).toEqual([])
  await changes.first().getByRole('button', { name: 'Undo this change' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('notices')).toContainText('Change undone')
  await expect(name).toHaveValue('Thai')
  await expect(row(page, id)).toContainText('Thai')
  await expect(changes).toHaveCount(2)
  await expect(changes.first()).toContainText('Undid an earlier change')
  await expect(changes.nth(1)).toContainText("Can't undo. Changed later: Name")
  await expect(changes.nth(1).getByRole('button')).toHaveCount(0)

  const [last] = await stage.database.asOwner<{ audit_id: number }>(
    `select max(audit_id)::int as audit_id from audit_row where table_name = 'cuisine' and row_key = $1`,
    [String(id)],
  )
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await openList(page, stage, `/Administrator/Audit?id=${last?.audit_id}`, 'platform')
  await editor(page).getByRole('button', { name: 'Undo this change' }).click()
  await expect(page.getByTestId('notices')).toContainText('Change undone')
  expect(await stage.database.asOwner(`select name->>'en' as name from cuisine where cuisine_id = $1`, [id])).toEqual([
    { name: 'Laotian' },
  ])
  await editor(page).getByRole('button', { name: 'Undo this change' }).click()
  await expect(page.getByTestId('notices')).toContainText("Can't undo. Changed later: Name")
})

test(
  'LIST-03 MOON-01: the result of a bulk change undoes that change, not one that someone else has made to the same rows since',
  { tag: '@full' },
  async ({ page, stage }) => {
    const ids = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }, { name: { en: 'Greek' } }])
    const token = await stage.signIn('platform')
    const theirs = ids.map((id) => ({ table: 'cuisine', id, row: { comment: { en: 'Theirs' } } }))
    await openList(page, stage, '/Company/Tag')
    let isTheirTurn = true
    await page.route('**/api', async (route) => {
      if (isTheirTurn && route.request().postData()?.includes('method=timeline')) {
        isTheirTurn = false
        await stage.call('Reference', 'saveData', { tables: theirs }, { token, company: stage.world.a })
      }
      await route.fallback()
    })
    await page.getByLabel('Select this page').check()
    await page.getByRole('button', { name: 'Edit field' }).click()
    const edit = page.getByTestId('bulk-edit')
    await edit.getByLabel('Field').selectOption('show')
    await edit.getByRole('button', { name: 'Apply' }).click()
    await page.getByTestId('bulk-result').getByRole('button', { name: 'Undo all 2' }).click()
    await expect(page.getByTestId('notices')).toContainText('Change undone in 2 records')
    expect(
      await stage.database.asOwner(`select "show", comment->>'en' as comment from cuisine where cuisine_id = any($1)`, [ids]),
    ).toEqual([
      { show: 1, comment: 'Theirs' },
      { show: 1, comment: 'Theirs' },
    ])
  },
)

test(
  'EDIT-03: a record changed by someone else is not deleted unseen; a deleted one leaves no draft',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' }, order: 1 }])
    await openList(page, stage, `/Company/Tag?id=${id}`)
    const name = field(page, 'name').getByRole('textbox')
    await expect(name).toHaveValue('Thai')
    const token = await stage.signIn('platform')
    const { world } = stage
    const tables = [{ table: 'cuisine', id, row: { name: { en: 'Laotian' } } }]
    await stage.call('Reference', 'saveData', { tables }, { token, company: world.a })
    const remove = async () => {
      await editor(page).getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
    }
    await remove()
    await expect(page.locator('[data-notice=negative]')).toContainText('Someone else has changed this record')
    await expect(name).toHaveValue('Laotian')

    await name.fill('Half-typed')
    await expect.poll(() => draftCount(page)).toBe(1)
    // The page closes before the lists have been reloaded.
    let isDeleted = false
    await page.route('**/api', async (route) => {
      const body = route.request().postData() ?? ''
      if (body.includes('method=deleteData')) isDeleted = true
      if (!isDeleted || !body.includes('method=getData')) await route.fallback()
    })
    await remove()
    await expect(page.getByTestId('notices')).toContainText('Deleted')
    await expect.poll(() => draftCount(page)).toBe(0)
  },
)

test('API-21 MOON-01: undoing the creation of a record in use gives the same message as a deletion', async ({ page, stage }) => {
  await rowsOf(stage, 'cuisine', [])
  await openList(page, stage, '/Company/Tag?id=new')
  await field(page, 'name').getByRole('textbox').fill('Lao')
  await save(page)
  await expect(editor(page)).toBeHidden()
  const [{ id } = { id: 0 }] = await stage.database.asOwner<{ id: number }>('select max(cuisine_id)::int as id from cuisine')
  const [merchant] = stage.world.merchants
  await stage.database.asOwner('update merchant set cuisine = $1 where merchant_id = $2', [JSON.stringify([id]), merchant])
  const says = () => expect(page.locator('[data-notice=negative]')).toContainText('Record is in use: Merchants (1)')

  await row(page, id).getByRole('link').first().click()
  await editor(page).getByText('Timeline', { exact: true }).click()
  await page.getByTestId('record-timeline').getByRole('button', { name: 'Undo this change' }).click()
  await says()
  await page.reload()
  await editor(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByTestId('delete-question').getByRole('button', { name: 'Yes' }).click()
  await says()
  await stage.database.asOwner(`update merchant set cuisine = '[]'`)
})
