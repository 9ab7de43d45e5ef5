import { normalizeStation } from '#rules/index'

/** A named set of choices, such as the grill's board. */
export interface NamedBoard {
  name: string
  merchants: 'all' | readonly number[]
  /** The period in the format of the board's address; empty means today to seven days ahead. */
  period: string
  compact: boolean
  /** Status ids of the hidden columns. */
  hidden: readonly number[]
  /** The station whose items are shown; missing means all. */
  station?: string
}

const MAX_NAME_LENGTH = 40
const MAX_BOARDS = 50

export const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && (id as number) > 0)

function isNamedBoard(value: unknown): value is NamedBoard {
  const { name, merchants, period, compact, hidden, station } = (value ?? {}) as Partial<NamedBoard>
  return (
    typeof name === 'string' &&
    name !== '' &&
    (merchants === 'all' || isIds(merchants)) &&
    typeof period === 'string' &&
    typeof compact === 'boolean' &&
    isIds(hidden) &&
    (station === undefined || typeof station === 'string')
  )
}

/** The named boards in stored data; invalid entries are dropped. */
export const readNamedBoards = (stored: unknown): NamedBoard[] =>
  Array.isArray(stored) ? stored.filter(isNamedBoard).slice(0, MAX_BOARDS) : []

/** Adds a board and replaces one of the same name. */
export function addNamedBoard(boards: readonly NamedBoard[], board: NamedBoard): NamedBoard[] {
  const name = board.name.trim().slice(0, MAX_NAME_LENGTH)
  return [...boards.filter((other) => other.name !== name), { ...board, name }]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_BOARDS)
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)
const key = ({ merchants, period, compact, hidden, station = '' }: Omit<NamedBoard, 'name'>): string =>
  JSON.stringify([merchants === 'all' ? 'all' : sorted(merchants), period, compact, sorted(hidden), normalizeStation(station)])

/** Whether two boards have the same settings, regardless of their names. */
export const isSameBoard = (a: Omit<NamedBoard, 'name'>, b: Omit<NamedBoard, 'name'>): boolean => key(a) === key(b)

/** A name not yet in use, such as `Grill (2)`. */
function unusedName(boards: readonly NamedBoard[], name: string): string {
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`
    const candidate = name.slice(0, MAX_NAME_LENGTH - end.length) + end
    if (!boards.some((other) => other.name === candidate)) return candidate
  }
}

/** Merges boards stored elsewhere. None is replaced, and only as many are added as there is room for. */
export function mergeNamedBoards(boards: readonly NamedBoard[], others: readonly NamedBoard[]): readonly NamedBoard[] {
  return others.reduce((all, board) => {
    const same = all.find(({ name }) => name === board.name)
    if (all.length >= MAX_BOARDS || (same && isSameBoard(same, board))) return all
    return addNamedBoard(all, same ? { ...board, name: unusedName(all, board.name) } : board)
  }, boards)
}
