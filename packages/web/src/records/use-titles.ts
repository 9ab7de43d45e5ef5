import { useQuery } from '@tanstack/react-query'
import { entities, type EntityName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { type ActingCompany, readRows, type Row, rowDetails, rowTitle } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'

/** Titles of rows of another table; `…` until loaded. */
export function useTitles(to: EntityName, ids: readonly number[], company: ActingCompany): (id: number) => string {
  const { client } = useCore()
  const { lang } = useRecords()
  const { key } = entities[to]
  const { data } = useQuery({
    queryKey: ['chosen', to, company, ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      readRows(client, { table: to, search: [{ key, op: 'in', prm: [...ids] }], limit: [0, 1000] }, { company, signal }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  return (id) =>
    data === undefined
      ? '…'
      : rowTitle(
          data.find((row) => row[key] === id),
          lang,
        ) || String(id)
}

/** The users whose permissions are set individually. */
export function useOperators(company: ActingCompany) {
  const { client } = useCore()
  const { lang } = useRecords()
  const { data = [], isLoading } = useQuery({
    queryKey: ['operators', company],
    queryFn: ({ signal }) =>
      readRows(
        client,
        { table: 'membership', search: [{ key: 'company_role', prm: 2 }], join: ['admin'], limit: [0, 1000] },
        { company, signal },
      ),
  })
  const rows = data.map((member) => (member['admin_obj'] ?? {}) as Row)
  const names = rows.map((row) => rowTitle(row, lang))
  const details = rowDetails(rows, 'admin_id', lang)
  const people = data.map((member, at) => {
    const name = names[at] ?? ''
    const isAlone = names.indexOf(name) === names.lastIndexOf(name)
    return { id: Number(member['admin']), name: isAlone ? name : `${name} (${details[at]})` }
  })
  return { people, isLoading }
}
