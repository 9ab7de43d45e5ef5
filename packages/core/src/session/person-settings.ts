import type { TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'

/** All stored values, including those unknown to this version. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** A user's settings on the server: those of the board, and saved reports. */
export async function readPersonSettings(client: Client, admin: number): Promise<StoredSettings> {
  // Search for the user's own settings, because a platform administrator could read everyone's.
  const own: TableQuery = { table: 'kanban_settings', search: [{ key: 'admin', prm: admin }], limit: [0, 1] }
  const { data } = await client.Reference.getData({ tables: [own] })
  const [row] = (data['kanban_settings']?.data ?? []) as { settings?: StoredSettings }[]
  return row?.settings ?? {}
}

export async function writePersonSettings(client: Client, admin: number, settings: StoredSettings): Promise<void> {
  await client.Reference.saveData({ tables: [{ table: 'kanban_settings', id: admin, row: { settings } }] })
}
