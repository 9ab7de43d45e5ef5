import type { Translate } from '@tiffin/core/i18n'

/** Commands of the board, in the order of help and palette. */
export type BoardCommand =
  | 'pick'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'bump'
  | 'moves'
  | 'courier'
  | 'choose'
  | 'none'
  | 'seen'
  | 'undo'
  | 'recall'
  | 'tray'
  | 'edit'
  | 'command'
  | 'newOrder'
  | 'answer'
  | 'where'
  | 'pace'
  | 'search'
  | 'station'
  | 'compact'
  | 'sound'
  | 'printer'
  | 'allDay'
  | 'usage'
  | 'reload'

interface Binding {
  command: BoardCommand
  /** As in `Command`; a command without a key is only in the palette. */
  key?: string
}

export const boardKeys: readonly Binding[] = [
  { command: 'pick', key: '1-9' },
  { command: 'up', key: 'ArrowUp' },
  { command: 'down', key: 'ArrowDown' },
  { command: 'left', key: 'ArrowLeft' },
  { command: 'right', key: 'ArrowRight' },
  { command: 'bump', key: 'b' },
  { command: 'moves', key: 'm' },
  { command: 'courier', key: 'd' },
  { command: 'choose', key: 'x' },
  { command: 'none', key: 'Escape' },
  { command: 'seen', key: 'n' },
  { command: 'undo', key: 'u' },
  { command: 'recall', key: 'r' },
  { command: 'tray', key: 't' },
  { command: 'edit', key: 'e' },
  { command: 'newOrder', key: 'o' },
  { command: 'answer', key: 'f' },
  { command: 'where', key: 'w' },
  { command: 'search', key: '/' },
  { command: 'station', key: 'v' },
  { command: 'compact', key: 'c' },
  { command: 'sound', key: 's' },
  { command: 'allDay', key: 'a' },
  { command: 'pace', key: 'p' },
  { command: 'command' },
  { command: 'printer' },
  { command: 'usage' },
  { command: 'reload' },
]

/** Names of the commands in the help. */
export const commandNames = (t: Translate): Record<BoardCommand, string> => ({
  pick: t('Go to the order at that position'),
  up: t('Card above'),
  down: t('Card below'),
  left: t('Column to the left'),
  right: t('Column to the right'),
  bump: t('Move to next status'),
  moves: t('Move order to…'),
  courier: t('Assign a courier'),
  choose: t('Select order'),
  none: t('Clear selection'),
  seen: t('Mark as seen'),
  undo: t('Undo last move'),
  recall: t('Moves in the last 15 minutes'),
  tray: t('Conflicting changes'),
  edit: t('Edit order'),
  command: `${t('Copy as command')}…`,
  newOrder: t('New order'),
  answer: t('New order for the caller'),
  where: t('Where is my order?'),
  pace: t('Pause or mark as busy'),
  search: t('Search orders'),
  station: t('Choose a station'),
  compact: t('Compact cards'),
  sound: t('Sound'),
  printer: t('Print tickets here'),
  allDay: t('All day'),
  usage: t('Usage bar'),
  reload: t('Reload'),
})

/** Additional search terms for the palette. */
export const commandKeywords = (t: Translate): Partial<Record<BoardCommand, string>> => ({
  undo: t('undo'),
  command: t('command line, terminal, script'),
  recall: t('history, undo'),
  compact: t('small cards, dense'),
  station: t('grill, bar, part of the kitchen'),
  sound: t('alarm, bell, mute, volume'),
  printer: t('print, printing, receipts, paper'),
  newOrder: t('phone call, take an order, create'),
  allDay: t('totals, dishes, production'),
  pace: t('stop orders, closed, extra time'),
  reload: t('refresh'),
})
