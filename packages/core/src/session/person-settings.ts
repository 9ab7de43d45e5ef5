import { isApiError, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'

/** All stored values, including those unknown to this version. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** So many others may save between a read and its save. */
const MAX_ATTEMPTS = 20

async function readRow(client: Client, admin: number): Promise<{ settings: StoredSettings; revision: number }> {
  // Search for the user's own settings, because a platform administrator could read everyone's.
  const own: TableQuery = { table: 'kanban_settings', search: [{ key: 'admin', prm: admin }], limit: [0, 1] }
  const { data } = await client.Reference.getData({ tables: [own] })
  const [row] = (data['kanban_settings']?.data ?? []) as { settings?: StoredSettings; revision?: number }[]
  return { settings: row?.settings ?? {}, revision: row?.revision ?? 0 }
}

/** A user's settings on the server: those of the board, and saved reports. */
export const readPersonSettings = async (client: Client, admin: number): Promise<StoredSettings> =>
  (await readRow(client, admin)).settings

/**
 * Applies a change to the stored settings, again if another tab or device has saved in the meantime. Returns the stored settings.
 */
export async function changePersonSettings(
  client: Client,
  admin: number,
  change: (stored: StoredSettings) => StoredSettings,
): Promise<StoredSettings> {
  for (let attempt = 1; ; attempt += 1) {
    const { settings: stored, revision } = await readRow(client, admin)
    const settings = change(stored)
    try {
      await client.Reference.saveData({ tables: [{ table: 'kanban_settings', id: admin, row: { settings, revision } }] })
      return settings
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isApiError(error) || error.code !== 'conflict') throw error
    }
  }
}
