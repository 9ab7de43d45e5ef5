import type { PlainKey } from '#i18n/text-key'
import { type QuickPeriod, quickPeriods } from '#rules/index'
import { isIds, type NamedBoard, readNamedBoards } from './named-boards.ts'

/** A user's board settings, on all their devices (BOARD-52, AMB-098). */
export interface BoardSettings {
  /** Show only number, countdown, customer and total (AMB-102). */
  compact: boolean
  /** Show the usage bar even if usage is low (BOARD-42). */
  bar: boolean
  /** On by default (BOARD-44). */
  sound: boolean
  /** Print this board's tickets automatically (BOARD-10). */
  printer: boolean
  /** The period shown when the board opens; null means today to seven days ahead. */
  period: QuickPeriod | null
  /** The chosen merchants by company key; an empty list means all, and a company without an entry has no choice yet. */
  merchants: Readonly<Record<string, readonly number[]>>
  /** Status ids of the hidden columns. */
  hidden: readonly number[]
  /** Column widths in px by status id; a column without one takes an equal share. */
  widths: Readonly<Record<string, number>>
  /** Companies whose checklist of first steps is hidden. */
  noFirstSteps: readonly number[]
  /** Named boards, sorted by name. */
  boards: readonly NamedBoard[]
  /** The named board opened last; the current view may differ from it. */
  board: string | null
}

export const initialSettings: BoardSettings = {
  compact: false,
  bar: false,
  sound: true,
  printer: false,
  period: null,
  merchants: {},
  hidden: [],
  widths: {},
  noFirstSteps: [],
  boards: [],
  board: null,
}

/** Narrower cards can't be read; wider ones gain nothing (px). */
export const columnWidths = { min: 200, max: 800 }
export const columnWidth = (px: number): number => Math.round(Math.min(columnWidths.max, Math.max(columnWidths.min, px)))

const entriesOf = (stored: unknown): [string, unknown][] => Object.entries({ ...(stored as object | null) })

const readWidths = (stored: unknown): BoardSettings['widths'] =>
  Object.fromEntries(
    entriesOf(stored)
      .filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
      .map(([status, px]) => [status, columnWidth(px)]),
  )

/** Stored data may come from another version: unexpected values count as unset. */
export function readSettings(stored: Readonly<Record<string, unknown>>): BoardSettings {
  const boards = readNamedBoards(stored['boards'])
  const flag = (name: 'compact' | 'bar' | 'sound' | 'printer'): boolean =>
    typeof stored[name] === 'boolean' ? stored[name] : initialSettings[name]
  return {
    compact: flag('compact'),
    bar: flag('bar'),
    sound: flag('sound'),
    printer: flag('printer'),
    period: quickPeriods.find((option) => option === stored['period']) ?? null,
    merchants: Object.fromEntries(entriesOf(stored['merchants']).filter((entry): entry is [string, number[]] => isIds(entry[1]))),
    hidden: isIds(stored['hidden']) ? stored['hidden'] : [],
    widths: readWidths(stored['widths']),
    noFirstSteps: isIds(stored['noFirstSteps']) ? stored['noFirstSteps'] : [],
    boards,
    board: boards.find(({ name }) => name === stored['board'])?.name ?? null,
  }
}

/** Choices stored until the server has them; named boards are not among them. */
export function readChoices(stored: Readonly<Record<string, unknown>>): Partial<Omit<BoardSettings, 'boards'>> {
  const { boards: _boards, board: _board, ...read } = readSettings(stored)
  return Object.fromEntries(Object.entries(read).filter(([name]) => name in stored))
}

/** Messages for switches turned off. */
const switchedOffTexts = { compact: 'Compact cards off', printer: 'Printing off' } as const
/** The message when one setting is saved; several at once share a common one (BOARD-52). */
const savedTexts: Readonly<Record<keyof BoardSettings, PlainKey>> = {
  compact: 'Compact cards on',
  bar: 'Usage bar setting saved',
  sound: 'Board sound setting saved',
  printer: 'Printing on',
  period: 'Default period saved',
  merchants: 'Merchant selection saved',
  hidden: 'Visible columns saved',
  widths: 'Column widths saved',
  noFirstSteps: 'Checklist hidden',
  boards: 'Saved boards updated',
  board: 'Saved boards updated',
}

/** The message after these settings are saved. */
export function savedMessage(saved: Partial<BoardSettings>): PlainKey {
  const names = Object.keys(saved) as (keyof BoardSettings)[]
  const texts = names.map((name) =>
    saved[name] === false && name in switchedOffTexts
      ? switchedOffTexts[name as keyof typeof switchedOffTexts]
      : savedTexts[name],
  )
  const [text, ...others] = new Set(texts)
  return text === undefined || others.length > 0 ? 'Сохранено' : text
}
