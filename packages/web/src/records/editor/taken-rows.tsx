import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { readTaken, type Removal } from '@tiffin/core/screens'

/** Numbers of rows that are hidden when a company is deleted. */
export function TakenRows({ removal, company }: { removal: Removal; company: number }) {
  const t = useTranslate()
  const { client, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { data, error } = useQuery({
    gcTime: 0,
    queryKey: ['taken', company],
    queryFn: ({ signal }) => readTaken(client, removal, { company, signal }),
    meta: { failure: "can't count what a deleted company takes along" },
  })
  return (
    <Box mt="3" data-testid="taken-rows">
      {t('Its staff lose access, and these records are hidden:')}
      <Box as="dl" display="grid" gridTemplateColumns="auto 1fr" columnGap="4" mt="2">
        {(data ?? removal.takes.map(({ name }) => ({ name, count: null }))).map(({ name, count }) => (
          <Box key={name} display="contents">
            <Box as="dt" color="fg.muted">
              {t(name)}
            </Box>
            <Box as="dd">{count === null ? (error ? '?' : '…') : formatNumber(count, lang)}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
