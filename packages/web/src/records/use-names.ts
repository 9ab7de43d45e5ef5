import { useQuery } from '@tanstack/react-query'
import type { Core } from '@tiffin/core'
import type { EntityName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import type { ActingCompany, Reference } from '@tiffin/core/screens'

type Client = Core['client']
type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Names requested during one render, loaded in one read. */
interface Batch {
  records: Map<EntityName, Set<number>>
  companies: Set<number>
  names: Promise<Names>
}

const open = new WeakMap<Client, Map<ActingCompany, Batch>>()

function batchOf(client: Client, company: ActingCompany): Batch {
  const batches = open.get(client) ?? new Map<ActingCompany, Batch>()
  open.set(client, batches)
  const known = batches.get(company)
  if (known) return known
  const records = new Map<EntityName, Set<number>>()
  const companies = new Set<number>()
  const names = new Promise((resolve) => setTimeout(resolve, 0)).then(async () => {
    batches.delete(company)
    const asked = Object.fromEntries(Array.from(records, ([table, ids]) => [table, [...ids]]))
    const acting = company === undefined ? {} : { company }
    return (await client.Audit.names({ records: asked, companies: [...companies] }, acting)).data.names
  })
  const batch: Batch = { records, companies, names }
  batches.set(company, batch)
  return batch
}

function readNames(client: Client, references: readonly Reference[], company: ActingCompany, ofCompany: number): Promise<Names> {
  const batch = batchOf(client, company)
  for (const [to, id] of references) batch.records.set(to, (batch.records.get(to) ?? new Set()).add(id))
  if (ofCompany > 0) batch.companies.add(ofCompany)
  return batch.names
}

/**
 * Names of records, including deleted ones; their keys until loaded. All parts of a page share one read. Without a
 * company, deleted records are looked up in the history of `ofCompany`.
 */
export function useNames(
  references: readonly Reference[],
  company: ActingCompany,
  ofCompany = 0,
): { nameOf: (to: EntityName, id: number) => string; isKnown: (to: EntityName, id: number) => boolean } {
  const { client, i18n } = useCore()
  const asked = [...new Set(references.map(([to, id]) => `${to} ${id}`))].toSorted()
  const { data } = useQuery({
    queryKey: ['names', company, ofCompany, i18n.lang(), asked],
    enabled: asked.length > 0,
    queryFn: () => readNames(client, references, company, ofCompany),
    meta: { failure: "can't read the names of records" },
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const known = (to: EntityName, id: number): string | undefined => data?.[to]?.[id]
  return { nameOf: (to, id) => known(to, id) ?? String(id), isKnown: (to, id) => known(to, id) !== undefined }
}
