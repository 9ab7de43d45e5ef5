import type { PlainKey } from '@tiffin/core/i18n'

/** Where keys work. Each place has a table, which dispatch, footer and help use. */
export type Place =
  | 'board'
  | 'order'
  | 'list'
  | 'choices'
  | 'boards'
  | 'ticks'
  | 'page'
  | 'allDay'
  | 'search'
  | 'command'
  | 'form'
  | 'signIn'
  | 'secondStep'
  | 'requiredFactor'
  | 'pair'
  | 'unreachable'
  | 'confirm'
  | 'alarms'
  | 'printers'
  | 'profile'
  | 'tickets'
  | 'tray'
  | 'cancelled'
  | 'newOrder'
  | 'find'

/** The kind of argument that a command takes on the command line, for completion. */
export type ArgumentKind =
  | 'order'
  | 'status'
  | 'courier'
  | 'merchant'
  | 'station'
  | 'period'
  | 'board'
  | 'density'
  | 'sound'
  | 'language'
  | 'pause'
  | 'busy'
  | 'text'

export interface KeyBinding {
  keys: readonly string[]
  command: string
  /** Description of the command. */
  about: PlainKey
  /** The keys for display, if listing them would be too long. */
  shown?: string
  /** Its priority in the footer, if it is shown there; lower numbers stay on narrow terminals. */
  footer?: number
  /** A one-word label for the footer. */
  word?: PlainKey
  argument?: ArgumentKind
}

