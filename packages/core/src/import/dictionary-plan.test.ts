import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula } from '#rules/index'
import { type DictionaryRow, isSamePlan, planDictionary, plannedRows } from './dictionary-plan.ts'
import { type Cell, readSheet, type Sheet } from './read-sheet.ts'
import { selectColumns } from './select-columns.ts'
import { writeSheet } from './write-sheet.ts'

const dictionary: DictionaryRow[] = [
  { dictionary_id: 1, en: 'Save', text: 'Speichern', revision: 4 },
  { dictionary_id: 2, en: '%1 of %2', text: '', revision: 1 },
  { dictionary_id: 3, en: 'Back', text: '', revision: 1 },
  { dictionary_id: 4, en: 'Back', text: 'Zurück', revision: 2 },
  { dictionary_id: 24, en: '24', text: '', revision: 1 },
]

const sheetOf = (...rows: (string | Cell)[][]): Sheet => ({
  format: 'xlsx',
  name: 'Texts',
  names: ['Texts'],
  rows: rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell))),
  columns: Math.max(...rows.map((row) => row.length)),
})

const plan = (rows: (string | Cell)[][], clearEmpty = false) => {
  const sheet = sheetOf(['ID', 'German'], ...rows)
  return planDictionary(sheet, selectColumns(sheet, { idColumn: 'A', languageColumn: 'B' }), dictionary, { clearEmpty })
}
/** The rows in short: number, kind, and the error if there is one. */
const told = (...args: Parameters<typeof plan>) =>
  plan(...args).rows.map(({ row, kind, column, refusal }) =>
    [row, kind, ...(refusal ? [column, refusal.code, ...refusal.params] : [])].join(' '),
  )

it('names only some of the rows that repeat an ID, so that many of them take no memory', () => {
  const rows = plan(Array.from({ length: 3000 }, (_, at) => ['1', `Text ${at}`])).rows
  expect(new Set(rows.map(({ refusal }) => refusal?.params[0]))).toEqual(
    new Set([Array.from({ length: 20 }, (_, at) => at + 2).join(', ')]),
  )
})

it('refuses rows of csv with more cells than the header: a comma may have cut their text', async () => {
  const text = 'ID,English,German\n1,Save,Sichern, sofort\n1,Save, now,Sichern\n3,Back,Zurück,\n'
  const sheet = await readSheet(new TextEncoder().encode(text), { lang: 'de' })
  const { rows } = planDictionary(sheet, selectColumns(sheet, { idColumn: 'A', languageColumn: 'C' }), dictionary)
  expect(rows.map(({ row, kind, column, refusal }) => [row, kind, column, refusal?.code])).toEqual([
    [2, 'refused', 'D', 'extra_cell'],
    [3, 'refused', 'D', 'extra_cell'],
    [4, 'created', undefined, undefined],
  ])
})

