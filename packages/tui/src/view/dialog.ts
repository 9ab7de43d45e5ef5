type Page =
  | 'help'
  | 'recall'
  | 'merchants'
  | 'period'
  | 'boards'
  | 'allDay'
  | 'printer'
  | 'alarms'
  | 'tickets'
  | 'tray'
  | 'language'
  | 'paper'
  | 'quit'
  | 'signOut'
  | 'companies'

/** What stands in place of the columns. */
export type Dialog =
  | { name: Page }
  | { name: 'order' | 'items'; orderId: number }
  | { name: 'move' | 'courier'; orderIds: readonly number[] }
  | { name: 'cancel'; orderIds: readonly number[]; to: number }
