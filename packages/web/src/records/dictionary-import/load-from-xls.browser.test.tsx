import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeServer } from '../../test/fake-server.ts'
import { notices, openConsole } from '../../test/open-console.tsx'
import { platform } from '../../test/people.ts'

const dialog = page.getByTestId('load-from-xls')
const preview = page.getByTestId('sheet-preview')
const checkedRows = page.getByTestId('import-rows').css('tbody tr')
const totals = page.getByTestId('import-totals')
const result = page.getByTestId('import-result')
const language = dialog.getByLabelText('Text language')
const alert = dialog.getByRole('alert')
const header = (letter: string) => preview.css('thead').getByRole('button', { name: `Column ${letter}` })
const rowNumber = (row: number) => preview.getByRole('button', { name: `Row ${row}`, exact: true })
const button = (name: string) => dialog.getByRole('button', { name })
const pressedRows = () =>
  preview
    .css('tbody th button[aria-pressed=true]')
    .elements()
    .map(({ textContent }) => textContent)

/** Made by LibreOffice; the path is relative to the package. */
const fixture = (name: string): string => `../core/src/import/fixtures/${name}`
const csv = (...lines: string[]): File => new File([lines.join('\n')], 'texts.csv')
const numbered = (count: number): File =>
  csv('ID,German', ...Array.from({ length: count - 1 }, (_, index) => `${index + 1},Satz`))

async function pick(file: File | string): Promise<void> {
  await dialog.css('input[type=file]').upload(file)
  // The first worker of a run starts slowly, because its modules are not bundled.
  await expect.element(dialog.css('button[type=submit]'), { timeout: 45_000 }).toBeEnabled()
}

/** Opens the dialog of a user who edits these languages. */
async function openDialog({
  languages = 'en,ru,de',
  lang = 'en',
}: { languages?: string; lang?: 'en' | 'ru' | 'ar' } = {}): Promise<FakeServer> {
  const texts = ['Save', '%1 of %2', 'Back', 'Yes, delete']
  const server = await openConsole('/Administrator/Dictionary', {
    user: platform({ dictionary_edit: languages }),
    rows: { dictionary: texts.map((en) => ({ application: 'admin', en, ru: '', de: en === 'Save' ? 'Sichern' : '' })) },
    lang,
  })
  await expect.element(page.getByTestId('record-list')).toBeVisible()
  await page.getByRole('button', { name: lang === 'ar' ? 'تحميل من xls' : 'Load from xls' }).click()
  await expect.element(dialog).toBeVisible()
  return server
}

