import type { SessionStore } from '#session/session-store'
import type { Board } from './board.ts'
import type { BoardSettingsStore } from './board-settings.ts'
import type { BoardState } from './board-state.ts'
import { type NamedBoard, addNamedBoard } from './named-boards.ts'
import { readPeriod, writePeriod } from './period-text.ts'

/** The current view in the form of a named board, for comparison. */
export const currentView = (
  { chosen, period, station }: Pick<BoardState, 'chosen' | 'period' | 'station'>,
  { compact, hidden }: Pick<NamedBoard, 'compact' | 'hidden'>,
): Omit<NamedBoard, 'name'> => ({
  merchants: chosen,
  period: period ? writePeriod(period) : '',
  compact,
  hidden,
  ...(station === '' ? {} : { station }),
})

/** Shows boards and stores the user's choices for all their devices (BOARD-52, AMB-098). */
interface Viewer {
  board: Board
  boardSettings: BoardSettingsStore
  session: SessionStore
}

export function chooseMerchants({ board, boardSettings, session }: Viewer, merchants: BoardState['chosen']): void {
  void board.choose(merchants)
  const selections = boardSettings.store.getState().merchants
  boardSettings.set({ merchants: { ...selections, [session.company() ?? 0]: merchants === 'all' ? [] : merchants } })
}

/** Shows a named board. The front-end stores and applies the card size itself. */
export function showNamedBoard(viewer: Viewer, { name, compact, hidden, merchants, period, station = '' }: NamedBoard): void {
  viewer.boardSettings.set({ board: name, compact, hidden })
  chooseMerchants(viewer, merchants)
  void viewer.board.setPeriod(readPeriod(period))
  viewer.board.setStation(station)
}

/** Saves the current view under a name and replaces a board of the same name. */
export function saveNamedBoard(
  { board, boardSettings }: Viewer,
  name: string,
  settings: Pick<NamedBoard, 'compact' | 'hidden'>,
): void {
  const now = currentView(board.store.getState(), settings)
  boardSettings.changeBoards((boards) => addNamedBoard(boards, { name, ...now }))
  boardSettings.set({ board: name.trim() })
}

export function deleteNamedBoard({ boardSettings }: Viewer, name: string): void {
  boardSettings.changeBoards((boards) => boards.filter((board) => board.name !== name))
  boardSettings.set({ board: null })
}
