import { Box } from '@chakra-ui/react'
import type { CompanyOption } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, optionPrice } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { useBilling } from '../shell/use-billing.ts'
import { Button } from './controls.ts'
import { Icon } from './icon.tsx'
import { optionNames } from './option-names.ts'

/** The price of a tariff option and where to enable it (GATE-02, GATE-11, GATE-12). */
export function UpsellBox({ option }: { option: CompanyOption }) {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const tariff = useBilling()?.tariff
  const price = tariff ? optionPrice(tariff, option) : null
  const name = optionNames(t)[option]
  const mayChange = user?.navigation.includes('Company-Tariff') === true
  return (
    <Box
      role="alert"
      display="grid"
      gap="3"
      justifyItems="start"
      w="full"
      p="4"
      borderRadius="l3"
      bg="info.subtle"
      textAlign="start"
      data-testid="upsell"
    >
      <Box display="flex" gap="2">
        <Box color="info" pt="0.5">
          <Icon name="info" />
        </Box>
        <Box>
          <Box fontWeight="medium">{t('Not enabled for your company: %1.', [name])}</Box>
          <Offer price={price} />
        </Box>
      </Box>
      {mayChange ? (
        <Button asChild variant="solid">
          <Link to={companyRoutes['Company-Tariff']}>{t('Open tariff')}</Link>
        </Button>
      ) : (
        t('Only the company owner can change the tariff.')
      )}
    </Box>
  )
}

/** The tariff's price for an option; nothing until it is known, or if the option is not offered. */
export function Offer({ price }: { price: string | null }) {
  const t = useTranslate()
  if (price === null) return null
  return price === '0.00' ? t('Included in your tariff.') : t('Available in your tariff for $%1 a month.', [price])
}
