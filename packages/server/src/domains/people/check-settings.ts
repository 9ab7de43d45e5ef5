import { apiError } from '@tiffin/sdk/contract'

/** Every user may write their own settings, so their size is limited to the needs of the screens. */
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
