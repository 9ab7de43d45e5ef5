import type { AvailabilityChange, BoardCommands, Question } from '@tiffin/core'

type Page =
  | 'help'
  | 'recall'
  | 'merchants'
  | 'period'
  | 'station'
  | 'boards'
  | 'allDay'
  | 'printer'
  | 'alarms'
  | 'cancelled'
  | 'tickets'
  | 'tray'
  | 'language'
  | 'paper'
  | 'quit'
  | 'signOut'
  | 'companies'
  | 'newOrder'
  | 'where'
  | 'chats'

/** The page shown in place of the columns. */
export type Dialog =
  | { name: Page }
  /** `change` is the typed change, if only the merchant is still to be chosen; the list begins with `merchant`. */
  | { name: 'pause' | 'busy'; change?: AvailabilityChange; merchant: number | undefined }
  | { name: 'allSeen'; orders: number }
  | { name: 'items'; orderId: number }
  /** `back` is the page it was opened from, if not the board. */
  | { name: 'order' | 'why'; orderId: number; back?: Page | undefined }
  | { name: 'chat'; user: number }
  | { name: 'courier'; orderIds: readonly number[] }
  | { name: 'move'; orderIds: readonly number[]; move: ReturnType<BoardCommands['prepareMove']> }
  | ({ name: 'handoff' } & Omit<Extract<Question, { ask: 'handoff' }>, 'ask'>)
  | ({ name: 'cancel' } & Omit<Extract<Question, { ask: 'reason' }>, 'ask'>)
