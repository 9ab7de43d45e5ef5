import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../test/fake-server.ts'
import { editor, field, notices, openConsole, row } from '../test/open-console.tsx'
import { platform } from '../test/people.ts'

const headings = () =>
  page
    .getByTestId('record-table')
    .css('thead th')
    .elements()
    .map(({ textContent }) => textContent.trim())
const textsOf = (lang: string) => field(lang).getByRole('textbox')

it('DICT-04 DICT-05 LANG-05: the table has the languages of the person; the editor also shows English, closed to others', async () => {
  const user = platform({ dictionary_edit: 'ru,ar' })
  await openConsole('/Administrator/Dictionary', { user, rows: { dictionary: [{ en: 'Soup', ru: 'Суп', ar: '', de: 'Suppe' }] } })
  await expect.element(row(1)).toMatchTextContent('Суп')
  expect(headings().filter((text) => /^[A-Z]{2}$/.test(text))).toEqual(['ID', 'RU', 'AR'])
  await expect.element(row(1)).not.toMatchTextContent('Soup')
  await row(1).click()
  await expect.element(textsOf('en')).toHaveValue('Soup')
  await expect.element(textsOf('en')).toBeDisabled()
  await expect.element(textsOf('ru')).toBeEnabled()
  await expect.element(field('de')).not.toBeInTheDocument()
})

it('DICT-03: the export of the dictionary has the languages of the person', async () => {
  const user = platform({ dictionary_edit: 'ru,ar' })
  const server = await openConsole('/Administrator/Dictionary', { user, rows: { dictionary: [{ en: 'Soup', ru: 'Суп' }] } })
  server.on('Export.ticket', () => refusal('export_busy'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const asked = () => server.seen.find(({ call }) => call === 'Export.ticket')?.data['params']
  await expect.poll(asked).toMatchObject({ tables: [{ table: 'dictionary' }], columns: expect.anything() as unknown })
  const { columns } = asked() as { columns: (string | { field: string })[] }
  const fields = columns.map((column) => (typeof column === 'string' ? column : column.field))
  expect(fields).toEqual(['dictionary_id', 'application', 'params', 'ru', 'ar'])
})

it.each([
  ['DICT-08: without any text says so', { en: ' ', ru: '', ar: '' }, {}, 'No text to translate', ['', '']],
  [
    'DICT-06 DICT-07 DICT-10: with an empty answer for one language names it, and fills the other',
    { en: 'Soup', ru: '', ar: '' },
    { ru: refusal('translation_empty', { error: 'Translation error for language %1', params: ['ru'] }) },
    'Translation error for language ru',
    ['', 'Soup in ar'],
  ],
  [
    'DICT-11: with a failed request says why, and stops',
    { en: 'Soup', ru: '', ar: '' },
    { ru: refusal('translation_failed', { error: 'Language API translation error %1', params: [429] }) },
    'Language API translation error 429',
    ['', ''],
  ],
])('%s', async (_title, texts, failures: Record<string, object>, message, [ru, ar]) => {
  const user = platform({ dictionary_edit: 'en,ru,ar' })
  const server = await openConsole('/Administrator/Dictionary?id=1', { user, rows: { dictionary: [texts] } })
  server.on('Translation.translate', ({ to, text }) => {
    const translated = { data: { status: 'OK', text: `${String(text)} in ${String(to)}` } }
    return failures[String(to)] ?? translated
  })
  await editor.getByRole('button', { name: 'Translate' }).click()
  await expect.element(notices).toHaveTextContent(message)
  await expect.element(editor.getByRole('button', { name: 'Translate' })).toBeEnabled()
  await expect.element(textsOf('ru')).toHaveValue(ru)
  await expect.element(textsOf('ar')).toHaveValue(ar)
})
