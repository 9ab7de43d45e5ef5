import { Box } from '@chakra-ui/react'
import { reportNames } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { formatDay } from '@tiffin/core'
import { reports } from '@tiffin/core/rules'
import { reportPeriod } from '@tiffin/core/screens'
import { Link, useSearchParams } from 'react-router'
import { useRecords } from '../records-context.ts'
import { useListUrl } from '../use-list-url.ts'
import { chosenReport } from './report-url.ts'

/** Links to the other reports, with the same filters, and the days that they cover. */
export function ReportTabs() {
  const t = useTranslate()
  const { screen, today, lang } = useRecords()
  const [params] = useSearchParams()
  const chosen = chosenReport(params)
  const hrefOf = (name: string): string => {
    const next = new URLSearchParams(params)
    for (const own of ['id', 'tab', 'page', 'sort', 'by', 'compare']) next.delete(own)
    if (name === 'orders') next.delete('report')
    else next.set('report', name)
    return `?${next.toString()}`
  }
  const period = reportPeriod(screen, useListUrl().state.filters, today())
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
      <Box as="nav" aria-label={t('Reports')} display="flex" flexWrap="wrap" gap="1" css={tabStyles}>
        {reportNames.map((name) => (
          <Link key={name} to={hrefOf(name)} aria-current={name === chosen ? 'page' : undefined}>
            {t(reports[name].label)}
          </Link>
        ))}
      </Box>
      <Box color="fg.muted" px="2" data-testid="report-period">
        {period
          ? t('Orders due %1 – %2', [formatDay(period.from, lang), formatDay(period.to, lang)])
          : t('Orders due on any day')}
      </Box>
    </Box>
  )
}

const tabStyles = {
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    h: '7',
    px: '2',
    borderRadius: 'l2',
    color: 'fg.muted',
    textDecoration: 'none',
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
  '& a[aria-current]': { bg: 'bg.muted', color: 'fg', fontWeight: 'medium' },
}
