import type { ImportRow } from '@tiffin/sdk/contract'
import { MAX_DICTIONARY_TEXT } from '@tiffin/sdk/limits'
import type { TextKey } from '#i18n/text-key'
import { unescapeFormula } from '#rules/text'
import { type Cell, type CellIssue, columnName, extraCell, headerLength, type Sheet } from './read-sheet.ts'
import type { Selection } from './select-columns.ts'

/** A row of the dictionary with its text in the language of the import. */
export interface DictionaryRow {
  dictionary_id: number
  en: string
  text: string
  revision: number
}

/** Why a row is refused. */
export const rowErrors = {
  not_an_id: 'Not an ID: %1',
  id_missing: 'The ID is missing',
  ambiguous_english: 'Several dictionary rows have this English text: %1',
  repeated: 'Several rows set this text differently: %1',
  placeholders: 'The placeholders differ from the English text, which has: %1',
  too_long: 'Too long: %1 characters, the limit is %2',
  invalid_characters: 'The text has invalid characters',
  extra_cell: 'The row has more cells than the header. Texts that contain the separator need quotation marks.',
  formula: 'The cell has a formula. Paste its value instead.',
  merged: 'The cell is merged. Unmerge it.',
  date: 'The cell is a date. Format it as text.',
  error: 'The cell shows an error',
  flag: 'The cell is TRUE or FALSE. Format it as text.',
  long_number: 'The number may have lost digits. Format it as text.',
} as const satisfies Record<string, TextKey> & Record<CellIssue, TextKey>

export interface RowRefusal {
  code: keyof typeof rowErrors
  params: readonly (string | number)[]
}

/** `created`: the language had no text yet. `unknown`: the dictionary has no such row, so this one is skipped (AMB-181). */
export type PlannedKind = 'created' | 'changed' | 'cleared' | 'unchanged' | 'empty' | 'unknown' | 'refused'
export const plannedKinds = ['created', 'changed', 'cleared', 'unchanged', 'empty', 'unknown', 'refused'] as const

/** One row of the sheet. */
export interface PlannedRow {
  /** Row number in the sheet, from 1. */
  row: number
  kind: PlannedKind
  target: DictionaryRow | null
  /** The ID or English text in the sheet, if no row of the dictionary has it. */
  given?: string
  before: string
  after: string
  /** Letter of the column that is refused, and why. */
  column?: string
  refusal?: RowRefusal
}

export interface DictionaryPlan {
  /** Whether rows are matched by ID or by English text. */
  matchedBy: 'id' | 'english'
  totals: Record<PlannedKind, number>
  rows: readonly PlannedRow[]
}

export const isChange = ({ kind }: PlannedRow): boolean => kind === 'created' || kind === 'changed' || kind === 'cleared'

/**
 * Plans the changes of an import to the dictionary, row by row; nothing is written. Blank cells keep the existing text unless
 * `clearEmpty` is set.
 */
export function planDictionary(
  sheet: Sheet,
  selection: Selection,
  dictionary: readonly DictionaryRow[],
  { clearEmpty = false }: { clearEmpty?: boolean } = {},
): DictionaryPlan {
  const given = givenRows(sheet, selection)
  const matchedBy = isIdColumn(given) ? 'id' : 'english'
  const find = matchedBy === 'id' ? byId(dictionary) : byEnglish(dictionary)
  const columns = { id: columnName(selection.idColumn), text: columnName(selection.languageColumn) }
  const rows = rejectDuplicates(
    given.map((item) => planRow(item, find, columns, clearEmpty)),
    columns.id,
  )
  const totals = Object.fromEntries(plannedKinds.map((kind) => [kind, 0])) as Record<PlannedKind, number>
  for (const { kind } of rows) totals[kind]++
  return { matchedBy, totals, rows }
}

interface GivenRow {
  row: number
  id: Cell
  text: Cell
  /** The column of a cell for which the header has none. */
  extra: number | undefined
}

const blank: Cell = { text: '' }
const isBlank = ({ text, doubt }: Cell): boolean => text.trim() === '' && doubt === undefined

/** The selected rows, without those that are blank in both columns. */
function givenRows(sheet: Sheet, { idColumn, languageColumn, from, to }: Selection): GivenRow[] {
  const given: GivenRow[] = []
  const isExtra = extraCell(headerLength(sheet, from), [idColumn, languageColumn])
  for (let row = from; row <= to; row++) {
    const cells = sheet.rows[row - 1]
    const extra = cells?.findIndex(isExtra) ?? -1
    const item = {
      row,
      id: cells?.[idColumn] ?? blank,
      text: cells?.[languageColumn] ?? blank,
      extra: extra < 0 ? undefined : extra,
    }
    if (!isBlank(item.id) || !isBlank(item.text)) given.push(item)
  }
  return given
}

const readId = ({ text, number = text }: Cell): number | undefined =>
  /^\s*\d{1,15}\s*$/.test(number) ? Number(number) : undefined

/** Decided for the whole column, so that an English text such as "24" is not taken for an ID. */
const isIdColumn = (given: readonly GivenRow[]): boolean => {
  const withId = given.filter(({ id }) => !isBlank(id))
  return withId.filter(({ id }) => readId(id) !== undefined).length * 2 > withId.length
}

