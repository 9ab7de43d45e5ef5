import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiError } from '@tiffin/sdk/contract'
import { platform } from '#rules/sample'
import { createImportDialog, type ImportDialog, type PickedFile } from './import-dialog.ts'
import { createSheetProcessor, type SheetProcessor } from './sheet-processor.ts'

type Row = Record<string, unknown>

const dictionary = (): Row[] => [
  { dictionary_id: 1, en: 'Save', de: 'Sichern', revision: 4 },
  { dictionary_id: 2, en: '%1 of %2', de: null, revision: 1 },
  { dictionary_id: 3, en: 'Back', de: '', revision: 1 },
  { dictionary_id: 4, en: 'Yes, delete', de: 'Ja', revision: 1 },
]

const csv = (...lines: string[]): PickedFile => fileOf(new TextEncoder().encode(lines.join('\n')), 'texts.csv')
function fileOf(content: Uint8Array, name: string): PickedFile {
  return { name, size: content.length, bytes: async () => new Uint8Array(content) }
}
const fixture = (name: string): PickedFile =>
  fileOf(readFileSync(path.join(import.meta.dirname, '../import/fixtures', name)), name)

interface Saved {
  id: number
  values: Row
}

/** A dialog on a dictionary in memory. */
function open({ languages = 'de', rows = dictionary() }: { languages?: string; rows?: Row[] } = {}) {
  const saves: Saved[][] = []
  const processors = { open: 0, closed: 0 }
  const hooks: { read?: () => void | Promise<void>; save?: () => void | Promise<void>; answer?: () => void } = {}
  let staged: (Saved & { row: number })[] = []
  let change = 0
  const isStale = ({ id, values }: Saved): boolean =>
    rows.find((row) => row['dictionary_id'] === id)?.['revision'] !== values['revision']
  const client = {
    Reference: {
      async getData({
        tables: [query],
      }: {
        tables: { include: string[]; search: { prm: number }[]; limit: [number, number] }[]
      }) {
        await hooks.read?.()
        const after = query?.search[0]?.prm ?? 0
        const found = rows.filter((row) => Number(row['dictionary_id']) > after)
        return { data: { dictionary: { data: found.slice(0, query?.limit[1]), count: found.length } } }
      },
    },
    Import: {
      async begin() {
        staged = []
        change = 0
        return { data: { import_id: 'plan' } }
      },
      async rows({ rows: some }: { rows: typeof staged }) {
        await hooks.save?.()
        staged.push(...some)
        return { data: { received: staged.length } }
      },
      async status() {
        const refused = staged.filter(isStale).map(({ row }) => ({ row, refusal: { code: 'conflict', message: '' } }))
        const deleted = staged.filter((row) => row.values['de'] === '' && !isStale(row)).length
        const changed = staged.length - refused.length - deleted
        return { data: { totals: { changed, deleted, refused: refused.length }, rows: refused } }
      },
      async commit() {
        if (change === 0) saves.push(staged.map(({ id, values: { de } }) => ({ id, values: { de } })))
        change = 70 + saves.length
        hooks.answer?.()
        return { data: { change } }
      },
    },
  }
  const dialog = createImportDialog({
    client: client as never,
    actor: { ...platform, dictionary_edit: languages.split(',') },
    company: 0,
    openProcessor(): SheetProcessor {
      processors.open += 1
      const processor = createSheetProcessor()
      return { ...processor, close: () => void (processors.closed += 1) }
    },
    log: () => {},
  })
  return { dialog, saves, hooks, rows, processors, get: dialog.store.getState }
}

/** Opens a file and chooses all of it. */
async function checked(dialog: ImportDialog, ...lines: string[]): Promise<void> {
  await dialog.chooseFile(csv('ID,German', ...lines))
  await dialog.next()
}
const problem = ({ store }: ImportDialog) => store.getState().problem

