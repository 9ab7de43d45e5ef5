import { Box } from '@chakra-ui/react'
import type { EarlierImport } from '@tiffin/sdk/contract'
import { formatCount, formatMoment } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { useRecords } from '../records/records-context.ts'

/** Says when and by whom the file was imported before. */
export function AlreadyImported({ earlier: { at, admin, records } }: { earlier: EarlierImport }) {
  const t = useTranslate()
  const { lang, timezone, country } = useRecords()
  return (
    <Box bg="warning.subtle" color="warning" p="3" borderRadius="l2" data-testid="already-imported">
      {t('Already imported: %1, by %2. Records created: %3. Importing the file again would create them twice.', [
        formatMoment(at, { lang, timezone, country }),
        admin,
        formatCount({ count: records, atLeast: false }, lang),
      ])}
    </Box>
  )
}
