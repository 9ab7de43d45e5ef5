import { Box } from '@chakra-ui/react'
import { formatNumber } from '@tiffin/core'
import { entities } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { fieldName } from '@tiffin/core/screens'
import type { OverLimit } from '@tiffin/core/subscription'

/** Lists the limits of a tariff that the company exceeds, which prevent choosing it. */
export function OverLimits({ over }: { over: readonly OverLimit[] }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (
    <>
      <Box>{t('You have more than this tariff allows. Reduce it first:')}</Box>
      {over.map(({ limit, count, max }) => (
        <Box key={limit}>
          {t('%1: %3 (you have %2)', [fieldName(entities.company, limit, t), formatNumber(count, lang), formatNumber(max, lang)])}
        </Box>
      ))}
    </>
  )
}
