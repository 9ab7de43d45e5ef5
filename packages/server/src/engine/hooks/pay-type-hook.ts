import type { SaveHook } from './hook.ts'

type Settings = Record<string, string>

/**
 * Nobody reads the settings of a payment system, so nobody can send along those that shall stay: what is not given stays,
 * an empty text empties a setting, an empty list all of them. Another system begins anew.
 */
export const payTypeHook: SaveHook = {
  async before(rows) {
    for (const { before, set } of rows) {
      const [given] = (set['pay_system_settings'] ?? []) as Settings[]
      if (!before || !given || 'pay_system' in set) continue
      const [kept] = before['pay_system_settings'] as Settings[]
      set['pay_system_settings'] = [{ ...kept, ...given }]
    }
  },
}
