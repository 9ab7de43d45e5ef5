import type { Wording } from './text-key.ts'

/** English wording of keys that are not English themselves, or that the documents misspell (AMB-033, AMB-093). */
export const en = {
  'Таймаут сессии': 'Session timeout',
  'Новая запись': 'New record',
  'Сохранить?': 'Save?',
  Сохранено: 'Saved',
  // Other languages call the names of people otherwise than those of things.
  'Name of a person': 'Name',
  // A price is not free as a courier is.
  'Price Free': 'Free',
  'Courier Free': 'Free',
  'Crop view Free': 'Free',
  'Crop view Contain': 'Contain',
  'Crop view Cover': 'Cover',
  'Crop view Strict': 'Strict',
  // A time, unlike "%1 late", which counts orders.
  'Countdown left %1': '%1 left',
  'Countdown late %1': '%1 late',
  // A form of its own where there is one of them; i18next picks it by the first parameter.
  '%1 items_one': '%1 item',
  '%1 orders_one': '%1 order',
  '%1 days_one': '%1 day',
  times_one: 'time',
  '%1 days left_one': '%1 day left',
  'The subscription ended %1 days ago and has not been paid since._one':
    'The subscription ended %1 day ago and has not been paid since.',
  '%1 more columns_one': '%1 more column',
  '%1 moves could not be applied_one': '%1 move could not be applied',
  '%1 changes could not be applied_one': '%1 change could not be applied',
  'No connection: the board shows what it knew, %1 moves wait_one': 'No connection: the board shows what it knew, %1 move waits',
  'No connection: the board shows what it knew, %1 changes wait_one':
    'No connection: the board shows what it knew, %1 change waits',
  '%1 moves have not reached the server yet_one': '%1 move has not reached the server yet',
  '%1 changes have not reached the server yet_one': '%1 change has not reached the server yet',
  '%1 orders are marked: keys work on all of them, esc unmarks_one': '%1 order is marked, esc unmarks',
  '%1 orders in columns that are not shown: B_one': '%1 order in a column that is not shown: B',
} satisfies Wording