describe('the plan of a dictionary import', () => {
  it.each<[string, (string | Cell)[][], string[]]>([
    ['a text that the language lacks', [['3', 'Zurück']], ['2 created']],
    ['another text', [['1', 'Sichern']], ['2 changed']],
    ['the same text', [['1', 'Speichern']], ['2 unchanged']],
    ['an ID that its cell shows in another way', [[{ text: '1.00', number: '1' }, 'Sichern']], ['2 changed']],
    [
      'an empty cell',
      [
        ['1', ''],
        ['3', ' '],
      ],
      ['2 empty', '3 empty'],
    ],
    ['an unknown ID', [['999', 'Neu']], ['2 unknown']],
    [
      'nothing in both cells',
      [
        ['', ''],
        ['1', 'Sichern'],
      ],
      ['3 changed'],
    ],
    [
      'a text without an ID',
      [
        ['', 'Neu'],
        ['1', 'Sichern'],
      ],
      ['2 refused A id_missing', '3 changed'],
    ],
    [
      'an ID that is none',
      [
        ['x1', 'Neu'],
        ['1', 'Speichern'],
        ['3', 'Z'],
      ],
      ['2 refused A not_an_id x1', '3 unchanged', '4 created'],
    ],
    ['placeholders as in English', [['2', '%2 enthält %1, also %1']], ['2 created']],
    ['a missing placeholder', [['2', '%1 von']], ['2 refused B placeholders %1 %2']],
    ['an invented placeholder', [['1', 'Speichern %1']], ['2 refused B placeholders –']],
    ['a text that is too long', [['1', 'x'.repeat(20_001)]], ['2 refused B too_long 20001 20000']],
    ['broken characters', [['1', '\ud800']], ['2 refused B invalid_characters']],
    ['an escaped formula', [['1', "'=Speichern"]], ['2 changed']],
    ['a formula', [['1', { text: 'x', doubt: 'formula' }]], ['2 refused B formula']],
    ['a merged ID', [[{ text: '1', doubt: 'merged' }, 'x']], ['2 refused A merged']],
    [
      'an ID twice with different texts',
      [
        ['1', 'a'],
        ['3', 'b'],
        ['1', 'c'],
      ],
      ['2 refused A repeated 2, 4', '3 created', '4 refused A repeated 2, 4'],
    ],
    [
      'an ID twice with the same text',
      [
        ['1', 'a'],
        ['1', 'a'],
      ],
      ['2 changed', '3 unchanged'],
    ],
    [
      'an ID twice, once as it is',
      [
        ['1', 'Speichern'],
        ['1', 'a'],
      ],
      ['2 refused A repeated 2, 3', '3 refused A repeated 2, 3'],
    ],
  ])('tells %s', (_name, rows, expected) => {
    expect(told(rows)).toEqual(expected)
  })

  it('matches by English text, which must be unique (AMB-226)', () => {
    const rows = [
      ['Save', 'Sichern'],
      ['%1 of %2', '%1 von %2'],
      ['Back', 'Retour'],
      ['Nope', 'x'],
      ['24', 'Vierundzwanzig'],
    ]
    expect(plan(rows).matchedBy).toBe('english')
    expect(told(rows)).toEqual(['2 changed', '3 created', '4 refused A ambiguous_english 3, 4', '5 unknown', '6 created'])
  })

  it('deletes texts for empty cells only with clearEmpty', () => {
    const rows = [
      ['1', ''],
      ['3', ''],
    ]
    expect(told(rows, true)).toEqual(['2 cleared', '3 empty'])
    expect(plannedRows(plan(rows, true), 'de')).toEqual([{ row: 2, id: 1, values: { de: '', revision: 4 } }])
  })

  it('counts the rows by kind', () => {
    const { totals } = plan([
      ['1', 'Sichern'],
      ['3', 'Zurück'],
      ['999', 'x'],
      ['4', ''],
      ['2', 'x'],
    ])
    expect(totals).toEqual({ created: 1, changed: 1, cleared: 0, unchanged: 0, empty: 1, unknown: 1, refused: 1 })
  })

  it('saves only the changes it shows, with the revisions it has read', () => {
    expect(
      plannedRows(
        plan([
          ['1', 'Sichern'],
          ['4', 'Zurück'],
          ['2', 'x'],
        ]),
        'de',
      ),
    ).toEqual([{ row: 2, id: 1, values: { de: 'Sichern', revision: 4 } }])
  })

  it('is the same plan while its own texts are the same (AMB-227)', () => {
    const sheet = sheetOf(['ID', 'de'], ['1', 'Sichern'])
    const at = (changes: Partial<DictionaryRow>) =>
      planDictionary(
        sheet,
        { idColumn: 0, languageColumn: 1, from: 2, to: 2 },
        dictionary.map((row) => ({ ...row, ...(row.dictionary_id === 1 ? changes : {}) })),
      )
    expect(isSamePlan(at({}), at({ revision: 5 }))).toBe(true)
    expect(isSamePlan(at({}), at({ text: 'Merken' }))).toBe(false)
    expect(isSamePlan(at({}), at({ en: 'Save %1' }))).toBe(false)
  })

  it('has no changes for an exported dictionary, whatever its texts', async () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ab "\',;\t\n\r=+-@%12сß漢😀'), '\r\n'), maxLength: 12 })
    const rows = fc.uniqueArray(
      fc.record({ dictionary_id: fc.integer({ min: 1, max: 1e6 }), en: text, text, revision: fc.nat() }),
      {
        selector: (row) => row.dictionary_id,
        minLength: 1,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('csv' as const, 'xlsx' as const), async (current, format) => {
        const cells = current.map((row) => [String(row.dictionary_id), row.en, row.text].map(escapeFormula))
        const sheet = await readSheet(await writeSheet([['dictionary_id', 'en', 'de'], ...cells], format), { lang: 'de' })
        const selection = selectColumns(sheet, { idColumn: 'dictionary_id', languageColumn: 'de' })
        const { totals } = planDictionary(sheet, selection, current)
        expect(totals.unchanged + totals.empty).toBe(current.length)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the choice of columns and rows', () => {
  const sheet = sheetOf(['ID', 'en', 'de', 'B'], ['1', 'a', 'b', 'c'], ['2', 'd', 'e', 'f'])

  it('has no rows if there is only a header', () => {
    const only = sheetOf(['ID', 'de'])
    expect(selectColumns(only, { idColumn: 'ID', languageColumn: 'de' })).toMatchObject({ from: 2, to: 1 })
    expect(() => selectColumns(sheetOf(), { idColumn: 'A', languageColumn: 'B' })).toThrow('The sheet is empty')
  })

  it.each<[string, string, string | undefined, object]>([
    ['A', 'c', undefined, { idColumn: 0, languageColumn: 2, from: 2, to: 3 }],
    ['id', 'DE', '2:500', { idColumn: 0, languageColumn: 2, from: 2, to: 3 }],
    ['A', 'C', '1:2', { idColumn: 0, languageColumn: 2, from: 1, to: 2 }],
    ['A', 'e', '4:', { code: 'no_such_rows', params: ['4:', 3] }],
    ['A', 'C', '3', { idColumn: 0, languageColumn: 2, from: 3, to: 3 }],
    ['A', 'C', '3:2', { code: 'no_such_rows', params: ['3:2', 3] }],
    ['A', 'C', 'all', { code: 'no_such_rows', params: ['all', 3] }],
    ['A', 'French', undefined, { code: 'no_such_column', params: ['French'] }],
    ['A', 'E', undefined, { code: 'no_such_column', params: ['E'] }],
    ['A', 'B', undefined, { code: 'ambiguous_column', params: ['B'] }],
  ])('%s and %s in rows %s', (idColumn, languageColumn, rows, expected) => {
    const choose = (): unknown => {
      try {
        return selectColumns(sheet, { idColumn, languageColumn, rows })
      } catch (error) {
        return error
      }
    }
    expect(choose()).toMatchObject(expected)
  })
})
