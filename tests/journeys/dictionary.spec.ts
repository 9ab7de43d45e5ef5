import { fileURLToPath } from 'node:url'
import { insertRow, startFakeModel } from '@tiffin/server/test'
import { editor, field, openList, row, save } from './records-support.ts'
import { expect, test } from './support.ts'

test('DICT-02 DICT-04 DICT-06 DICT-07 LANG-05: languages are chosen, and the empty ones of a row translated', async ({
  page,
  stage,
}) => {
  const model = await startFakeModel()
  const { url } = await stage.another({ TIFFIN_TRANSLATION_URL: model.url, TIFFIN_TRANSLATION_KEY: 'sk-house' })
  const id = await insertRow(stage.database, 'dictionary', { application: 'admin', params: '', texts: { en: 'Apple' } })
  await openList(page, { ...stage, url }, '/Administrator/Dictionary', 'platform')
  await row(page, id).click()
  await editor(page).getByRole('button', { name: 'Translate' }).click()
  await expect(page.getByText("You can't edit any of the empty languages")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  const headings = () => page.getByTestId('record-table').first().getByRole('columnheader').allTextContents()
  expect((await headings()).map((text) => text.trim()).filter((text) => /^[A-Z]{2}$/.test(text) && text !== 'ID')).toEqual([])

  await page.getByRole('button', { name: 'Select languages' }).click()
  const languages = page.getByTestId('languages')
  const switches = ['ru', 'العربية'].map((name) => languages.getByRole('switch', { name: `${name} in my dictionary` }))
  // The second is toggled before the first has been answered.
  for (const item of switches) await item.dispatchEvent('click')
  for (const entry of switches) await expect(entry).toBeChecked()
  // An unsupported language can't be chosen.
  await expect(languages.getByRole('switch', { name: 'de in my dictionary' })).toBeDisabled()
  await languages.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await headings()).map((text) => text.trim())).toEqual(expect.arrayContaining(['RU', 'AR']))
  expect(await headings()).not.toContain('EN')

  // A filter applies while typing, and is in the address.
  const application = page.getByRole('textbox', { name: 'Application' })
  await application.fill('nothing')
  await expect(page).toHaveURL(/application=nothing/)
  await page.getByTestId('list-no-match').getByRole('button').click()
  await expect(application).toHaveValue('')

  await row(page, id).click()
  await expect(field(page, 'en').getByRole('textbox')).toBeDisabled()
  await expect(field(page, 'en').getByRole('textbox')).toHaveValue('Apple')
  await editor(page).getByRole('button', { name: 'Translate' }).click()
  await expect(field(page, 'ru').getByRole('textbox')).toHaveValue('Russian: Apple')
  await expect(field(page, 'ar').getByRole('textbox')).toHaveValue('Arabic: Apple')
  expect(model.requests).toHaveLength(2)
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await editor(page).getByRole('button', { name: 'Translate' }).click()
  expect(model.requests).toHaveLength(2)
  const [stored] = await stage.database.asOwner(`select texts from dictionary where dictionary_id = $1`, [id])
  expect(stored).toEqual({ texts: { en: 'Apple', ru: 'Russian: Apple', ar: 'Arabic: Apple' } })

  model.fault = 429
  await field(page, 'ru').getByRole('textbox').fill('')
  await editor(page).getByRole('button', { name: 'Translate' }).click()
  await expect(page.getByText('Language API translation error 429')).toBeVisible()
  await model.stop()
})

test('DICT-02 DICT-14: the texts of an .xls file are checked, uploaded as one language, and taken back', async ({
  page,
  stage,
}) => {
  await stage.database.asOwner('delete from dictionary')
  await stage.database.asOwner(`update admin set dictionary_edit = 'en,ru' where login = 'platform'`)
  const english = ['Save', '%1 of %2', 'Back', 'Yes, delete']
  // The file names the rows by these keys. Later journeys insert rows without one.
  for (const [index, en] of english.entries())
    await insertRow(stage.database, 'dictionary', { dictionary_id: index + 1, application: 'admin', params: '', texts: { en } })
  await stage.database.asOwner(
    `select setval(s, greatest(4, coalesce(pg_sequence_last_value(s), 0)))
     from (select pg_get_serial_sequence('dictionary', 'dictionary_id')::regclass as s) sequence`,
  )
  const russian = async (): Promise<unknown[]> =>
    (await stage.database.asOwner(`select texts ->> 'ru' as ru from dictionary order by dictionary_id`)).map(
      (item) => (item as { ru: string | null }).ru || null,
    )
  await openList(page, stage, '/Administrator/Dictionary', 'platform')
  await page.getByRole('button', { name: 'Load from xls' }).click()
  const dialog = page.getByTestId('load-from-xls')
  await dialog
    .locator('input[type=file]')
    .setInputFiles(fileURLToPath(new URL('../../packages/core/src/import/fixtures/texts.xls', import.meta.url)))
  await expect(dialog.getByTestId('sheet-preview')).toContainText('Удалить «навсегда»')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByTestId('import-totals')).toContainText('New 3')
  expect(await russian()).toEqual([null, null, null, null])
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByTestId('import-result')).toContainText('Uploaded texts: 3')
  expect(await russian()).toEqual(['Сохранить', '%1 из %2', null, 'Удалить «навсегда»'])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(russian).toEqual([null, null, null, null])
})

test(
  'EDIT-17 API-37: texts are translated half a second after typing, with the user’s own key, if enabled',
  { tag: '@full' },
  async ({ page, stage }) => {
    const model = await startFakeModel()
    const { url } = await stage.another({ TIFFIN_TRANSLATION_URL: model.url })
    await stage.database.asOwner(
      `update admin set settings = settings || '{"openai_api_key": "sk-own"}'::jsonb where login = 'owner'`,
    )
    await stage.database.asOwner('update company set allow_ai = 1')
    await openList(page, { ...stage, url }, '/Company/Tag?id=new')
    const name = field(page, 'name')
    await name.getByRole('textbox').fill('Soup')
    await page.waitForTimeout(900)
    expect(model.requests).toEqual([])
    await name.getByRole('button', { name: /in other languages/ }).click()
    await name.locator('textarea[lang=ru]').fill('Суп')
    await editor(page).getByRole('switch', { name: 'Translate as I type' }).click()
    // Typing takes longer than half a second, and nothing is sent meanwhile.
    await name.getByRole('textbox').first().press('End')
    await name.getByRole('textbox').first().pressSequentially(' of the day', { delay: 150 })
    await expect(name.locator('textarea[lang=ar]')).toHaveValue('Arabic: Soup of the day')
    // Text written by a user is not overwritten.
    await expect(name.locator('textarea[lang=ru]')).toHaveValue('Суп')
    expect(model.requests.map(({ authorization }) => authorization)).toEqual(['Bearer sk-own'])
    await stage.database.asOwner(`update admin set settings = settings - 'openai_api_key' where login = 'owner'`)
    await model.stop()
  },
)
