import { createStore, type StoreApi } from 'zustand/vanilla'
import { isApiError, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { PlainKey } from '#i18n/text-key'
import type { Notices } from '#notices/notices'
import { type QuickPeriod, quickPeriods } from '#rules/index'
import type { SessionStore } from '#session/session-store'
import { isPassing } from '../passing-failure.ts'
import type { Ports } from '../ports.ts'
import { isIds, type NamedBoard, readNamedBoards } from './named-boards.ts'

/** How a person has set up the board, on all their devices (BOARD-52, AMB-098). */
export interface BoardSettings {
  /** Number, countdown, customer and total only (AMB-102). */
  compact: boolean
  /** Show the usage bar also when it need not be seen (BOARD-42). */
  bar: boolean
  /** On until switched off (BOARD-44). */
  sound: boolean
  /** Print the tickets of this board by itself (BOARD-10). */
  printer: boolean
  /** The period with which the board opens; null is today to seven days ahead. */
  period: QuickPeriod | null
  /** The merchants that were chosen, by the key of their company; none are all, and a company that is not named was never asked. */
  merchants: Readonly<Record<string, readonly number[]>>
  /** Keys of the statuses whose columns are left out. */
  hidden: readonly number[]
  /** Widths of columns in px by the key of their status; a column that is not named here takes its share. */
  widths: Readonly<Record<string, number>>
  /** Boards that were given a name, by name. */
  boards: readonly NamedBoard[]
  /** The named board that was called up last; what is shown may differ from it since. */
  board: string | null
}

export interface BoardSettingsStore {
  store: StoreApi<BoardSettings>
  /** Reads them; where that fails for the moment it rejects and is tried again by itself until it succeeds. */
  load(): Promise<void>
  /** Takes effect at once, is saved a moment later, and says so. */
  set(change: Partial<BoardSettings>): void
}

const initial: BoardSettings = {
  compact: false,
  bar: false,
  sound: true,
  printer: false,
  period: null,
  merchants: {},
  hidden: [],
  widths: {},
  boards: [],
  board: null,
}
/** What is said of switches that were turned off. */
const off = { compact: 'Compact cards off', printer: 'Printing off' } as const
/** The message when one setting is saved; several at once get a common one (BOARD-52). */
const said: Readonly<Record<keyof BoardSettings, PlainKey>> = {
  compact: 'Compact cards on',
  bar: 'Usage bar setting saved',
  sound: 'Board sound setting saved',
  printer: 'Printing on',
  period: 'Default period saved',
  merchants: 'Merchant selection saved',
  hidden: 'Visible columns saved',
  widths: 'Column widths saved',
  boards: 'Saved boards updated',
  board: 'Saved boards updated',
}

/** Several changes in a row are one save. */
const SAVE_MS = 600
const AGAIN_MS = 5000

/** Narrower than this a card cannot be read, wider nothing is gained (px). */
export const columnWidths = { least: 200, most: 800 }
export const columnWidth = (px: number): number => Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, px)))

const entriesOf = (stored: unknown): [string, unknown][] => Object.entries({ ...(stored as object | null) })

const readWidths = (stored: unknown): BoardSettings['widths'] =>
  Object.fromEntries(
    entriesOf(stored)
      .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
      .map(([status, px]) => [status, columnWidth(px)]),
  )

/** What is stored may come from another version: whatever is not as expected counts as not chosen. */
function read(stored: Readonly<Record<string, unknown>>): BoardSettings {
  const boards = readNamedBoards(stored['boards'])
  const flag = (name: 'compact' | 'bar' | 'sound' | 'printer'): boolean =>
    typeof stored[name] === 'boolean' ? stored[name] : initial[name]
  return {
    compact: flag('compact'),
    bar: flag('bar'),
    sound: flag('sound'),
    printer: flag('printer'),
    period: quickPeriods.find((option) => option === stored['period']) ?? null,
    merchants: Object.fromEntries(entriesOf(stored['merchants']).filter((entry): entry is [string, number[]] => isIds(entry[1]))),
    hidden: isIds(stored['hidden']) ? stored['hidden'] : [],
    widths: readWidths(stored['widths']),
    boards,
    board: boards.find(({ name }) => name === stored['board'])?.name ?? null,
  }
}

function textOf(saved: Partial<BoardSettings>): PlainKey {
  const names = Object.keys(saved) as (keyof BoardSettings)[]
  const texts = names.map((name) => (saved[name] === false && name in off ? off[name as keyof typeof off] : said[name]))
  const [text, ...others] = new Set(texts)
  return text === undefined || others.length > 0 ? 'Сохранено' : text
}

export function createBoardSettings(options: {
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
}): BoardSettingsStore {
  const { client, session, notices, ports } = options
  const store = createStore<BoardSettings>(() => initial)
  /** What was chosen here and is not stored yet. */
  let changed: Partial<BoardSettings> = {}
  let cancel = (): void => {}
  let cancelLoad = (): void => {}
  client.session.subscribe(({ type }) => {
    if (type !== 'signed_out') return
    cancel()
    cancelLoad()
    changed = {}
    store.setState(initial)
  })

  /** All that is stored, also what this program does not know. */
  async function stored(): Promise<Readonly<Record<string, unknown>>> {
    const admin = session.store.getState().user?.admin_id
    if (admin === undefined) return {}
    // A platform administrator may read those of everybody.
    const own: TableQuery = { table: 'kanban_settings', search: [{ key: 'admin', prm: admin }], limit: [0, 1] }
    const { data } = await client.Reference.getData({ tables: [own] })
    const [row] = (data['kanban_settings']?.data ?? []) as { settings?: Record<string, unknown> }[]
    return row?.settings ?? {}
  }

  async function save(): Promise<void> {
    const admin = session.store.getState().user?.admin_id
    if (admin === undefined) return
    const part = changed
    changed = {}
    try {
      // Another tab or device may have chosen something else meanwhile.
      const settings = { ...(await stored()), ...part }
      await client.Reference.saveData({ tables: [{ table: 'kanban_settings', id: admin, row: { settings } }] })
      notices.show('positive', textOf(part))
    } catch (error) {
      changed = { ...part, ...changed }
      ports.log('the settings of the board could not be saved', error)
      if (isApiError(error)) notices.tell('negative', error)
    }
  }

  async function load(): Promise<void> {
    cancelLoad()
    try {
      store.setState({ ...read(await stored()), ...changed })
    } catch (error) {
      // A kitchen that starts before its server would not know that it prints.
      if (isPassing(error)) cancelLoad = ports.clock.after(AGAIN_MS, () => void load().catch(() => {}))
      throw error
    }
  }

  return {
    store,
    load,
    set(change) {
      store.setState(change)
      changed = { ...changed, ...change }
      cancel()
      cancel = ports.clock.after(SAVE_MS, () => void save())
    },
  }
}
