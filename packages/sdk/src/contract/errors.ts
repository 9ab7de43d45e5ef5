/**
 * Every error from the server and every network failure: a stable code and its English message, which is also the
 * dictionary key (AMB-201). `%1` to `%4` are filled from `params`.
 */
export const errors = {
  // the request
  malformed: 'Invalid request',
  too_large: 'Request too large: the limit is %1 kB',
  unknown_call: 'Unknown API call',
  unknown_table: 'Unknown table: %1',
  unknown_field: "Table %1 has no field %2, or you can't use it here",
  unknown_operator: 'Unknown condition: %1',
  invalid_value: 'Invalid value for %1',
  required: '%1 is required',
  settings_too_large: 'Settings too large: the limit is %1 kB',
  too_many: 'Too much in one request: the limit is %1',
  timeout: 'The search took too long. Narrow it and try again.',
  write_timeout: 'Timed out. Nothing was saved; try again.',
  period_too_long: 'This period takes too long to load. Choose a shorter one.',
  server_busy: 'The server is busy. Try again in a moment.',
  client_outdated: 'This version is too old for the server. Update it to continue.',
  not_available_yet: 'This feature is not available yet',
  idempotency_mismatch: 'This idempotency key was already used for a different request',
  rate_limited: 'Too many attempts. Try again in %1 seconds.',
  server_error: 'Server error',
  database_unavailable: 'The database is unavailable. Try again in a moment.',
  shutting_down: 'The server is restarting. Try again in a moment.',
  // authentication and limits
  too_many_connections: 'Too many open connections: the limit is %1',
  session_required: 'Sign in to continue',
  session_expired: 'Таймаут сессии',
  bad_credentials: 'Wrong login or password',
  account_blocked: 'This account is blocked',
  forbidden_origin: 'Requests from this address are not allowed',
  forbidden: "You don't have permission to do this",
  rights_changed: 'Your rights have changed. Try again.',
  foreign_company: "You don't have access to this company",
  company_required: 'Choose a company first',
  option_required: 'Not included in your tariff',
  own_account: '%1 manages their own sign-in',
  weak_password: 'Password must be more than 6 characters',
  current_password_required: 'Enter your current password',
  wrong_password: 'Current password is incorrect',
  token_malformed: 'The access token is incomplete or mistyped',
  token_revoked: 'The access token was revoked',
  token_expired: 'The access token has expired',
  scope_required: 'The access token lacks the scope %1',
  token_company: 'The access token is limited to other companies',
  token_factor_required: 'The owner of this access token must set up two-step sign-in first',
  token_not_allowed: "Access tokens can't do this. Sign in instead.",
  session_locked: 'The session is locked. Enter your PIN.',
  pin_missing: 'Create a PIN first',
  pin_wrong: 'Wrong PIN. Attempts left: %1',
  link_unknown: 'This link is not valid. Request a new one.',
  link_used: 'This link has already been used',
  link_expired: 'This link has expired. Request a new one.',
  link_other_person: 'This invitation is for %1. Sign in with that account.',
  invitation_invalid: 'This invitation is no longer valid. Ask for a new one.',
  account_exists: 'You already have an account. Sign in to accept the invitation.',
  code_wrong: 'The code is incorrect or has expired',
  second_factor: 'Enter the code from your authenticator app, or use a passkey',
  sign_in_expired: 'The sign-in has expired. Sign in again.',
  factor_required: 'Set up two-step sign-in to continue',
  factor_exists: 'An authenticator app is already set up. Remove it first.',
  factor_missing: 'This person has no two-step sign-in',
  code_required: 'Enter a code from your authenticator app, or a recovery code',
  passkey_wrong: 'This passkey was not accepted. Try again or use another one.',
  contact_missing: 'Save your phone number or email address first',
  pairing_code_unknown: 'The code is incorrect or has expired',
  // rows
  not_found: 'Record not found. It may have been deleted.',
  conflict: 'Someone else has changed this record',
  selection_changed: 'The selection has changed. Records selected now: %1',
  in_use: 'Record is in use',
  duplicate: 'A record with these values already exists',
  route_not_allowed: "This staff member can't be given access to %1",
  last_owner: 'The company needs at least one owner who can sign in',
  orders_open: 'The company has open orders: %1',
  limit_reached: 'Maximum number of entries %1 reached',
  bad_reference: "%1 refers to a record that doesn't exist",
  undo_conflict: "Can't undo. Changed later: %1",
  undo_gone: 'This record no longer exists',
  undo_forbidden_kind: "This kind of change can't be undone",
  // exports
  ticket_used: 'This export has expired or was already downloaded. Export again.',
  export_busy: 'You or your company already have two exports running. Wait for one to finish.',
  exports_full: 'The server is running too many exports. Try again in a few minutes.',
  export_broken: 'Export interrupted. Export again.',
  // imports
  import_open: 'Some rows of this import have not arrived yet',
  import_closed: 'This import already has a plan. Start a new import.',
  import_part_differs: 'Part %1 was already sent with different rows',
  import_refused: 'Rejected rows: %1. Correct them or leave them out.',
  already_imported: 'Already imported: %1, by %2. Records created: %3. Importing the file again would create them twice.',
  plan_outdated: 'Records have changed since the plan was made. Nothing was changed; make a new plan.',
  repeated_row: 'Several rows change this record: %1',
  // webhooks
  webhook_disabled: 'The webhook is disabled. Enable it first.',
  // the chat
  colleague_replied: '%1 has replied in the meantime. Read that before you send yours.',
  // mailings and push
  mailing_state: 'The mailing is in another state now. Reload it.',
  mailing_scheduled: 'The mailing is scheduled. Cancel its schedule to change it.',
  mailing_started: "The mailing has started. It can't be changed any more.",
  device_missing: 'Turn on notifications on this device first',
  // billing
  nothing_to_change: 'Nothing would change',
  tariff_unavailable: 'This tariff is not offered',
  over_tariff_limits: 'More than the tariff allows: %1',
  bill_unpaid: 'The payment has not arrived yet',
  bill_expired: 'The bill is older than 30 minutes. Calculate it again.',
  payment_closed: 'This payment is already complete or cancelled',
  payment_minimum: 'Minimum payment amount is $15',
  refund_too_large: 'At most %1 can be refunded',
  refund_refused: 'The payment provider refused the refund: %1',
  // orders
  company_disabled: 'The company is not enabled',
  not_in_status: 'The order is no longer in that status',
  transfer_refused: "Orders can't be moved from %1 to %2",
  column_locked: 'The column %1 is locked',
  view_only: "You can view this merchant's orders but not change them",
  reason_required: 'Enter a reason',
  handoff_required: 'Enter the hand-off code, or a reason for handing over without it',
  handoff_wrong: 'Wrong hand-off code',
  handoff_locked: 'Too many wrong codes. Enter a reason for handing over without the code.',
  order_printed: 'The ticket may already be printed. Cancel the order and create a new one.',
  undo_expired: 'The move can no longer be undone',
  user_blocked: 'The user is blocked',
  warned: 'Confirm the warnings of this order: %1',
  may_not_overrule: "You can't save an order despite its warnings. Ask an owner.",
  pace_time: 'Choose a time within the next 24 hours',
  courier_blocked: 'The courier is blocked',
  delivery_not_offered: "Can't deliver to this address",
  promocode_unknown: 'Promo code not found',
  promocode_early: 'The promo code is not valid before %1',
  promocode_expired: 'The promo code expired on %1',
  promocode_merchant: 'The promo code is not valid for this merchant',
  promocode_used_up: 'The promo code has no uses left',
  bonus_insufficient: 'Not enough bonus points: the customer has %1',
  // printing
  lease_lost: 'Another console has taken over this print job',
  order_cancelled: 'The order was cancelled before its ticket was printed',
  nothing_to_print: 'Nothing to print',
  // pictures, their storage and image services
  not_an_image: 'Please select an image file',
  image_too_small: 'Image is too small %1x%2, required %3x%4',
  image_too_large: 'File too large: the limit is %1 MB',
  too_many_pixels: 'Image too large: the limit is %1 million pixels',
  image_too_complex: 'The image file is too complex. Save it in another format, such as JPEG.',
  pictures_full: 'Storage for images and sounds is full: the limit is %1 MB',
  not_a_sound: 'Please select a sound file',
  sound_too_long: 'Sound too long: the limit is %1 s',
  background_not_found: 'No uniform background found',
  content_unavailable: "Can't save files right now. Try again.",
  service_not_configured: 'Service is not configured',
  service_refused: 'The service rejected the request: %1',
  service_failed: "The service isn't responding correctly. Try again later.",
  // the map
  address_not_found: 'Address not found',
  geocoder_failed: "The address service isn't responding. Enter the address by hand.",
  // translation
  translation_off: 'Translation is not set up on this server',
  translation_empty: 'Translation error for language %1',
  translation_failed: 'Language API translation error %1',
  // detected by the client itself (ERR-01, ERR-04)
  network: "Can't reach the server",
  timeout_client: 'Server error',
  bad_answer: 'Server error',
  cancelled: 'Request cancelled',
} as const

