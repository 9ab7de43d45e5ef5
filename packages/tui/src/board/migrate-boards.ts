import { type Core, columnsToHide, isIds, isSameBoard, type NamedBoard, shownStatuses, mergeNamedBoards } from '@tiffin/core'

/** A board in the old terminal format: by its visible columns. */
interface LegacyBoard {
  name: string
  columns: 'all' | readonly number[]
  merchants: 'all' | readonly number[]
}

const isIdsOrAll = (value: unknown): boolean => value === 'all' || isIds(value)

function isLegacyBoard(value: unknown): value is LegacyBoard {
  const { name, columns, merchants } = (value ?? {}) as Partial<LegacyBoard>
  return typeof name === 'string' && name !== '' && isIdsOrAll(columns) && isIdsOrAll(merchants)
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * Moves boards and columns stored by older versions of this terminal into the user's settings, and deletes them here
 * after saving. Stored columns become the user's choice if they have none, otherwise a named board.
 */
export async function migrateLegacyBoards(core: Core, compact: boolean): Promise<void> {
  const { board, boardSettings, i18n, ports, session } = core
  const { storage } = ports
  const company = session.store.getState().user?.company?.company_id ?? 0
  const keys = { boards: `boards.${company}`, columns: `board.columns.${company}` }
  const [boards, columns] = [parse(storage.get(keys.boards)), parse(storage.get(keys.columns))]
  const previous = Array.isArray(boards) ? boards.filter(isLegacyBoard) : []
  const { statuses, chosen } = board.store.getState()
  const hiddenOf = (shown: LegacyBoard['columns']) => columnsToHide(statuses, shown, [])
  const added: NamedBoard[] = previous.map((previou) => ({
    name: previou.name,
    merchants: previou.merchants,
    period: '',
    compact,
    hidden: hiddenOf(previou.columns),
  }))

  if (isIds(columns) && columns.length > 0) {
    const { hidden } = boardSettings.store.getState()
    const own = hiddenOf(columns)
    if (shownStatuses(statuses, hidden) === 'all') boardSettings.set({ hidden: columnsToHide(statuses, columns, hidden) })
    else if (String(hiddenOf(shownStatuses(statuses, hidden))) !== String(own)) {
      const name = i18n.t('%1 (terminal)', [i18n.t('Columns')])
      added.push({ name, merchants: chosen, period: '', compact, hidden: own })
    }
  }
  const before = boardSettings.store.getState().boards
  if (mergeNamedBoards(before, added) !== before) boardSettings.changeBoards((all) => mergeNamedBoards(all, added))
  if (!(await boardSettings.flush())) return

  // Boards that do not fit stay here.
  const kept = boardSettings.store.getState().boards
  const left = previous.filter((_, index) => !kept.some((item) => isSameBoard(item, added[index] ?? item)))
  storage.set(keys.boards, left.length > 0 ? JSON.stringify(left) : undefined)
  storage.set(keys.columns, undefined)
}
