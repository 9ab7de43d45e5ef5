/** A set of choices under a name, such as the grill's board. */
export interface NamedBoard {
  name: string
  merchants: 'all' | readonly number[]
  /** As the address of the board writes it; empty is today to seven days ahead. */
  period: string
  compact: boolean
  /** Keys of the statuses whose columns are left out. */
  hidden: readonly number[]
}

const LONGEST_NAME = 40
const MOST = 50

export const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && (id as number) > 0)

function isNamedBoard(value: unknown): value is NamedBoard {
  const { name, merchants, period, compact, hidden } = (value ?? {}) as Partial<NamedBoard>
  return (
    typeof name === 'string' &&
    name !== '' &&
    (merchants === 'all' || isIds(merchants)) &&
    typeof period === 'string' &&
    typeof compact === 'boolean' &&
    isIds(hidden)
  )
}

/** The named boards in what was stored; whatever is none is left out. */
export const readNamedBoards = (stored: unknown): NamedBoard[] =>
  Array.isArray(stored) ? stored.filter(isNamedBoard).slice(0, MOST) : []

/** The boards with one more; one of the same name is replaced. */
export function withBoard(boards: readonly NamedBoard[], board: NamedBoard): NamedBoard[] {
  const name = board.name.trim().slice(0, LONGEST_NAME)
  return [...boards.filter((other) => other.name !== name), { ...board, name }]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MOST)
}

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)
const key = ({ merchants, period, compact, hidden }: Omit<NamedBoard, 'name'>): string =>
  JSON.stringify([merchants === 'all' ? 'all' : sorted(merchants), period, compact, sorted(hidden)])

/** Whether two boards show the same, whatever they are called. */
export const isSameBoard = (a: Omit<NamedBoard, 'name'>, b: Omit<NamedBoard, 'name'>): boolean => key(a) === key(b)
