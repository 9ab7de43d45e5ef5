import { apiError } from '@tiffin/sdk/contract'

/** Everybody may write settings of their own, so they are held to what a person can choose by hand. */
const MOST_KB = 64

/**
 * Settings as text for the database.
 * @throws `settings_too_large`
 */
export function settingsText(settings: unknown): string {
  const text = JSON.stringify(settings ?? {})
  if (Buffer.byteLength(text) > MOST_KB * 1024) throw apiError('settings_too_large', { field: 'settings', params: [MOST_KB] })
  return text
}
