import { Box } from '@chakra-ui/react'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { type MailingCount, useCountText } from './use-mailing.ts'

/** Why customers in the audience get nothing, by the first reason of each. */
const reasons = (channel: unknown): readonly (readonly [keyof MailingCount, PlainKey])[] => [
  ['without_consent', 'Without consent'],
  ['without_address', channel === 'mail' ? 'Without an email address' : 'Without a device'],
  ['blocked', 'With a blocked address'],
  ['same_address', 'With the address of another customer'],
]

/** How many customers get nothing, and why; empty if all get the mailing. */
export function WithoutMailing({ count, channel }: { count: MailingCount; channel: unknown }) {
  const t = useTranslate()
  const number = useCountText()
  const without = count.total - count.will_get
  if (without === 0) return null
  return (
    <Box data-testid="without-mailing">
      <Box>{t('Excluded customers: %1', [number(without)])}</Box>
      <Box as="ul" listStyleType="none" display="grid" gap="1" mt="1">
        {reasons(channel)
          .filter(([name]) => Number(count[name]) > 0)
          .map(([name, label]) => (
            <Box as="li" key={name} display="flex" gap="3" color="fg.muted">
              <Box flex="1">{t(label)}</Box>
              <bdi>{number(Number(count[name]))}</bdi>
            </Box>
          ))}
      </Box>
    </Box>
  )
}
