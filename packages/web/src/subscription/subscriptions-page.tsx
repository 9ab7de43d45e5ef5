import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay, formatNumber } from '@tiffin/core'
import { type BillingReport, isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { tableStyles } from '../records/list/table-styles.ts'
import { Button } from '../ui/controls.ts'
import { Dollars } from './dollars.tsx'
import { Fact } from './usage-facts.tsx'

/** Revenue, churn, trials, companies that are due, and parked ones; for platform administrators. */
export function SubscriptionsPage() {
  const t = useTranslate()
  const { client } = useCore()
  const { data, isError, refetch } = useQuery({
    queryKey: ['billing report'],
    queryFn: async ({ signal }) => (await client.Report.billing({ months: 12 }, { signal })).data,
    meta: { failure: "can't read the report of subscriptions" },
  })
  return (
    <Box overflowY="auto" p={{ base: '3', sm: '6' }} data-testid="subscriptions">
      <Box maxW="1120px" mx="auto" display="grid" gap="6" gridTemplateColumns="minmax(0, 1fr)">
        <Box as="h1" fontSize="xl" fontWeight="semibold">
          {t('Subscriptions')}
        </Box>
        {data ? (
          <Report report={data} reload={() => void refetch()} />
        ) : isError ? (
          <Box display="grid" gap="3" justifyItems="start" role="alert">
            {t("Can't load the report")}
            <Button onClick={() => void refetch()}>{t('Retry')}</Button>
          </Box>
        ) : (
          <Box minH="96" role="status">
            {t('Loading…')}
          </Box>
        )}
      </Box>
    </Box>
  )
}

function Report({ report, reload }: { report: BillingReport; reload: () => void }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const { months, trials, due, parked } = report
  const [current] = months
  const dayOf = (moment: string) => formatDay(moment.slice(0, 10), lang)
  return (
    <>
      {current && (
        <Box display="grid" gap="4" gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 150px), 1fr))">
          <Fact name={t('Revenue this month')}>
            <Dollars amount={current.revenue} />
          </Fact>
          <Fact name={t('Paying companies')}>{current.paying}</Fact>
          <Fact name={t('In a trial')}>{trials.count}</Fact>
          <Fact name={t('Due or late')}>{due.count}</Fact>
          <Fact name={t('Parked companies')}>
            <Box as="span" color={parked.count > 0 ? 'negative' : undefined}>
              {parked.count}
            </Box>
          </Fact>
        </Box>
      )}
      <List
        title={t('Parked companies')}
        note={t('Their billing stopped with a problem. The other companies are billed.')}
        testId="parked"
        count={parked.count}
        head={[t('Company'), t('Problem'), '']}
      >
        {parked.rows.map((row) => (
          <tr key={row.company}>
            <Name row={row} />
            <td>
              <Box as="bdi" whiteSpace="normal">
                {row.problem}
              </Box>
            </td>
            <td className="narrow">
              <RetryBilling row={row} onDone={reload} />
            </td>
          </tr>
        ))}
      </List>
      <List
        title={t('By month')}
        note={t('Months in UTC. A company has left if it is not charged again within 31 days after its paid period.')}
        testId="months"
        count={months.length}
        head={[
          t('Month'),
          t('Revenue'),
          t('Received'),
          t('Paying companies'),
          t('Companies joined'),
          t('Companies left'),
          t('Churn (%)'),
        ]}
        numbersFrom={1}
      >
        {months.map(({ month, revenue, received, paying, came, left, churn }) => (
          <tr key={month}>
            <td>
              <bdi>{month}</bdi>
            </td>
            <td className="number">
              <Dollars amount={revenue} />
            </td>
            <td className="number">
              <Dollars amount={received} />
            </td>
            <td className="number">{paying}</td>
            <td className="number">{came}</td>
            <td className="number">{left}</td>
            <td className="number">{churn === null ? '—' : formatNumber(String(churn), lang)}</td>
          </tr>
        ))}
      </List>
      <List
        title={t('Due within 14 days, or late')}
        testId="due"
        count={due.count}
        head={[t('Due date'), t('Company'), t('Price'), t('Balance'), t('Missing')]}
        numbersFrom={2}
      >
        {due.rows.map((row) => (
          <tr key={row.company}>
            <td>{dayOf(row.due)}</td>
            <Name row={row} note={row.suspended ? t('Suspended') : undefined} />
            <td className="number">
              <Dollars amount={row.price} />
            </td>
            <td className="number">
              <Dollars amount={row.balance} />
            </td>
            <td className="number">
              <Box as="span" color={Number(row.missing) > 0 ? 'negative' : undefined}>
                <Dollars amount={row.missing} />
              </Box>
            </td>
          </tr>
        ))}
      </List>
      <List title={t('Trials')} testId="trials" count={trials.count} head={[t('Ends'), t('Company')]}>
        {trials.rows.map((row) => (
          <tr key={row.company}>
            <td>{dayOf(row.ends)}</td>
            <Name row={row} />
          </tr>
        ))}
      </List>
    </>
  )
}

const Table = chakra('table')

interface ListProps {
  title: string
  note?: string
  testId: string
  /** Of all rows; the first 200 are shown. */
  count: number
  head: readonly string[]
  /** The first column with numbers. */
  numbersFrom?: number
  children: readonly ReactNode[]
}

function List({ title, note, testId, count, head, numbersFrom = head.length, children }: ListProps) {
  const t = useTranslate()
  return (
    <Box>
      <Box as="h2" fontSize="lg" fontWeight="semibold">
        {title}
      </Box>
      {note && (
        <Box mb="2" color="fg.muted" fontSize="sm">
          {note}
        </Box>
      )}
      {count === 0 ? (
        <Box color="fg.muted">{t('No companies')}</Box>
      ) : (
        <Box overflowX="auto" bg="bg.panel" borderWidth="1px" borderRadius="l3" tabIndex={0} role="region" aria-label={title}>
          <Table css={{ ...tableStyles, '& tbody tr': {} }} data-testid={testId}>
            <thead>
              <tr>
                {head.map((name, index) => (
                  <th key={name} scope="col" className={index >= numbersFrom ? 'number' : undefined}>
                    {name || <span className="hidden">{t('Actions')}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </Table>
        </Box>
      )}
      {count > children.length && (
        <Box mt="1" color="fg.muted" fontSize="sm">
          {t('The first %1 of %2', [children.length, count])}
        </Box>
      )}
    </Box>
  )
}

interface Listed {
  company: number
  name: BillingReport['due']['rows'][number]['name']
}

function Name({ row, note }: { row: Listed; note?: string | undefined }) {
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (
    <td>
      <bdi>{localized(row.name, lang)}</bdi> <span className="muted">#{row.company}</span>
      {note && (
        <Box as="span" ms="2" color="negative">
          {note}
        </Box>
      )}
    </td>
  )
}

function RetryBilling({ row, onDone }: { row: Listed; onDone: () => void }) {
  const t = useTranslate()
  const { client, session, notices } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [isRunning, setRunning] = useState(false)
  async function retry(): Promise<void> {
    setRunning(true)
    try {
      const { data } = await client.Company.retryBilling({}, { company: row.company })
      if (data.status === 'OK') notices.show('positive', 'Company billed')
      else notices.showSentence('negative', { message: data.error ?? 'Error' })
      onDone()
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      size="sm"
      disabled={isRunning}
      aria-label={t('Retry billing: %1', [localized(row.name, lang)])}
      onClick={() => void retry()}
    >
      {t('Retry')}
    </Button>
  )
}
