import { readList, type Storage } from '@tiffin/core'
import { localized } from '@tiffin/core/rules'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { valueMeant } from '../command/commands.ts'
import { plain } from '../look/text.ts'

/** What a board shows: keys of statuses. */
export type ColumnChoice = 'all' | readonly number[]

/** A board of this device that is called up by its name, such as the grill's. */
export interface NamedBoard {
  name: string
  columns: ColumnChoice
  merchants: 'all' | readonly number[]
}

const LONGEST_NAME = 40

/** The named boards of a company on this device, and the columns that it shows now. */
export function boardChoices(storage: Storage, company: number) {
  const keys = { boards: `boards.${company}`, columns: `board.columns.${company}` }
  const read = (key: string): unknown => {
    try {
      return JSON.parse(storage.get(key) ?? 'null') as unknown
    } catch {
      return null
    }
  }
  const all = (): NamedBoard[] => {
    const stored = read(keys.boards)
    return Array.isArray(stored) ? stored.filter(isNamedBoard) : []
  }
  const keep = (boards: readonly NamedBoard[]): void => storage.set(keys.boards, JSON.stringify(boards))
  return {
    all,
    columns(): ColumnChoice {
      const stored = read(keys.columns)
      return isIds(stored) && stored.length > 0 ? stored : 'all'
    },
    setColumns: (columns: ColumnChoice): void =>
      storage.set(keys.columns, columns === 'all' ? undefined : JSON.stringify(columns)),
    /** A board of the same name is replaced. */
    save(board: NamedBoard): void {
      const name = board.name.slice(0, LONGEST_NAME)
      keep([...all().filter((one) => one.name !== name), { ...board, name }].toSorted((a, b) => a.name.localeCompare(b.name)))
    },
    forget: (name: string): void => keep(all().filter((one) => one.name !== name)),
  }
}

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every((id) => typeof id === 'number')
const isIdsOrAll = (value: unknown): boolean => value === 'all' || isIds(value)
const isNamedBoard = (value: unknown): value is NamedBoard =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'columns' in value &&
  isIdsOrAll(value.columns) &&
  'merchants' in value &&
  isIdsOrAll(value.merchants)

/** Columns by their names in any language, by beginnings of names, or by the numbers of their statuses: `New, 4, On the`. */
export function columnsNamed(
  text: string,
  columns: readonly Pick<OrderStatus, 'order_status_id' | 'status' | 'value'>[],
): { columns: number[]; unknown: string[] } {
  const unknown: string[] = []
  const found = readList(text).map((part) => {
    const byNumber = columns.find(({ status }) => String(status) === part)
    const languages = [...new Set(columns.flatMap(({ value }) => Object.keys(value)))]
    const status =
      byNumber ??
      languages
        .map((lang) => valueMeant(columns, (one) => plain(localized(one.value, lang)), part))
        .find((one) => one !== undefined)
    if (!status) unknown.push(part)
    return status?.order_status_id
  })
  return { columns: [...new Set(found.filter((id) => id !== undefined))], unknown }
}
