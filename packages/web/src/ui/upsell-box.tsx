import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { actorOf, readBilling } from '@tiffin/core'
import type { CompanyOption, Tariff } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes, managesCompany, optionPrice } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { Button } from './controls.ts'
import { Icon } from './icon.tsx'
import { optionNames } from './option-names.ts'

/** Says what an option of the tariff costs and where it is switched on (GATE-02, GATE-11, GATE-12). */
export function UpsellBox({ option }: { option: CompanyOption }) {
  const t = useTranslate()
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const tariff = useTariff()
  const price = tariff && optionPrice(tariff, option)
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

/** What the tariff asks for an option; nothing as long as that is not known, and where it does not offer it. */
export function Offer({ price }: { price: string | null }) {
  const t = useTranslate()
  if (price === null) return null
  return price === '0.00' ? t('Included in your plan.') : t('Available in your plan for $%1 a month.', [price])
}

/** The company's tariff, once it is there; those who do not manage the company never learn it. */
function useTariff(): Tariff | null {
  const { client, session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const company = user && managesCompany(actorOf(user)) ? user.company?.company_id : undefined
  const [tariff, setTariff] = useState<Tariff | null>(null)
  useEffect(() => {
    if (company === undefined) return
    let current = true
    readBilling(client, company)
      .then((billing) => current && setTariff(billing.tariff))
      .catch((error: unknown) => ports.log('the tariff could not be read', error))
    return () => {
      current = false
    }
  }, [client, ports, company])
  return tariff
}
