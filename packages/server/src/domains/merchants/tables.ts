import { isDeepStrictEqual } from 'node:util'
import {
  type Actor,
  managesCompany,
  merchantsReadBy,
  visibleAccessEntries,
  readableFields,
  visibleMerchants,
} from '@tiffin/core/rules'
import { type AccessEntry, entities, type Merchant } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import type { WireRow } from '#engine/change-info'
import type { AllTableRules, Reference } from '#engine/table-rules'
import { merchantHook } from './merchant-hook.ts'

const { merchant, admin, access: level, city } = entities

const ownEntriesOf = ({ admin_id }: Actor): string =>
  `coalesce((select jsonb_agg(e) from jsonb_array_elements(m.access) e where e ->> 'user' = '${admin_id}'), '[]')`

/**
 * The merchants with empty values in fields whose tab is closed to the reader, so that no search or sum can reveal them.
 * Null if nothing is hidden.
 */
function masked(actor: Actor): string | null {
  if (managesCompany(actor)) return null
  const readable = readableFields(actor, merchant)
  let isMasked = readable.has('access')
  const columns = [...readable].map((name) => {
    const open = merchantsReadBy(actor, name)
    if (name === 'access') return `${ownEntriesOf(actor)} as access`
    if (open === 'all') return `m.${quote(name)}`
    isMasked = true
    return `case when m.merchant_id in (${open.map(Number).join(', ')}) then m.${quote(name)} end as ${quote(name)}`
  })
  return isMasked ? `(select ${columns.join(', ')} from merchant m)` : null
}

/** Removes fields of closed tabs, and reduces the access list to the reader's own entry. */
function present(actor: Actor, row: WireRow): WireRow {
  const seen = readableFields(actor, merchant, row)
  const shown = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, seen.has(name) ? value : null]))
  return 'access' in shown ? { ...shown, access: visibleAccessEntries(actor, shown['access'] as AccessEntry[]) } : shown
}

/** Users and levels of the access list, and the city of the address. */
function referencesInside({ access, address }: Partial<Pick<Merchant, 'access' | 'address'>>): Reference[] {
  const entries = access ?? []
  const people = entries.map(({ user }) => ({ field: 'access', target: admin, key: user }))
  const numbers = new Set(entries.flatMap((entry) => entry.access))
  const levels = [...numbers].map((key) => ({ field: 'access', target: level, by: 'access', key }))
  return [...people, ...levels, ...(address?.city ? [{ field: 'address', target: city, key: address.city }] : [])]
}

/** SQL conditions for values of merchant `t` that refer to `k`, by the table referred to. */
const pointers: Partial<Record<string, [field: string, condition: string]>> = {
  [admin.name]: ['access', `t.access @> jsonb_build_array(jsonb_build_object('user', k.key))`],
  [level.name]: [
    'access',
    `t.access @> (select jsonb_build_array(jsonb_build_object('access', jsonb_build_array(l.access))) from access l where l.access_id = k.key)`,
  ],
  [city.name]: ['address', `t.address -> 'city' = to_jsonb(k.key)`],
}

/** The people whose access differs. */
function changedAccess(before: unknown, after: unknown): number[] {
  const [was, is] = [before, after].map(
    (access) => new Map(((access ?? []) as AccessEntry[]).map((entry) => [entry.user, entry.access])),
  )
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].filter(
    (user) => !isDeepStrictEqual(was?.get(user), is?.get(user)),
  )
}

export const tables: AllTableRules = {
  city: {
    read: {
      searchOnly: {
        has_merchants: (row) => `(exists (select from merchant m where (m.address ->> 'city')::bigint = ${row}.city_id))::int`,
      },
    },
  },
  merchant: {
    holdsRights: true,
    rightsOf: ({ before, after }) => changedAccess(before?.['access'], after?.['access']),
    save: merchantHook,
    references: {
      nestedReferences: referencesInside,
      referable(actor, _company, { bind }) {
        const visible = visibleMerchants(actor, 'any')
        return visible === 'all' ? [] : [`t.merchant_id = any(${bind(visible, 'bigint[]')})`]
      },
      nestedReferrers: ({ name }) => [pointers[name]].filter((pointer) => pointer !== undefined),
    },
    read: { masked, present },
  },
}
