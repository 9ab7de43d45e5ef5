import { Box } from '@chakra-ui/react'
import { reportNames } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { reports } from '@tiffin/core/rules'
import { Link, useSearchParams } from 'react-router'
import { chosenReport } from './report-url.ts'

/** Links to the other reports, with the same filters. */
export function ReportTabs() {
  const t = useTranslate()
  const [params] = useSearchParams()
  const chosen = chosenReport(params)
  const hrefOf = (name: string): string => {
    const next = new URLSearchParams(params)
    for (const own of ['id', 'tab', 'page', 'sort', 'compare']) next.delete(own)
    if (name === 'orders') next.delete('report')
    else next.set('report', name)
    return `?${next.toString()}`
  }
  return (
    <Box as="nav" aria-label={t('Reports')} display="flex" flexWrap="wrap" gap="1" css={tabStyles}>
      {reportNames.map((name) => (
        <Link key={name} to={hrefOf(name)} aria-current={name === chosen ? 'page' : undefined}>
          {t(reports[name].label)}
        </Link>
      ))}
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
