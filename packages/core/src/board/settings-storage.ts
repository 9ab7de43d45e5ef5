import type { Client } from '@tiffin/sdk/client'
import { changePersonSettings, readPersonSettings, type StoredSettings } from '#session/person-settings'
import type { SessionStore } from '#session/session-store'
import type { Ports } from '../ports.ts'

/** The storage of board settings: on the server for a user, locally for a paired device. */
export interface SettingsStorage {
  /** The settings as last received from the server, for starting offline (MOON-04). */
  last(): StoredSettings | undefined
  read(): Promise<StoredSettings>
  /** Applies a change to the stored settings; it may run more than once. */
  change(change: (stored: StoredSettings) => StoredSettings): Promise<void>
}

function parse(text: string | undefined): StoredSettings | undefined {
  try {
    return text === undefined ? undefined : { ...(JSON.parse(text) as StoredSettings | null) }
  } catch {
    return undefined
  }
}

/** The settings storage of the signed-in user or device; undefined when signed out. */
export function settingsStorage(options: { client: Client; session: SessionStore; ports: Ports }): SettingsStorage | undefined {
  const { client, session, ports } = options
  const { user } = session.store.getState()
  if (!user) return undefined
  // A device may neither read nor write users' settings (KDS-25).
  if (user.device) {
    const key = `device.board.${session.company() ?? 0}`
    const last = () => parse(ports.storage.get(key))
    return {
      last,
      read: () => Promise.resolve(last() ?? {}),
      change: async (change) => ports.storage.set(key, JSON.stringify(change(last() ?? {}))),
    }
  }
  const admin = user.admin_id
  // Board data is deleted when the session ends, including this copy.
  const copy = `board.settings.${admin}`
  const remember = (settings: StoredSettings): void => ports.lastKnown?.set(copy, JSON.stringify(settings))
  return {
    last: () => parse(ports.lastKnown?.get(copy)),
    async read() {
      const settings = await readPersonSettings(client, admin)
      remember(settings)
      return settings
    },
    async change(change) {
      remember(await changePersonSettings(client, admin, change))
    },
  }
}
