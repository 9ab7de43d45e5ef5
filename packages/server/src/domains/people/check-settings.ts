import { apiError } from '@tiffin/sdk/contract'

/** All users may write settings of their own, so these are limited to what the screens offer. */
const MAX_KB = 64

/**
 * Serialises settings for the database.
 * @throws `settings_too_large`
 */
export function settingsText(settings: unknown): string {
  const text = JSON.stringify(settings ?? {})
  if (Buffer.byteLength(text) > MAX_KB * 1024) throw apiError('settings_too_large', { field: 'settings', params: [MAX_KB] })
  return text
}
