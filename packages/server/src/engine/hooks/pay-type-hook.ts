import type { SaveHook } from './hook.ts'

type Settings = Record<string, string>

/**
 * Nobody reads the settings of a payment system, so nobody can send along those that shall stay: what is not given stays,
 * an empty text empties a setting, an empty list all of them. Another system begins anew: it never gets the secrets of the
 * one before.
 */
export const payTypeHook: SaveHook = {
  async before(rows) {
    for (const { planned, before, set } of rows) {
      if (!before) continue
      // What was given as it stood for the system before is given for the new one.
      if ('pay_system' in set) set['pay_system_settings'] ??= planned.sent['pay_system_settings'] ?? []
      const [given] = (set['pay_system_settings'] ?? []) as Settings[]
      if (!given || 'pay_system' in set) continue
      const [kept] = before['pay_system_settings'] as Settings[]
      set['pay_system_settings'] = [{ ...kept, ...given }]
    }
  },
}
