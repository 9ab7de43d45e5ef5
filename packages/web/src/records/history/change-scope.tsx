import { Box } from '@chakra-ui/react'
import { formatCount } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { tableLabel } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'

/** Number of changed records by table. */
export type RecordCounts = Readonly<Record<string, number>>

export const totalOf = (records: RecordCounts): number => Object.values(records).reduce((sum, count) => sum + count, 0)

/** A number of records, and their kinds. */
export function useRecordCounts(): (records: RecordCounts) => { total: string; kinds: string } {
  const t = useTranslate()
  const { lang } = useRecords()
  const number = (count: number): string => formatCount({ count, atLeast: false }, lang)
  return (records) => ({
    total: number(totalOf(records)),
    kinds: formatList(
      Object.entries(records).map(([table, count]) => `${tableLabel(table, t)} (${number(count)})`),
      lang,
    ),
  })
}

/** Describes a change of several records by number and kinds; `others` are those hidden from the reader. */
export function ChangeScope({ records, others = false }: { records: RecordCounts; others?: boolean | undefined }) {
  const t = useTranslate()
  const counted = useRecordCounts()
  if (totalOf(records) < 2 && !others) return null
  const { total, kinds } = counted(records)
  const text = others ? 'Part of a change to %1 records and others: %2' : 'Part of a change to %1 records: %2'
  return (
    <Box color="fg.muted" data-testid="part-of-change">
      {t(text, [total, kinds])}
    </Box>
  )
}
