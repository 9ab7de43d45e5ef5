import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { fieldLabel, type Row, rowTitle, tableTitle } from '@tiffin/core/screens'
import type { AuditData as Data } from '../audit-data.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { useTitles } from '../use-titles.ts'

/** The table of a row of the audit log, as its screen is called. */
export function AuditTable({ row }: { row: Row }): string {
  return useTranslate()(tableTitle(textOf(row['table'])))
}

/** Which record a row of the audit log is about, of which company, and which of its fields were changed. */
export function AuditData({ row }: { row: Row }): string {
  const t = useTranslate()
  const { lang } = useRecords()
  const { key = '', before, after, company = 0 } = (row['data'] ?? {}) as Data
  const companyName = useTitles('company', company > 0 ? [company] : [], undefined)
  const entity: Entity | undefined = entities[textOf(row['table']) as EntityName]
  const fields =
    before && after && entity ? Object.keys(after).filter((name) => name in entity.fields && name !== 'revision') : []
  const record = [`#${key}`, rowTitle({ ...before, ...after }, lang)].filter(Boolean).join(' ')
  const changed = formatList(
    fields.map((name) => t(entity ? fieldLabel(entity, name) : name)),
    lang,
  )
  return [record, company > 0 ? companyName(company) : '', changed].filter(Boolean).join(' · ')
}