/** One row of the dictionary, none, or why it is unclear. */
type Find = (id: Cell) => DictionaryRow | undefined | RowRefusal

function byId(dictionary: readonly DictionaryRow[]): Find {
  const rows = new Map(dictionary.map((row) => [row.dictionary_id, row]))
  return (cell) => {
    const id = readId(cell)
    return id === undefined ? { code: 'not_an_id', params: [cell.text] } : rows.get(id)
  }
}

function byEnglish(dictionary: readonly DictionaryRow[]): Find {
  const rows = Map.groupBy(dictionary, ({ en }) => joinLines(en))
  return (cell) => {
    const found = rows.get(textOf(cell)) ?? []
    return found.length > 1 ? { code: 'ambiguous_english', params: [idsOf(found)] } : found[0]
  }
}

const idsOf = (found: readonly DictionaryRow[]): string =>
  found
    .slice(0, MAX_NAMED)
    .map(({ dictionary_id }) => dictionary_id)
    .join(', ')

const joinLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
const textOf = ({ text, isExact }: Cell): string => joinLines(isExact ? text : unescapeFormula(text))

function planRow(
  { row, id, text, extra }: GivenRow,
  find: Find,
  columns: { id: string; text: string },
  clearEmpty: boolean,
): PlannedRow {
  const planned: PlannedRow = { row, kind: 'refused', target: null, before: '', after: textOf(text) }
  const refused = (column: string, code: RowRefusal['code'], params: RowRefusal['params'] = []): PlannedRow => ({
    ...planned,
    column,
    refusal: { code, params },
  })
  if (extra !== undefined) return refused(columnName(extra), 'extra_cell')
  if (id.doubt) return refused(columns.id, id.doubt)
  if (isBlank(id)) return refused(columns.id, 'id_missing')
  const target = find(id)
  if (!target) return { ...planned, kind: 'unknown', given: id.text.trim() }
  if ('code' in target) return refused(columns.id, target.code, target.params)
  planned.target = target
  planned.before = target.text
  if (text.doubt) return refused(columns.text, text.doubt)
  if (isBlank(text)) {
    if (!clearEmpty || target.text === '') return { ...planned, kind: 'empty', after: target.text }
    return { ...planned, kind: 'cleared', after: '' }
  }
  if (joinLines(target.text) === planned.after) return { ...planned, kind: 'unchanged' }
  if (planned.after.length > MAX_DICTIONARY_TEXT)
    return refused(columns.text, 'too_long', [planned.after.length, MAX_DICTIONARY_TEXT])
  if (planned.after.includes('\u0000') || !planned.after.isWellFormed()) return refused(columns.text, 'invalid_characters')
  const expected = placeholdersOf(target.en)
  if (placeholdersOf(planned.after) !== expected) return refused(columns.text, 'placeholders', [expected || '–'])
  return { ...planned, kind: target.text === '' ? 'created' : 'changed' }
}

/** Sorted, each once: a translation may use a placeholder twice. */
const placeholdersOf = (text: string): string => [...new Set(text.match(/%\d+/g))].toSorted().join(' ')

/** More numbers than this are not named in a reason. */
const MAX_NAMED = 20

/** Refuses all rows that set the same text to different values, because it is unknown which one is right. */
function rejectDuplicates(rows: readonly PlannedRow[], column: string): PlannedRow[] {
  const setsText = (item: PlannedRow): boolean => isChange(item) || item.kind === 'unchanged'
  const byTarget = new Map(
    Array.from(
      Map.groupBy(rows.filter(setsText), ({ target }) => target?.dictionary_id),
      ([id, same]) => [id, { same, isAgreed: same.every(({ after }) => after === same[0]?.after), numbers: numbersOf(same) }],
    ),
  )
  return rows.map((item) => {
    const found = setsText(item) ? byTarget.get(item.target?.dictionary_id) : undefined
    if (!found || found.same.length < 2) return item
    if (found.isAgreed) return item === found.same[0] ? item : { ...item, kind: 'unchanged' }
    return { ...item, kind: 'refused', column, refusal: { code: 'repeated', params: [found.numbers] } }
  })
}

const numbersOf = (rows: readonly PlannedRow[]): string =>
  rows
    .slice(0, MAX_NAMED)
    .map(({ row }) => row)
    .join(', ')

/** The rows of `Import/rows` that carry out the plan; each is refused if its text has changed since. */
export const plannedRows = ({ rows }: DictionaryPlan, lang: string): ImportRow[] =>
  rows
    .filter(isChange)
    .flatMap(({ row, target, after }) =>
      target ? [{ row, id: target.dictionary_id, values: { [lang]: after, revision: target.revision } }] : [],
    )

/** Whether two plans do the same to the same texts (AMB-227). */
export function isSamePlan(item: DictionaryPlan, other: DictionaryPlan): boolean {
  const changes = ({ rows }: DictionaryPlan): string =>
    JSON.stringify(rows.filter(isChange).map(({ row, target, before, after }) => [row, target?.dictionary_id, before, after]))
  return changes(item) === changes(other)
}
