import { auditRecord, changeLines, recordKind, recordTitle, type Reference, referencesIn } from '@tiffin/core/screens'
import type { Translate } from '@tiffin/core/i18n'
import type { EntityName } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import type { ResultRow } from '../results/result.ts'

export const auditColumns = ['audit_id', 'date', 'user_name', 'action', 'record', 'company', 'changes'] as const

/** Rows per request, few enough that their references fit into one request for names. */
const PART = 100

/** Rows of the audit log in words, as the console shows them: record, company and changes. */
export async function describeAuditRows(connection: Connection, rows: readonly ResultRow[], t: Translate): Promise<ResultRow[]> {
  const { lang } = connection
  const { company: own } = await connection.user()
  const reader = { t, lang, timezone: own?.timezone ?? 'UTC', country: own?.country.alpha2 ?? '', languages: [] }
  const worded: ResultRow[] = []
  for (let at = 0; at < rows.length; at += PART) {
    const part = rows.slice(at, at + PART).map((row) => ({ row, record: auditRecord(row) }))
    const references = part.flatMap(({ record }) => [
      ...record.reference,
      ...(record.change ? referencesIn([record.change]) : []),
      ...(record.company > 0 ? [['company', record.company] as const] : []),
    ])
    const known = await readNames(
      connection,
      references,
      part.map(({ record }) => record.company),
    )
    const nameOf = (to: EntityName, id: number): string => known[to]?.[id] ?? String(id)
    for (const { row, record } of part) {
      const { change, currency } = record
      const format = { ...reader, currency, nameOf }
      const [itself] = record.reference
      const stored = change ? recordTitle(change.entity, { ...change.before, ...change.after }, lang) : ''
      const title = (itself && known[itself[0]]?.[itself[1]]) || stored || `#${record.key}`
      const lines = change ? changeLines(change, format) : []
      worded.push({
        ...row,
        record: `${recordKind(record.table, t)} ${title}`,
        company: record.company > 0 ? nameOf('company', record.company) : '',
        changes: lines
          .map(({ label, before, after }) => `${label}: ${[before, after].filter((text) => text !== undefined).join(' → ')}`)
          .join('; '),
      })
    }
  }
  return worded
}

async function readNames({ client }: Connection, references: readonly Reference[], companies: readonly number[]) {
  const records: Record<string, number[]> = {}
  for (const [table, id] of new Set(references)) if (!records[table]?.includes(id)) (records[table] ??= []).push(id)
  const asked = { records, companies: [...new Set(companies)].filter((id) => id > 0) }
  return (await client.Audit.names(asked)).data.names
}