const tables = {
  board: [
    { keys: ['left', 'h'], command: 'left', about: 'Column to the left' },
    { keys: ['right', 'l'], command: 'right', about: 'Column to the right' },
    { keys: ['up', 'k'], command: 'up', about: 'Card above' },
    { keys: ['down', 'j'], command: 'down', about: 'Card below' },
    { keys: ['g', 'home'], command: 'first', about: 'First card in column' },
    { keys: ['G', 'end'], command: 'last', about: 'Last card in column' },
    { keys: ['pageup'], shown: 'pgup', command: 'pageUp', about: 'One screen up' },
    { keys: ['pagedown'], shown: 'pgdn', command: 'pageDown', about: 'One screen down' },
    { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: '1-9', command: 'tile', about: 'Card at this position' },
    { keys: ['enter'], command: 'open', about: 'Open order', footer: 3, word: 'Open', argument: 'order' },
    { keys: ['space', 'b'], command: 'bump', about: 'Move to next status', footer: 1, word: 'Next' },
    { keys: ['m'], command: 'move', about: 'Move to…', footer: 4, word: 'Move', argument: 'status' },
    { keys: ['c'], command: 'cancel', about: 'Cancel order', footer: 9, word: 'Cancel', argument: 'text' },
    { keys: ['i'], command: 'items', about: 'Tick off items', footer: 13, word: 'Items' },
    { keys: ['d'], command: 'courier', about: 'Assign a courier', footer: 14, word: 'Courier', argument: 'courier' },
    { keys: ['x'], command: 'mark', about: 'Select orders', footer: 15, word: 'Mark' },
    { keys: ['A'], command: 'markAll', about: 'Select whole column' },
    { keys: ['n'], command: 'seen', about: 'Mark as seen', footer: -1, word: 'Seen' },
    { keys: ['N'], command: 'allSeen', about: 'Mark everything as seen' },
    { keys: ['y'], command: 'cancelled', about: 'Cancelled orders and their reasons' },
    { keys: ['Y'], command: 'cancelledSeen', about: 'Mark all cancellations as seen' },
    { keys: ['u', 'z'], command: 'undo', about: 'Undo last move', footer: 2, word: 'Undo' },
    { keys: ['r'], command: 'recall', about: 'Recall a move', footer: 10, word: 'Recall' },
    { keys: ['o'], command: 'newOrder', about: 'New order' },
    { keys: ['f'], command: 'answer', about: 'New order for the caller' },
    { keys: ['W'], command: 'where', about: 'Where is my order?' },
    { keys: ['H'], command: 'chat', about: 'Chat' },
    { keys: ['/'], command: 'search', about: 'Search', footer: 5, argument: 'text' },
    { keys: [':'], command: 'command', about: 'Command line', footer: 17, word: 'Command' },
    { keys: ['a'], command: 'allDay', about: 'All-day counts', footer: 12, word: 'All day' },
    { keys: ['M'], command: 'merchants', about: 'Choose merchants', footer: 8, word: 'Merchants', argument: 'merchant' },
    { keys: ['S'], command: 'station', about: 'Choose a station', argument: 'station' },
    { keys: ['D'], command: 'period', about: 'Choose a period', argument: 'period' },
    { keys: ['B'], command: 'boards', about: 'Choose columns, saved boards', argument: 'board' },
    { keys: ['t'], command: 'pause', about: 'Pause or resume a merchant', argument: 'pause' },
    { keys: ['+'], command: 'busy', about: 'Mark a merchant as busy', argument: 'busy' },
    { keys: ['s'], command: 'sound', about: 'Turn sound on or off', argument: 'sound' },
    { keys: ['v'], command: 'density', about: 'Compact or detailed cards', argument: 'density' },
    { keys: ['C'], command: 'companies', about: 'Switch company' },
    { keys: ['p'], command: 'print', about: 'Print ticket', footer: 6, word: 'Print' },
    { keys: ['P'], command: 'printer', about: 'Choose a printer', footer: 11, word: 'Printer' },
    { keys: ['!'], command: 'alarms', about: 'Tickets that may not have been printed' },
    { keys: ['Q'], command: 'tickets', about: 'Tickets waiting for a printer' },
    { keys: ['T'], command: 'tray', about: 'Conflicting changes' },
    { keys: ['w'], command: 'paper', about: 'Virtual printer output' },
    { keys: ['R'], command: 'reload', about: 'Reload everything' },
    { keys: ['L'], command: 'language', about: 'Language', argument: 'language' },
    { keys: ['X'], command: 'signOut', about: 'Sign out' },
    { keys: ['?'], command: 'help', about: 'Help', footer: 0 },
    { keys: ['q', 'ctrl+c'], command: 'quit', about: 'Quit', footer: 7 },
    { keys: ['esc'], command: 'back', about: 'Clear search, selection and messages' },
  ],
  order: [
    { keys: ['up', 'k'], command: 'up', about: 'Scroll up' },
    { keys: ['down', 'j'], command: 'down', about: 'Scroll down' },
    { keys: ['space', 'b'], command: 'bump', about: 'Move to next status', footer: 2, word: 'Next' },
    { keys: ['m'], command: 'move', about: 'Move to…', footer: 3, word: 'Move' },
    { keys: ['c'], command: 'cancel', about: 'Cancel order', footer: 4, word: 'Cancel' },
    { keys: ['i'], command: 'items', about: 'Tick off items', footer: 6, word: 'Items' },
    { keys: ['d'], command: 'courier', about: 'Assign a courier', footer: 7, word: 'Courier' },
    { keys: ['p'], command: 'print', about: 'Print ticket', footer: 5, word: 'Print' },
    { keys: ['u', 'z'], command: 'undo', about: 'Undo last move', footer: 8, word: 'Undo' },
    { keys: ['w'], command: 'why', about: 'Why this price, time and status', footer: 9, word: 'Why' },
    { keys: ['e'], command: 'screens', about: 'All screens that showed this order' },
    { keys: ['h'], command: 'handoff', about: 'Show hand-off code' },
    { keys: ['esc', 'q', 'enter'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  list: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'space'], command: 'choose', about: 'Choose', footer: 2 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  page: [
    { keys: ['up', 'k'], command: 'up', about: 'Scroll up' },
    { keys: ['down', 'j'], command: 'down', about: 'Scroll down' },
    { keys: ['esc', 'q', '?', 'enter', 'space'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  choices: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['space'], command: 'toggle', about: 'Select', footer: 2 },
    { keys: ['a'], command: 'all', about: 'All', footer: 4 },
    { keys: ['enter'], command: 'choose', about: 'Apply', footer: 3 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  boards: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'space'], command: 'choose', about: 'Choose', footer: 2 },
    { keys: ['d'], command: 'forget', about: 'Delete board', footer: 3, word: 'Remove' },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  ticks: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['space', 'enter', 'x'], command: 'toggle', about: 'Tick or untick', footer: 2 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  allDay: [
    { keys: ['up', 'k'], command: 'up', about: 'Scroll up' },
    { keys: ['down', 'j'], command: 'down', about: 'Scroll down' },
    { keys: ['left', 'h'], command: 'left', about: 'Column to the left' },
    { keys: ['right', 'l', 'tab'], command: 'right', about: 'Column to the right', footer: 2, word: 'Column' },
    { keys: ['esc', 'q', 'a', 'enter', 'space'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  alarms: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'p'], command: 'again', about: 'Print again', footer: 2 },
    { keys: ['d'], command: 'dismiss', about: 'Already printed: dismiss', footer: 3 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  printers: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter'], command: 'choose', about: 'Choose', footer: 2 },
    { keys: ['space', 'x'], command: 'beside', about: 'Also use this printer', footer: 5, word: 'Use' },
    { keys: ['t'], command: 'test', about: 'Test print', footer: 3 },
    { keys: ['e'], command: 'edit', about: 'Paper and characters', footer: 4 },
    { keys: ['f'], command: 'find', about: 'Find printers', footer: 6, word: 'Find' },
    { keys: ['d'], command: 'forget', about: 'Remove printer', footer: 7, word: 'Remove' },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  profile: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'space', 'right', 'l'], command: 'choose', about: 'Change value', footer: 2, word: 'Change' },
    { keys: ['t'], command: 'test', about: 'Test print', footer: 3 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  tickets: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'p'], command: 'again', about: 'Print now', footer: 2, word: 'Print' },
    { keys: ['d'], command: 'dismiss', about: 'Not needed: remove from the list', footer: 3, word: 'Dismiss' },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  tray: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'm'], command: 'keep', about: 'Send again', footer: 2 },
    { keys: ['d'], command: 'drop', about: 'Discard change', footer: 3 },
    { keys: ['o'], command: 'open', about: 'Open order', footer: 4 },
    { keys: ['esc', 'q'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  cancelled: [
    { keys: ['up', 'k'], command: 'up', about: 'Scroll up' },
    { keys: ['down', 'j'], command: 'down', about: 'Scroll down' },
    { keys: ['Y'], command: 'seen', about: 'Mark all as seen', footer: 2 },
    { keys: ['esc', 'q', 'y', 'enter', 'space'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  newOrder: [
    { keys: ['up', 'k'], command: 'up', about: 'Line above' },
    { keys: ['down', 'j'], command: 'down', about: 'Line below' },
    { keys: ['enter', 'space'], command: 'choose', about: 'Change value', footer: 2, word: 'Change' },
    { keys: ['a'], command: 'item', about: 'Add item', footer: 3 },
    { keys: ['n'], command: 'note', about: 'Note', footer: 4 },
    { keys: ['g'], command: 'allergens', about: 'Allergens', footer: 5 },
    { keys: ['t'], command: 'type', about: 'Delivery or pickup', footer: 7 },
    { keys: ['c'], command: 'create', about: 'Create', footer: 1 },
    { keys: ['r'], command: 'repeat', about: 'Order again', footer: 8 },
    { keys: ['p'], command: 'parked', about: 'Open a parked order', footer: 9, word: 'Parked' },
    { keys: ['f'], command: 'answer', about: 'New order for the caller' },
    { keys: ['w'], command: 'which', about: 'Which merchant can take this?' },
    { keys: ['x'], command: 'discard', about: 'Discard', footer: 10 },
    { keys: ['esc', 'q'], command: 'back', about: 'Park', footer: 6 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  find: [
    { keys: ['up'], command: 'up', about: 'Line above' },
    { keys: ['down'], command: 'down', about: 'Line below' },
    { keys: ['enter'], command: 'choose', about: 'Choose', footer: 2 },
    { keys: ['esc'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  search: [
    { keys: ['enter'], command: 'choose', about: 'Keep search', footer: 1 },
    { keys: ['esc'], command: 'back', about: 'Clear search', footer: 2 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  command: [
    { keys: ['enter'], command: 'choose', about: 'Run command', footer: 1, word: 'Run' },
    { keys: ['tab'], command: 'complete', about: 'Autocomplete', footer: 2 },
    { keys: ['up'], command: 'earlier', about: 'Previous command', footer: 4, word: 'Previous' },
    { keys: ['esc'], command: 'back', about: 'Back', footer: 3 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  form: [
    { keys: ['enter'], command: 'choose', about: 'Apply', footer: 2 },
    { keys: ['esc'], command: 'back', about: 'Back', footer: 1 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit' },
  ],
  signIn: [
    { keys: ['tab', 'down', 'up'], shown: 'tab', command: 'next', about: 'Next field', footer: 2 },
    { keys: ['enter'], command: 'choose', about: 'Sign in', footer: 1 },
    { keys: ['ctrl+l'], command: 'language', about: 'Language', footer: 4 },
    { keys: ['ctrl+c', 'esc'], command: 'quit', about: 'Quit', footer: 3 },
  ],
  secondStep: [
    { keys: ['enter'], command: 'choose', about: 'Sign in', footer: 1 },
    { keys: ['esc'], command: 'back', about: 'Back to sign-in', footer: 2 },
    { keys: ['ctrl+c'], command: 'quit', about: 'Quit', footer: 3 },
  ],
  requiredFactor: [
    { keys: ['r', 'enter'], command: 'retry', about: 'Retry', footer: 1 },
    { keys: ['o'], command: 'signOut', about: 'Sign out', footer: 2 },
    { keys: ['ctrl+c', 'esc', 'q'], command: 'quit', about: 'Quit', footer: 3 },
  ],
  pair: [
    { keys: ['r'], command: 'retry', about: 'Get a new code', footer: 1 },
    { keys: ['p', 'enter'], command: 'password', about: 'Sign in with a password', footer: 2 },
    { keys: ['q', 'esc', 'ctrl+c'], command: 'quit', about: 'Quit', footer: 3 },
  ],
  unreachable: [
    { keys: ['r', 'enter'], command: 'retry', about: 'Retry', footer: 1 },
    { keys: ['q', 'esc', 'ctrl+c'], command: 'quit', about: 'Quit', footer: 2 },
  ],
  confirm: [
    { keys: ['y', 'Y'], command: 'yes', about: 'Yes', footer: 1 },
    { keys: ['n', 'N', 'esc', 'enter', 'q', 'ctrl+c'], shown: 'n', command: 'no', about: 'No', footer: 2 },
  ],
} as const satisfies Record<Place, readonly KeyBinding[]>

export type Command<P extends Place> = (typeof tables)[P][number]['command']

export const keyTables: Readonly<Record<Place, readonly KeyBinding[]>> = tables

/** The command of a key in a place; undefined if there is none. */
export const commandOf = <P extends Place>(place: P, key: string): Command<P> | undefined =>
  keyTables[place].find(({ keys }) => keys.includes(key))?.command as Command<P> | undefined

/** The keys of a binding for display. */
export const keysShown = ({ keys, shown }: KeyBinding): string => shown ?? keys.join(' ')

/** The bindings for the footer, most important first. */
export const footerKeys = (place: Place): KeyBinding[] =>
  keyTables[place].filter(({ footer }) => footer !== undefined).toSorted((a, b) => (a.footer ?? 0) - (b.footer ?? 0))
