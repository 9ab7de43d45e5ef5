import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { readWhy } from '@tiffin/core/explain'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isApiError } from '@tiffin/sdk/contract'
import { readOnce } from '../queries.ts'

/** The explanation of an order as stored: its steps by section. */
export function WhyLines({ order: { order_id, revision } }: { order: { order_id: number; revision?: number } }) {
  const core = useCore()
  const t = useTranslate()
  const lang = useSelected(core.session.store, (state) => state.lang)
  const { data, error } = useQuery({
    ...readOnce,
    queryKey: ['why', order_id, revision, lang],
    queryFn: ({ signal }) => readWhy(core, order_id, { signal }),
    meta: { failure: "can't read the explanation" },
  })
  if (isApiError(error)) return <Box color="negative">{t.message(error.message, error.params)}</Box>
  if (!data) return <Box h="12" aria-label={t('Loading')} role="status" />
  return data.map(({ title, lines }) => (
    <Box as="section" key={title} mb="3" fontSize="sm" overflowWrap="anywhere">
      <Box as="h4" fontWeight="semibold">
        {title}
      </Box>
      <Box as="ul" listStyleType="none">
        {lines.map((line, index) => (
          <Box as="li" key={index}>
            {line}
          </Box>
        ))}
      </Box>
    </Box>
  ))
}
