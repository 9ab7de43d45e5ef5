/**
 * Every refusal that the server can give, and every failure of the way to it: a stable code and the English sentence that
 * is also its dictionary key (AMB-201). `%1` to `%4` are filled from `params`.
 */
export const errors = {
  // the request
  malformed: 'The request could not be read',
  too_large: 'The request is too large: at most %1 kB',
  unknown_call: 'The server does not know this call',
  unknown_table: 'The server does not know the table %1',
  unknown_field: 'The table %1 has no field %2 that you may use here',
  unknown_operator: 'The condition %1 is not known',
  invalid_value: 'The value of %1 is not valid',
  required: 'Please fill in %1',
  settings_too_large: 'The settings take too much room: at most %1 kB',
  too_many: 'Too much was asked for at once: at most %1',
  timeout: 'The answer took too long, please narrow the search',
  write_timeout: 'This took too long and was taken back: nothing was saved, please try again',
  period_too_long: 'These days take too long to read, please choose a shorter period',
  server_busy: 'The server is too busy at the moment, please try again',
  client_outdated: 'This version of the program is too old for the server, please update it',
  not_available_yet: 'This function is not available yet',
  idempotency_mismatch: 'The same request key was used for another request',
  rate_limited: 'Too many attempts, please wait %1 seconds',
  server_error: 'Server error',
  database_unavailable: 'The database is not available at the moment, please try again',
  shutting_down: 'The server is restarting, please try again',
  // who asks
  too_many_connections: 'Too many connections are open: at most %1',
  session_required: 'Please sign in',
  session_expired: 'Таймаут сессии',
  bad_credentials: 'Wrong login or password',
  account_blocked: 'This account is blocked',
  forbidden_origin: 'This address may not use the server',
  forbidden: 'You have no right to do this',
  foreign_company: 'This company is not yours',
  company_required: 'Choose a company first',
  option_required: 'Your tariff does not include this',
  weak_password: 'Password must be more than 6 characters',
  current_password_required: 'Enter your current password',
  wrong_password: 'Current password is incorrect',
  pairing_code_unknown: 'The code is not right or has expired',
  // rows
  not_found: 'The record does not exist any more',
  conflict: 'Somebody else has changed this record meanwhile',
  selection_changed: 'The selection has changed. Records now: %1',
  in_use: 'Record is in use',
  duplicate: 'Such a record exists already',
  route_not_allowed: 'This person cannot be given the page %1',
  last_owner: 'The company needs an owner who can sign in',
  orders_open: 'The company has open orders: %1',
  limit_reached: 'Maximum number of entries %1 reached',
  bad_reference: 'The field %1 points to a record that does not exist',
  undo_conflict: 'What has been changed since stands in the way: %1',
  undo_gone: 'The record of this change is no more',
  undo_forbidden_kind: 'A change of this kind cannot be undone',
  // exports
  ticket_used: 'This export has been fetched already or was asked for too long ago, please export again',
  export_busy: 'Two exports of the company are under way, please wait until one of them has ended',
  export_broken: 'The export broke off, please export again',
  // orders
  company_disabled: 'The company is disabled',
  not_in_status: 'The order is no longer in that status',
  transfer_refused: 'An order cannot go from %1 to %2',
  column_locked: 'The column %1 is locked',
  view_only: 'You may look at the orders of this merchant, not change them',
  reason_required: 'Please give a reason',
  order_printed: 'The ticket may be on paper: cancel the order and make a new one',
  undo_expired: 'The move can no longer be undone',
  user_blocked: 'The user is blocked',
  courier_blocked: 'The courier is blocked',
  delivery_not_offered: 'Delivery to this address is not offered',
  promocode_unknown: 'The promo code is not known',
  promocode_dates: 'The promo code is not valid today',
  promocode_merchant: 'The promo code is not valid for this merchant',
  promocode_used_up: 'The promo code has been used up',
  bonus_insufficient: 'The customer does not have enough bonus: %1 left',
  // printing
  lease_lost: 'Another console has taken over this print job',
  order_cancelled: 'The order was cancelled before its ticket was begun',
  nothing_to_print: 'There is nothing to print',
  // pictures, their store and the services that work on them
  not_an_image: 'Please select an image file',
  image_too_small: 'Image is too small %1x%2, required %3x%4',
  image_too_large: 'The file is too large: at most %1 MB',
  too_many_pixels: 'The picture is too large: at most %1 million pixels',
  image_too_complex: 'The picture file is too complex: export it again, for example as JPEG',
  pictures_full: 'There is no room for more pictures and sounds: at most %1 MB',
  not_a_sound: 'Please select a sound file',
  sound_too_long: 'The sound is too long: at most %1 s',
  background_not_found: 'No even background was found',
  content_unavailable: 'Files cannot be stored at the moment, please try again',
  service_not_configured: 'Service is not configured',
  service_refused: 'The service refused: %1',
  service_failed: 'The service does not answer as it should, please try again later',
  // translation
  translation_off: 'Translation is not set up on this server',
  translation_empty: 'Translation error for language %1',
  translation_failed: 'Language API translation error %1',
  // what the client finds by itself (ERR-01, ERR-04)
  network: 'The server cannot be reached',
  timeout_client: 'Server error',
  bad_answer: 'Server error',
  cancelled: 'The request was cancelled',
} as const

export type ErrorCode = keyof typeof errors
export const errorCodes = Object.keys(errors) as ErrorCode[]

/** Where and why a request was refused. */
export interface ErrorDetails {
  code: ErrorCode
  /** English sentence, which is the dictionary key. */
  message: string
  params?: (string | number)[] | undefined
  table?: string | undefined
  /** Index of the row in the request. */
  row?: number | undefined
  field?: string | undefined
  /** The row as it is now, with a conflict. */
  current?: Record<string, unknown> | undefined
  /** What stands in the way, such as the rows that use a record. */
  because?: Record<string, unknown> | undefined
  /** Where several rows were refused: the refusal of each, of which this is the first. */
  refused?: readonly ApiError[] | undefined
}

/** A refusal or failure of a call; the one error type of client and server. */
export interface ApiError extends Error, ErrorDetails {
  name: 'ApiError'
}

/** Makes an error with the sentence of its code. */
export function apiError(code: ErrorCode, details: Partial<Omit<ErrorDetails, 'code'>> = {}): ApiError {
  const message = details.message ?? errors[code]
  return Object.assign(new Error(message), { ...details, name: 'ApiError' as const, code, message })
}

/** True for every error of this contract, whichever package made it. */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && value.name === 'ApiError' && 'code' in value && typeof value.code === 'string' && value.code in errors
