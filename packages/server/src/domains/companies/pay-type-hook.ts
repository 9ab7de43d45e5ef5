import type { Change } from '#engine/change-info'
import { createRefusals } from '#engine/refusals'
import { refusedValue } from '#engine/save-plan'
import type { SavedRow, SaveHook } from '#engine/save-hook'

type Settings = Record<string, string>

/**
 * Nobody reads the settings of a payment system, so nobody can send along those that shall stay: what is not given stays,
 * an empty text empties a setting, an empty list all of them. Another system begins anew: it never gets the secrets of the
 * one before. Names that the system does not have are refused, since no editor shows what stands under them.
 */
export const payTypeHook: SaveHook = {
  async before(rows, { change }) {
    for (const { planned, before, set } of rows)
      // What was given as it stood for the system before is given for the new one.
      if (before && 'pay_system' in set) set['pay_system_settings'] ??= planned.sent['pay_system_settings'] ?? []
    const giving = rows.filter(({ set }) => set['pay_system_settings'] !== undefined)
    const systems = await readSystems(change, giving)
    const refusals = createRefusals()
    await refusals.each(giving, (row) => {
      const [given] = row.set['pay_system_settings'] as Settings[]
      if (!given) return
      const kept = keptSettings(row)
      refuseStray(row, given, { ...systems.get(systemOf(row)), ...kept })
      row.set['pay_system_settings'] = [{ ...kept, ...given }]
    })
    refusals.raise()
  },
}

const systemOf = ({ before, set }: SavedRow): number | null => ({ pay_system: null, ...before, ...set }).pay_system

/** What stays of the settings that are stored. */
const keptSettings = ({ before, set }: SavedRow): Settings | undefined =>
  before && !('pay_system' in set) ? (before['pay_system_settings'] as Settings[])[0] : undefined

/** The field maps of the payment systems that rows choose. */
async function readSystems({ tx }: Change, rows: readonly SavedRow[]): Promise<ReadonlyMap<number | null, Settings>> {
  if (rows.length === 0) return new Map()
  const systems = await tx.sql<{ id: number; field: Settings }>(
    'select pay_system_id as id, field from pay_system where pay_system_id = any($1)',
    [rows.map(systemOf)],
  )
  return new Map(systems.map(({ id, field }) => [id, field]))
}

/** What is stored under a name that the system has lost since may be changed and emptied. */
function refuseStray(row: SavedRow, given: Settings, known: Settings): void {
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
