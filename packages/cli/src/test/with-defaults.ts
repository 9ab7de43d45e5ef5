import { entities, type Entity } from '@tiffin/sdk/contract'

/** A row with the default of each field that it does not have. */
export function withDefaults(table: string, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entity = (entities as Readonly<Record<string, Entity>>)[table]
  const defaults = Object.entries(entity?.fields ?? {}).map(([name, { initial }]): [string, unknown] => {
    const isComputed = typeof initial === 'object' && initial !== null && 'computed' in initial
    return [name, isComputed ? null : (initial ?? null)]
  })
  return { ...Object.fromEntries(defaults), ...row }
}