describe('the dialog that loads dictionary texts', () => {
  it.each(['texts.xls', 'texts.xlsx', 'texts.ods', 'utf-16.csv'])(
    'DICT-14: Next checks the selection of %s, and Upload writes its rows as the chosen language, in one change',
    async (name) => {
      const { dialog, saves, get } = open({ languages: 'ru,de' })
      await dialog.chooseFile(fixture(name))
      await dialog.chooseLanguage('de')
      expect(get()).toMatchObject({ file: name, idColumn: 0, languageColumn: 2, from: 2, to: 5 })
      await dialog.upload()
      expect(saves).toEqual([])
      await dialog.next()
      expect(get().step).toBe('check')
      expect(get().plan).toMatchObject({ matchedBy: 'id', totals: { created: 1, changed: 2, empty: 1, unknown: 0, refused: 0 } })
      expect(saves).toEqual([])
      await dialog.upload()
      expect(saves).toEqual([
        [
          { id: 1, values: { de: 'Speichern' } },
          { id: 2, values: { de: '%1 von %2' } },
          { id: 4, values: { de: 'Größe „ß“' } },
        ],
      ])
      expect(get()).toMatchObject({ step: 'done', saved: { change: 71, count: 3, record: 1 } })
    },
  )

  it('DICT-14: skips unknown IDs and counts changed, unknown and empty rows (AMB-181)', async () => {
    const { dialog, saves, get } = open()
    await checked(dialog, '1,Speichern', '999,Neu', '3,', '4,Ja')
    expect(get().plan?.totals).toMatchObject({ changed: 1, unknown: 1, empty: 1, unchanged: 1, refused: 0 })
    await dialog.upload()
    expect(saves.flat().map(({ id }) => id)).toEqual([1])
  })

  it('DICT-15: goes from start to check and back, with nothing lost', async () => {
    const { dialog, get } = open()
    await dialog.chooseFile(csv('ID,x,German', '1,,Speichern', '2,,%1 von %2', '3,,Zurück'))
    expect(get().step).toBe('start')
    dialog.chooseRow(3)
    dialog.chooseRow(2)
    dialog.setClearEmpty(true)
    const chosen = { file: 'texts.csv', lang: 'de', idColumn: 0, languageColumn: 2, from: 2, to: 3, clearEmpty: true }
    await dialog.next()
    expect(get()).toMatchObject({ step: 'check', ...chosen })
    dialog.back()
    expect(get()).toMatchObject({ step: 'start', ...chosen })
    expect(get().sheet?.rows).toHaveLength(4)
    dialog.setRows(2, 2)
    await dialog.next()
    expect(get().plan?.rows.map(({ row }) => row)).toEqual([2])
  })

  it("DICT-14, DICT-16: offers the person's editable languages without English, and checks no other", async () => {
    const { dialog, get } = open({ languages: 'en,ru,de' })
    expect([dialog.languages, get().lang]).toEqual([['ru', 'de'], ''])
    await checked(dialog, '1,Speichern')
    dialog.chooseColumn(1)
    for (const lang of ['', 'en', 'fr']) {
      // oxlint-disable-next-line no-await-in-loop -- one dialog
      await dialog.chooseLanguage(lang)
      // oxlint-disable-next-line no-await-in-loop -- one dialog
      await dialog.next()
      expect([get().step, problem(dialog)]).toEqual(['start', { text: 'Choose a language' }])
    }
    expect(open({ languages: 'fr' }).get().lang).toBe('fr')
  })

  it.each([
    [0, []],
    [49, Array.from({ length: 49 }, (_, index) => index + 1)],
    [50, [...Array.from({ length: 24 }, (_, index) => index + 1), ...Array.from({ length: 24 }, (_, index) => index + 27)]],
    [900, [...Array.from({ length: 24 }, (_, index) => index + 1), ...Array.from({ length: 24 }, (_, index) => index + 877)]],
  ])('DICT-17: of %i rows, previews all below 50, else the first 24 and the last 24', async (count, numbers) => {
    const { dialog, get } = open()
    await dialog.chooseFile(csv(...Array.from({ length: count }, (_, index) => `${index},x`)))
    expect(get().sheet?.rows.map(({ row }) => row) ?? []).toEqual(numbers)
    if (count > 0) expect(get().sheet?.rows.at(-1)?.cells).toEqual([String(count - 1), 'x'])
  })

  it('chooses one column and then the other, and rows in either order', async () => {
    const { dialog, get } = open()
    await dialog.chooseFile(csv('a,b,c', '1,2,3', '4,5,6', '7,8,9'))
    expect(get()).toMatchObject({ idColumn: null, languageColumn: null, from: 2, to: 4 })
    dialog.chooseColumn(2)
    dialog.chooseColumn(0)
    expect(get()).toMatchObject({ idColumn: 2, languageColumn: 0 })
    dialog.chooseColumn(0)
    expect(get()).toMatchObject({ idColumn: 0, languageColumn: null, picking: 'languageColumn' })
    dialog.pick('idColumn')
    dialog.chooseColumn(1)
    expect(get()).toMatchObject({ idColumn: 1, languageColumn: null })
    dialog.setColumn('languageColumn', 2)
    dialog.chooseRow(4)
    expect(get()).toMatchObject({ from: 4, to: null })
    await dialog.next()
    expect(problem(dialog)).toEqual({ text: 'Choose the last row' })
    dialog.chooseRow(3)
    expect(get()).toMatchObject({ from: 3, to: 4, problem: null })
  })

  it.each<[string, (dialog: ImportDialog) => void, object]>([
    ['no ID column', (dialog) => dialog.setColumn('idColumn', null), { text: 'Choose the ID column' }],
    ['no text column', (dialog) => dialog.setColumn('languageColumn', null), { text: 'Choose the text column' }],
    ['rows outside', (dialog) => dialog.setRows(1, 9), { params: ['1–9', 2] }],
    ['rows from 0', (dialog) => dialog.setRows(0, 1), { params: ['0–1', 2] }],
    ['half rows', (dialog) => dialog.setRows(1.5, 2), { params: ['1.5–2', 2] }],
  ])('DICT-14: Next explains an invalid selection: %s', async (_what, choose, expected) => {
    const { dialog, get } = open()
    await dialog.next()
    expect(problem(dialog)).toEqual({ text: 'Choose a file first' })
    await dialog.chooseFile(csv('ID,German', '1,x'))
    choose(dialog)
    await dialog.next()
    expect(problem(dialog)).toMatchObject(expected)
    expect(get().step).toBe('start')
  })

  it('never uploads refused rows: it stops until they are left out (AMB-226)', async () => {
    const { dialog, saves, get } = open()
    await checked(dialog, '1,Speichern', '2,%1')
    expect(get().plan?.rows[1]).toMatchObject({ row: 3, column: 'B', refusal: { code: 'placeholders', params: ['%1 %2'] } })
    await dialog.upload()
    expect([get().step, saves]).toEqual(['check', []])
    dialog.setSkipRejected(true)
    await dialog.upload()
    expect(saves.flat().map(({ id }) => id)).toEqual([1])
  })

  it('clears texts that are empty in the file only if asked', async () => {
    const { dialog, saves, get } = open()
    await checked(dialog, '1,')
    expect(get().plan?.totals).toMatchObject({ empty: 1, cleared: 0 })
    await dialog.upload()
    expect(saves).toEqual([])
    dialog.back()
    dialog.setClearEmpty(true)
    await dialog.next()
    await dialog.upload()
    expect(saves).toEqual([[{ id: 1, values: { de: '' } }]])
  })

  it('reads a text file in the code page of the language, and again in another encoding (AMB-229)', async () => {
    const { dialog, get } = open({ languages: 'de,ru' })
    await dialog.chooseFile(fixture('cp1251.csv'))
    expect(get().sheet?.encoding).toBe('windows-1252')
    await dialog.chooseLanguage('ru')
    expect(get().sheet).toMatchObject({ encoding: 'windows-1251', rows: { 1: { cells: ['1', 'Save', 'Сохранить'] } } })
    expect(get()).toMatchObject({ idColumn: 0, languageColumn: 2 })
    await dialog.chooseEncoding('utf-8')
    expect(problem(dialog)).toMatchObject({ params: ['utf-8'] })
    await dialog.next()
    expect(get()).toMatchObject({ step: 'start', problem: { params: ['utf-8'] } })
    await dialog.chooseEncoding('')
    await dialog.next()
    expect(get()).toMatchObject({ step: 'check', problem: null })
  })

  it('opens another sheet of the file, and says if one is empty', async () => {
    const { dialog, get } = open()
    await dialog.chooseFile(fixture('cases.xlsx'))
    expect(get().sheet).toMatchObject({ name: 'Notes', names: ['Notes', 'Texts'], count: 1 })
    await dialog.chooseSheet('Texts')
    expect(get().sheet).toMatchObject({ name: 'Texts', count: 10 })
    await dialog.chooseFile(csv(''))
    expect(problem(dialog)).toMatchObject({ message: expect.stringContaining('The sheet is empty') as string })
    await dialog.chooseFile(csv('\uFEFF'))
    expect(problem(dialog)).toEqual({ text: 'The sheet is empty. Choose another sheet or file.' })
    await dialog.next()
    expect(problem(dialog)).toEqual({ text: 'The sheet is empty. Choose another sheet or file.' })
  })

  it('refuses a large file before it is read, and one that can no longer be read', async () => {
    const { dialog, get } = open()
    const bytes = () => Promise.reject(new Error('gone'))
    await dialog.chooseFile({ name: 'big.xlsx', size: 40_000_000, bytes })
    expect(problem(dialog)).toEqual({ message: 'Too large: %1 MB, the limit is %2 MB', params: [40, 32] })
    await dialog.chooseFile({ name: 'gone.xlsx', size: 4, bytes })
    expect(problem(dialog)).toEqual({ text: "The file can't be read. Choose it again." })
    expect(get()).toMatchObject({ sheet: null, work: null })
  })

  it('shows the plan again if a text has changed since the check, and writes nothing (AMB-227)', async () => {
    const { dialog, saves, rows, get } = open()
    await checked(dialog, '1,Speichern')
    Object.assign(rows[0] ?? {}, { de: 'Merken', revision: 5 })
    await dialog.upload()
    expect(saves).toEqual([])
    expect(get()).toMatchObject({ step: 'check', plan: { rows: [{ before: 'Merken', after: 'Speichern' }] } })
    expect(problem(dialog)).toMatchObject({ text: expect.stringContaining('has changed since the check') as string })
    await dialog.upload()
    expect(saves).toEqual([[{ id: 1, values: { de: 'Speichern' } }]])
  })

  it('uploads although another language of a row has changed since', async () => {
    const { dialog, saves, rows } = open()
    await checked(dialog, '1,Speichern')
    Object.assign(rows[0] ?? {}, { revision: 5 })
    await dialog.upload()
    expect(saves).toEqual([[{ id: 1, values: { de: 'Speichern' } }]])
  })

  it('can upload again after the network failed', async () => {
    const { dialog, saves, hooks, get } = open()
    await checked(dialog, '1,Speichern')
    hooks.save = () => {
      throw apiError('network', {})
    }
    await dialog.upload()
    expect([get().step, problem(dialog)]).toEqual(['check', expect.objectContaining({ message: expect.any(String) as string })])
    delete hooks.save
    await dialog.upload()
    expect(get().step).toBe('done')
    expect(saves).toHaveLength(1)
  })

  it('shows the change that was made although its answer was lost, and makes it once', async () => {
    const { dialog, hooks, saves, rows, get } = open()
    await checked(dialog, '1,Speichern')
    hooks.answer = () => {
      Object.assign(rows[0] as Row, { de: 'Speichern', revision: 5 })
      throw apiError('network')
    }
    await dialog.upload()
    expect(get()).toMatchObject({ step: 'check', saved: null })
    delete hooks.answer
    await dialog.upload()
    expect(get()).toMatchObject({ step: 'done', saved: { change: 71, count: 1 }, problem: null })
    expect(saves).toHaveLength(1)
  })

  it('DICT-14: uploads 50,000 rows as one change, in parts', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({
      dictionary_id: index + 1,
      en: `Text ${index}`,
      de: '',
      revision: 1,
    }))
    const { dialog, saves, hooks, get } = open({ rows })
    const seen: unknown[] = []
    hooks.save = () => void seen.push(get().work)
    await checked(dialog, ...rows.map((_, index) => `${index + 1},Satz ${index}`))
    await dialog.upload()
    expect(get()).toMatchObject({ step: 'done', saved: { count: 50_000 } })
    expect(saves.map((save) => save.length)).toEqual([50_000])
    expect(seen).toHaveLength(10)
    expect(seen.at(-1)).toEqual({ doing: 'sending', done: 45_000, total: 50_000 })
  })

  it('stops an upload before the change is made', async () => {
    const { dialog, saves, hooks, get } = open()
    await checked(dialog, '1,Speichern')
    const never = Promise.withResolvers<void>()
    hooks.save = () => never.promise
    const uploading = dialog.upload()
    await expect.poll(() => get().work?.doing).toBe('sending')
    dialog.cancel()
    expect(get()).toMatchObject({ step: 'check', work: null, problem: null })
    never.reject(apiError('cancelled'))
    await uploading
    expect([get().step, saves]).toEqual(['check', []])
    delete hooks.save
    await dialog.upload()
    expect(get().step).toBe('done')
  })

  it('cancels a check and keeps the selection; a new check opens the file again', async () => {
    const { dialog, hooks, processors, get } = open()
    await dialog.chooseFile(csv('ID,German', '1,Speichern'))
    const never = Promise.withResolvers<void>()
    hooks.read = () => never.promise
    const checking = dialog.next()
    await expect.poll(() => get().work?.doing).toBe('checking')
    dialog.cancel()
    expect(get()).toMatchObject({ step: 'start', work: null, idColumn: 0, languageColumn: 1, problem: null })
    never.resolve()
    await checking
    expect(get().step).toBe('start')
    delete hooks.read
    await dialog.next()
    expect(get().step).toBe('check')
    expect(processors).toEqual({ open: 2, closed: 1 })
    dialog.close()
    expect(processors).toEqual({ open: 2, closed: 2 })
  })
})
