import type { TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'

/** All stored values, including those unknown to this version. */
export type Stored = Readonly<Record<string, unknown>>

/** The storage of board settings: on the server for a person, locally for a paired device. */
export interface SettingsStorage {
  /** The settings as last received from the server, for starting offline (MOON-04). */
  last(): Stored | undefined
  read(): Promise<Stored>
  write(settings: Stored): Promise<void>
}

function parse(text: string | undefined): Stored | undefined {
  try {
    return text === undefined ? undefined : { ...(JSON.parse(text) as Stored | null) }
  } catch {
    return undefined
  }
}

/** The settings storage of the signed-in person or device; undefined when signed out. */
export function settingsStorage(options: { client: Client; session: SessionStore; ports: Ports }): SettingsStorage | undefined {
  const { client, session, ports } = options
  const { user } = session.store.getState()
  if (!user) return undefined
  // A device may neither read nor write people's settings (KDS-25).
  if (user.device) {
    const key = `device.board.${session.company() ?? 0}`
    const last = () => parse(ports.storage.get(key))
    return {
      last,
      read: () => Promise.resolve(last() ?? {}),
      write: async (settings) => ports.storage.set(key, JSON.stringify(settings)),
    }
  }
  const admin = user.admin_id
  // Board data is deleted when the session ends, including this copy.
  const copy = `board.settings.${admin}`
  const remember = (settings: Stored): void => ports.lastKnown?.set(copy, JSON.stringify(settings))
  return {
    last: () => parse(ports.lastKnown?.get(copy)),
    async read() {
      // Search for the person's own settings, because a platform administrator could read everyone's.
      const own: TableQuery = { table: 'kanban_settings', search: [{ key: 'admin', prm: admin }], limit: [0, 1] }
      const { data } = await client.Reference.getData({ tables: [own] })
      const [row] = (data['kanban_settings']?.data ?? []) as { settings?: Stored }[]
      const settings = row?.settings ?? {}
      remember(settings)
      return settings
    },
    async write(settings) {
      await client.Reference.saveData({ tables: [{ table: 'kanban_settings', id: admin, row: { settings } }] })
      remember(settings)
    },
  }
}
