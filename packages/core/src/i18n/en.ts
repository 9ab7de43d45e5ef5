import type { EnglishOverrides } from './text-key.ts'

/** English wording of keys that are not English or are misspelled in the specification (AMB-033, AMB-093). */
export const en = {
  'Таймаут сессии': 'Session timeout',
  'Новая запись': 'New record',
  'Сохранить?': 'Save?',
  Сохранено: 'Saved',
  // Other languages use different words for a person's name and a thing's name.
  'Name of a person': 'Name',
  // Other languages use different words for a free price and a free courier.
  'Price Free': 'Free',
  'Courier Free': 'Free',
  'Crop view Free': 'Free',
  'Crop view Contain': 'Contain',
  'Crop view Cover': 'Cover',
  'Crop view Strict': 'Strict',
  // A duration, unlike "%1 late", which counts orders.
  'Countdown left %1': '%1 left',
  'Countdown late %1': '%1 late',
  // Singular form, selected by i18next through the first parameter.
  '%1 items_one': '%1 item',
  '%1 orders_one': '%1 order',
  '%1 days_one': '%1 day',
  times_one: 'time',
  '%1 days left_one': '%1 day left',
  "The subscription expired %1 days ago and hasn't been paid since._one":
    "The subscription expired %1 day ago and hasn't been paid since.",
  '%1 more columns_one': '%1 more column',
  '%1 moves could not be applied_one': '%1 move could not be applied',
  '%1 changes could not be applied_one': '%1 change could not be applied',
  'Offline: the board may be out of date, %1 moves waiting_one': 'Offline: the board may be out of date, %1 move waiting',
  'Offline: the board may be out of date, %1 changes waiting_one': 'Offline: the board may be out of date, %1 change waiting',
  '%1 moves waiting to be sent_one': '%1 move waiting to be sent',
  '%1 changes waiting to be sent_one': '%1 change waiting to be sent',
  '%1 orders selected: keys apply to all, esc clears_one': '%1 order selected, esc clears',
  '%1 orders in hidden columns (B)_one': '%1 order in a hidden column (B)',
  '%1 more tickets need attention_one': '%1 more ticket needs attention',
  '%1 workflow problems_one': '%1 workflow problem',
} satisfies EnglishOverrides
