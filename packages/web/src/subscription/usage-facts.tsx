import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { formatNumber } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { orderUsage } from '@tiffin/core/rules'

type Used = Pick<SessionCompany, 'order_count' | 'limit_order' | 'remaining_time'>

/** Orders used and days left (BILL-04, BILL-05). */
export function UsageFacts({ usage: used, orderNote, daysNote }: { usage: Used; orderNote?: ReactNode; daysNote?: ReactNode }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const usage = orderUsage(used)
  const { remaining_time: left } = used
  const color = usage?.tone === 'red' ? 'negative' : 'positive'
  return (
    <>
      <Fact name={t('Orders used')} note={orderNote}>
        {usage ? (
          <>
            <Box as="span" color={color}>
              <bdi dir="ltr">
                {formatNumber(used.order_count, lang)} / {formatNumber(used.limit_order ?? 0, lang)}
              </bdi>
            </Box>
            <Box
              role="progressbar"
              aria-label={t('Orders used')}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.min(100, usage.percent)}
              aria-valuetext={`${usage.percent} %`}
              data-tone={usage.tone}
              mt="2"
              h="2"
              borderRadius="full"
              bg="bg.muted"
              overflow="hidden"
            >
              <Box h="full" bg={color} style={{ inlineSize: `${Math.min(100, usage.percent)}%` }} />
            </Box>
          </>
        ) : (
          <>
            {formatNumber(used.order_count, lang)}
            <Box as="span" ms="2" color="fg.muted" fontSize="sm" fontWeight="normal">
              {t('No limit')}
            </Box>
          </>
        )}
      </Fact>
      {left !== null && (
        <Fact name={t('Days left')} note={daysNote}>
          <Box as="span" color={left < 5 ? 'negative' : undefined} data-testid="days-left">
            {left < 0 ? t('Expired') : left}
          </Box>
        </Fact>
      )}
    </>
  )
}

/** A figure with its name. */
export const Fact = ({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) => (
  <Box p="4" bg="bg.panel" borderWidth="1px" borderRadius="l3" role="group" aria-label={name}>
    <Box color="fg.muted" fontSize="sm">
      {name}
    </Box>
    <Box fontSize="xl" fontWeight="semibold">
      {children}
    </Box>
    {note && (
      <Box mt="1" color="fg.muted" fontSize="sm">
        {note}
      </Box>
    )}
  </Box>
)