export type ErrorCode = keyof typeof errors
export const errorCodes = Object.keys(errors) as ErrorCode[]

/** Which part of a request was refused, and why. */
export interface ErrorDetails {
  code: ErrorCode
  /** English message, also the dictionary key. */
  message: string
  params?: (string | number)[] | undefined
  table?: string | undefined
  /** Index of the row in the request. */
  row?: number | undefined
  field?: string | undefined
  /** The current row, for a conflict. */
  current?: Record<string, unknown> | undefined
  /** Cause of the error, such as the rows that use a record. */
  because?: Record<string, unknown> | undefined
  /** If several rows were refused: the error of each; this error is the first. */
  refused?: readonly ApiError[] | undefined
}

/** An error or failure of a call; the only error type of client and server. */
export interface ApiError extends Error, ErrorDetails {
  name: 'ApiError'
}

/** Creates an error with the message of its code. */
export function apiError(code: ErrorCode, details: Partial<Omit<ErrorDetails, 'code'>> = {}): ApiError {
  const message = details.message ?? errors[code]
  return Object.assign(new Error(message), { ...details, name: 'ApiError' as const, code, message })
}

/** True for every error of this contract, regardless of the package that created it. */
export const isApiError = (value: unknown): value is ApiError =>
  value instanceof Error && value.name === 'ApiError' && 'code' in value && typeof value.code === 'string' && value.code in errors
