import { Box } from '@chakra-ui/react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { Banner } from '../ui/banner.tsx'

/** Shown on every page of a suspended company, with the reason if it exceeded its orders (SHELL-31, SHELL-32). */
export function CompanyBanner({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  if (company.suspended !== 1) return null
  const overLimit = company.limit_order !== null && company.order_count > company.limit_order
  return (
    <Box pb="2">
      <Banner tone="warning" testId="company-suspended">
        {t('Service is suspended')}
        {overLimit && (
          <Box fontWeight="normal">
            {t('There is not enough money on the balance to pay for orders in excess of the established tariff plan')}
          </Box>
        )}
      </Banner>
    </Box>
  )
}
