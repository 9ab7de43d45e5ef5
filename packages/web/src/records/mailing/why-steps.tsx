import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '@tiffin/sdk/contract'
import { formatDay, formatMoment } from '@tiffin/core'
import { explainSteps, orderFormat } from '@tiffin/core/explain'
import { useCore, useTranslate } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { useMailingScope } from './use-mailing.ts'

/** Why a customer gets a mailing or not: one line a rule. `row` has the mailing and its company. */
export function WhySteps({ row, user }: { row: Row; user: number }) {
  const t = useTranslate()
  const { client, serverClock } = useCore()
  const { lang, timezone, country, area, user: reader } = useRecords()
  const scope = useMailingScope(row)
  const mailing = Number(row['mailing_id'])
  const { data, error } = useQuery({
    gcTime: 0,
    queryKey: ['mailing why', scope.company, mailing, user],
    queryFn: async ({ signal }) =>
      (await client.Mailing.why({ mailing_id: mailing, user_id: user }, { ...scope, signal })).data.steps,
    meta: { failure: "can't read the explanation" },
  })
  if (isApiError(error)) return <Box color="negative">{t.message(error.message, error.params)}</Box>
  if (!data) return <Box h="12" aria-label={t('Loading')} role="status" />
  const format =
    area === 'company' && reader.company
      ? orderFormat(reader.company, { lang, now: serverClock.now() })
      : {
          price: (amount: string) => amount,
          time: (moment: string) => formatMoment(moment, { lang, timezone, country }),
          day: (day: string) => formatDay(day, lang),
        }
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1" overflowWrap="anywhere" data-testid="mailing-why">
      {explainSteps(data, { t, format }).map((line, index) => (
        <Box as="li" key={index} display="flex" gap="2">
          <Passed passed={data[index]?.passed} />
          {line}
        </Box>
      ))}
    </Box>
  )
}

/** Whether the customer passes a rule. */
function Passed({ passed }: { passed: boolean | undefined }) {
  const t = useTranslate()
  if (passed === undefined) return null
  return (
    <chakra.span
      flexShrink="0"
      mt="0.5"
      color={passed ? 'fg.muted' : 'negative'}
      role="img"
      aria-label={passed ? t('Yes') : t('No')}
    >
      <Icon name={passed ? 'check' : 'close'} size={14} />
    </chakra.span>
  )
}
