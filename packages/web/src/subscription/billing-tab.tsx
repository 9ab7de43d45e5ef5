import { Box, chakra } from '@chakra-ui/react'
import { formatDay } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { paymentHistory } from '@tiffin/core/screens'
import { comingBills, type CompanySubscription } from '@tiffin/core/subscription'
import { InnerList } from '../records/list/list-page.tsx'
import { tableStyles } from '../records/list/table-styles.ts'
import { InnerListProvider } from '../records/records-context.ts'
import { RecordsFrame } from '../records/records-frame.tsx'
import { Dollars } from './dollars.tsx'

/** The payments of the company, and its coming bills (BILL-08). */
export function BillingTab({ subscription }: { subscription: CompanySubscription }) {
  const t = useTranslate()
  return (
    <Box display="grid" gap="6" gridTemplateColumns="minmax(0, 1fr)">
      <ComingBills subscription={subscription} />
      <Box>
        <Box as="h2" fontSize="lg" fontWeight="semibold" mb="2">
          {t('Payment history')}
        </Box>
        <Box display="grid" h="70dvh" minH="80" borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
          <RecordsFrame screen={paymentHistory} area="company">
            <InnerListProvider value={<InnerList />}>
              <InnerList />
            </InnerListProvider>
          </RecordsFrame>
        </Box>
      </Box>
    </Box>
  )
}

const Table = chakra('table')

function ComingBills({ subscription }: { subscription: CompanySubscription }) {
  const t = useTranslate()
  const { session, serverClock } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const bills = comingBills(subscription, serverClock.now())
  const nameOf = (id: number): string =>
    localized(subscription.tariffs.find(({ tariff_id }) => tariff_id === id)?.name ?? {}, lang)
  return (
    <Box as="section" aria-label={t('The next 12 months')}>
      <Box as="h2" fontSize="lg" fontWeight="semibold">
        {t('The next 12 months')}
      </Box>
      {bills.length === 0 ? (
        <Box mt="2" color="fg.muted">
          {t('No bills are due. Choose a tariff first.')}
        </Box>
      ) : (
        <>
          <Box mb="2" color="fg.muted" fontSize="sm">
            {t('If nothing changes, and without orders over the limit.')}
          </Box>
          <Box
            overflowX="auto"
            bg="bg.panel"
            borderWidth="1px"
            borderRadius="l3"
            tabIndex={0}
            role="region"
            aria-label={t('Coming bills')}
          >
            <Table css={{ ...tableStyles, '& tbody tr': {} }} data-testid="coming-bills">
              <thead>
                <tr>
                  <th scope="col">{t('Day')}</th>
                  <th scope="col">{t('Tariff')}</th>
                  <th scope="col" className="number">
                    {t('Bill')}
                  </th>
                  <th scope="col" className="number">
                    {t('From the balance')}
                  </th>
                  <th scope="col" className="number">
                    {t('To pay')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {bills.map(({ day, terms, total, fromBalance, toPay }) => (
                  <tr key={day}>
                    <td>{formatDay(day, lang)}</td>
                    <td>{nameOf(terms.tariff.tariff_id)}</td>
                    <td className="number">
                      <Dollars amount={total} />
                    </td>
                    <td className="number">
                      <Dollars amount={fromBalance} />
                    </td>
                    <td className="number">
                      <Dollars amount={toPay} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Box>
        </>
      )}
    </Box>
  )
}