it('DICT-02 DICT-12: a file, the language, the ID column and the language column are picked', async () => {
  await openDialog()
  await language.selectOptions('de')
  await pick(csv('Key,Notes,Text', '1,x,Speichern', '3,x,Zurück'))
  await button('Next').click()
  await expect.element(alert).toHaveTextContent('Choose the ID column')
  await header('A').click()
  await header('C').click()
  await expect.element(header('A')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(header('C')).toHaveAttribute('aria-label', 'Column C, DE')
  await button('Next').click()
  await expect
    .poll(() => checkedRows.elements().map((row) => row.textContent))
    .toEqual(['21SaveSichernSpeichernChanged', '33BackZurückNew'])
})

it('DICT-12: the ID column and the language column are picked from their lists, too', async () => {
  await openDialog({ languages: 'de' })
  await pick(csv('Key,Notes,Text', '1,x,Speichern'))
  await dialog.getByLabelText('ID column').selectOptions('A: Key')
  await dialog.getByLabelText('Text column').selectOptions('C: Text')
  await expect.element(header('A')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(header('C')).toHaveAttribute('aria-pressed', 'true')
  await button('Next').click()
  await expect.poll(() => checkedRows.elements().map((row) => row.textContent)).toEqual(['21SaveSichernSpeichernChanged'])
})

it('a dropped file is taken, wherever it is dropped', async () => {
  await openDialog()
  const data = new DataTransfer()
  data.items.add(csv('ID,German', '1,Speichern'))
  const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
  document.body.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(true)
  await expect.element(preview).toMatchTextContent('Speichern')
})

it('DICT-13: the row range is chosen by clicking the first and the last row number', async () => {
  await openDialog({ languages: 'de' })
  await pick(numbered(9))
  await expect.element(rowNumber(9)).toBeVisible()
  expect(pressedRows()).toEqual(['2', '9'])
  await rowNumber(3).click()
  await expect.poll(pressedRows).toEqual(['3'])
  await button('Next').click()
  await expect.element(alert).toHaveTextContent('Choose the last row')
  await rowNumber(5).click()
  await expect.poll(pressedRows).toEqual(['3', '5'])
  await expect.element(dialog.getByLabelText('First row')).toHaveValue(3)
  await expect.element(dialog.getByLabelText('Last row')).toHaveValue(5)
  // The last one may also be clicked first.
  await rowNumber(5).click()
  await expect.poll(pressedRows).toEqual(['5'])
  await rowNumber(3).click()
  await expect.poll(pressedRows).toEqual(['3', '5'])
  await button('Next').click()
  await expect.poll(() => checkedRows.elements().map((row) => row.querySelector('td')?.textContent)).toEqual(['3', '4', '5'])
})

it.each(['texts.xls', 'texts.xlsx'])(
  'DICT-14: Next checks the selection of %s, and Upload saves its rows as the chosen language',
  async (name) => {
    const server = await openDialog()
    await pick(fixture(name))
    await language.selectOptions('ru')
    await button('Next').click()
    await expect.element(totals).toMatchTextContent('All 4New 3Empty 1')
    await expect.element(checkedRows.first()).toMatchTextContent('Сохранить')
    expect(server.imported()).toEqual([])
    await button('Upload').click()
    await expect.element(result).toMatchTextContent('Uploaded texts: 3')
    expect(server.imported()).toEqual([
      { ru: 'Сохранить', revision: 1 },
      { ru: '%1 из %2', revision: 1 },
      { ru: 'Удалить «навсегда»', revision: 1 },
    ])
    await button('Close').click()
    await expect.element(page.getByTestId('row-4')).toMatchTextContent('Удалить «навсегда»')
  },
)

it('DICT-15: the dialog has the steps start and check, and going back loses nothing', async () => {
  await openDialog()
  await language.selectOptions('de')
  await pick(csv('ID,German', '1,Speichern', '2,%1 von %2', '3,'))
  await rowNumber(2).click()
  await rowNumber(3).click()
  await dialog.getByLabelText('Clear texts that are empty in the file').click()
  await button('Next').click()
  await expect.element(dialog.getByRole('heading')).toMatchTextContent('Check: texts.csv, German (de)')
  // The pressed button is gone; keys must still reach the dialog.
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await button('Back').click()
  await expect.element(dialog.getByRole('heading')).toMatchTextContent('Load from xls')
  await expect.element(language).toHaveValue('de')
  await expect.element(header('B')).toHaveAttribute('aria-pressed', 'true')
  expect(pressedRows()).toEqual(['2', '3'])
  await expect.element(dialog.getByLabelText('Clear texts that are empty in the file')).toBeChecked()
})

it("DICT-16: the languages to choose from are the person's editable ones without English", async () => {
  await openDialog({ languages: 'en,ru,de' })
  const offered = () =>
    language
      .css('option')
      .elements()
      .map((option) => (option as HTMLOptionElement).value)
  expect(offered()).toEqual(['', 'ru', 'de'])
  await openDialog({ languages: 'en,ar' })
  expect(offered()).toEqual(['ar'])
  await openDialog({ languages: 'en' })
  await expect.element(dialog).toMatchTextContent('First choose the languages you translate')
  expect(button('Next').elements()).toEqual([])
})

it.each([
  [49, Array.from({ length: 49 }, (_, index) => index + 1), false],
  [50, [...Array.from({ length: 24 }, (_, index) => index + 1), ...Array.from({ length: 24 }, (_, index) => index + 27)], true],
])('DICT-17: of %i rows, the preview shows all below 50, else the first 24 and the last 24', async (count, numbers, isCut) => {
  await openDialog()
  await pick(numbered(count))
  await expect.element(preview).toBeVisible()
  expect(
    preview
      .css('tbody th')
      .elements()
      .map((cell) => Number(cell.textContent)),
  ).toEqual(numbers)
  expect(preview.element().textContent.includes('Rows not shown: 2')).toBe(isCut)
})

it('refused rows name their cell and reason, can be filtered, and are left out only on purpose', async () => {
  const server = await openDialog({ languages: 'de' })
  await pick(csv('ID,German', '1,Speichern', '2,%1', '99,x'))
  await button('Next').click()
  await totals.getByRole('button', { name: 'Row rejected 1' }).click()
  await expect.poll(() => checkedRows.elements()).toHaveLength(1)
  await expect
    .element(checkedRows.first())
    .toMatchTextContent('B3: The placeholders differ from the English text, which has: %1 %2')
  await totals.getByRole('button', { name: 'Not in the dictionary 1' }).click()
  await expect.element(checkedRows.first()).toMatchTextContent('499xNot in the dictionary')
  await expect.element(button('Upload')).toBeDisabled()
  await dialog.getByLabelText('Leave out rejected rows: 1').click()
  await button('Upload').click()
  await expect.element(result).toMatchTextContent('Uploaded texts: 1')
  expect(server.imported()).toEqual([{ de: 'Speichern', revision: 1 }])
})

it('the upload can be undone', async () => {
  const server = await openDialog({ languages: 'de' })
  const event = { company: 0, currency: '', date: '2026-11-20T12:00:00.000Z', admin: null, app: 'web', before: {}, after: null }
  const events = [{ change: 1, ...event, action: 'Update', records: { dictionary: 1 } }]
  server.on('Audit.timeline', () => ({ data: { status: 'OK', events, more: false } }))
  server.on('Audit.undo', () => ({ data: { status: 'OK', change: 2, records: 1 }, feed: 2 }))
  await pick(csv('ID,German', '1,Speichern'))
  await button('Next').click()
  await button('Upload').click()
  await button('Undo').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(notices).toMatchTextContent('Change undone')
  expect(server.seen.find(({ call }) => call === 'Audit.undo')?.data).toMatchObject({ change: 1 })
})

it('the encoding of a text file is shown and can be corrected; a sheet of a workbook can be chosen', async () => {
  await openDialog({ languages: 'de,ru' })
  await pick(fixture('cp1251.csv'))
  const encoding = dialog.getByLabelText('Encoding')
  await expect.element(encoding).toMatchTextContent('Detected: windows-1252')
  await encoding.selectOptions('utf-8')
  await expect.element(alert).toHaveTextContent("The file isn't text in the encoding utf-8. Choose another encoding.")
  await encoding.selectOptions('windows-1251')
  await expect.element(preview).toMatchTextContent('Сохранить')
  expect(alert.elements()).toEqual([])
  await pick(fixture('cases.ods'))
  await expect.element(preview).toMatchTextContent('Nothing here')
  await dialog.getByLabelText(/^Sheet/).selectOptions('Texts')
  await expect.element(rowNumber(10)).toBeVisible()
  expect(encoding.elements()).toEqual([])
})

const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index % 13) * 31) % 256)
it.each<[string, BlobPart, string]>([
  ['a PDF file', '%PDF-1.7 x', 'This is not a spreadsheet.'],
  ['an empty file', '', 'The sheet is empty. Choose another sheet or file.'],
  ['random bytes', noise, 'This is not a spreadsheet.'],
  ['10,000 columns', ','.repeat(9999), 'The sheet has content in column NTP, the limit is 1000 columns.'],
  ['a cut workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'The file is damaged.'],
])('refuses %s with a sentence, and takes another file', async (_what, content, sentence) => {
  await openDialog()
  await pick(new File([content], 'hostile.xls'))
  await expect.element(alert).toMatchTextContent(sentence)
  await pick(fixture('texts.xls'))
  await expect.element(preview).toBeVisible()
  expect(alert.elements()).toEqual([])
})

it('a check shows its progress, and can be cancelled without losing the selection', async () => {
  const server = await openDialog({ languages: 'de' })
  await pick(csv('ID,German', '1,Speichern'))
  await expect.element(preview).toBeVisible()
  const answer = Promise.withResolvers<number>()
  const release = server.on('Reference.getData', () => answer.promise)
  await button('Next').click()
  await expect.element(dialog.getByRole('progressbar')).toBeVisible()
  await button('Cancel').click()
  await expect.element(button('Close')).toBeVisible()
  release()
  answer.resolve(503)
  expect(pressedRows()).toEqual(['2'])
  await button('Next').click()
  await expect.element(checkedRows.first()).toMatchTextContent('Speichern')
})

it.each(['en', 'ar'] as const)('in %s, columns and rows are chosen with the keyboard alone', async (lang) => {
  await openDialog({ languages: 'de', lang })
  await pick(csv('Key,Notes,Text', '1,x,Speichern', '2,x,y', '3,x,Zurück'))
  await expect.element(preview).toBeVisible()
  const towardsEnd = lang === 'ar' ? '{ArrowLeft}' : '{ArrowRight}'
  const labels = () =>
    preview
      .css('thead button[aria-pressed=true]')
      .elements()
      .map(({ textContent }) => textContent.slice(0, 1))
  ;(preview.css('thead button').first().element() as HTMLElement).focus()
  await userEvent.keyboard(`{Enter}${towardsEnd}${towardsEnd}{Enter}`)
  await expect.poll(labels).toEqual(['A', 'C'])
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{Enter}{End}{ArrowUp}{Enter}')
  await expect.poll(pressedRows).toEqual(['2', '3'])
})
