import type { Change } from '#engine/change-info'
import { createRefusals } from '#engine/refusals'
import { refusedValue } from '#engine/save-plan'
import type { SavedRow, SaveHook } from '#engine/save-hook'
import { sealSettings, type Settings } from './pay-settings.ts'

/**
 * Payment system settings can't be read back, so a save sends only the changed ones: settings that are not sent stay, an empty
 * text clears one, and an empty list clears all. Another system starts empty, so that it never gets the secrets of the previous
 * one. Unknown names are refused, because no editor shows them. Values are stored encrypted (AMB-020).
 */
export const payTypeHook: SaveHook = {
  async before(rows, { change, secretBox }) {
    for (const { planned, before, set } of rows)
      // The value is intended for the new system even if it equals that of the previous one.
      if (before && 'pay_system' in set) set['pay_system_settings'] ??= planned.sent['pay_system_settings'] ?? []
    const giving = rows.filter(({ set }) => set['pay_system_settings'] !== undefined)
    const systems = await readSystems(change, giving)
    const refusals = createRefusals()
    await refusals.each(giving, (row) => {
      const [given] = row.set['pay_system_settings'] as Settings[]
      if (!given) return
      const settings = storedSettings(row)
      assertKnownSettings(row, given, { ...systems.get(systemOf(row)), ...settings })
      row.set['pay_system_settings'] = [{ ...settings, ...sealSettings(secretBox, given, change.info.company) }]
    })
    refusals.raise()
  },
}

const systemOf = ({ before, set }: SavedRow): number | null => ({ pay_system: null, ...before, ...set }).pay_system

/** The stored settings that a save keeps. */
const storedSettings = ({ before, set }: SavedRow): Settings | undefined =>
  before && !('pay_system' in set) ? (before['pay_system_settings'] as Settings[])[0] : undefined

/** The field maps of the payment systems in these rows. */
async function readSystems({ tx }: Change, rows: readonly SavedRow[]): Promise<ReadonlyMap<number | null, Settings>> {
  if (rows.length === 0) return new Map()
  const systems = await tx.sql<{ id: number; field: Settings }>(
    'select pay_system_id as id, field from pay_system where pay_system_id = any($1)',
    [rows.map(systemOf)],
  )
  return new Map(systems.map(({ id, field }) => [id, field]))
}

/** A setting whose name the system no longer has may still be changed and cleared. */
function assertKnownSettings(row: SavedRow, given: Settings, known: Settings): void {
  const stray = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (stray === undefined) return
  throw refusedValue(
    row.planned,
    'pay_system_settings',
    systemOf(row) === null
      ? { text: 'Choose a payment system first' }
      : { text: 'This payment system has no setting %1', params: [stray] },
  )
}
