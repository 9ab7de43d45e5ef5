import { Box } from '@chakra-ui/react'
import { hoursOfDay, type ReportGrain, type ReportRow } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { addDays, daysBetween, type DayPeriod, reportColumns } from '@tiffin/core/rules'
import { reportPeriod, rowFilters } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { useRecords } from '../records-context.ts'
import type { ListUrl } from '../use-list-url.ts'
import { useFigureText, useRowName } from './use-figure-text.ts'
import { useReport } from './use-report.ts'

/** The figures that a chart can show. */
export const chartMeasures = ['orders', 'revenue', 'lateness'] as const
export type ChartMeasure = (typeof chartMeasures)[number]

/** More days than this are shown only if they have orders. */
const MAX_DAYS = 366
const HEIGHT = '140px'

/** A bar for each day, hour or merchant; each is a link to its orders in the list below. */
export function ReportChart({ grain, measure, url }: { grain: ReportGrain; measure: ChartMeasure; url: ListUrl }) {
  const t = useTranslate()
  const { screen, today, lang } = useRecords()
  const { filters } = url.state
  const { data, isError } = useReport(url.state, { report: measure === 'lateness' ? 'planned-actual' : 'orders', by: grain })
  const figureText = useFigureText()
  const rowName = useRowName()
  const title = `${t(reportColumns[measure].label)}: ${t(grainLabels[grain])}`
  if (!data) return isError ? <Box color="fg.muted">{t("Can't load the figures")}</Box> : <Box h={HEIGHT} aria-busy="true" />
  const bars = withEmpty(data.rows, grain, reportPeriod(screen, filters, today()))
  const values = bars.map(({ figures }) => Number(figures[measure] ?? 0))
  const max = Math.max(...values, 0)
  if (bars.length === 0) return <Box color="fg.muted">{t('No orders')}</Box>
  return (
    <Box as="ul" aria-label={title} tabIndex={0} data-testid="report-chart" css={chartStyles}>
      {bars.map((row, at) => {
        const name = rowName(grain, row)
        const text = figureText(measure, row.figures[measure], row.currency)
        const requested = rowFilters(filters, grain, row.key)
        const bar = (
          <>
            <span className="spoken">{`${name}: ${text}`}</span>
            <span className="plot" aria-hidden="true">
              <span className="bar" style={{ height: max > 0 ? `${(100 * (values[at] ?? 0)) / max}%` : 0 }} />
            </span>
            <span className="name" aria-hidden="true">
              {grain === 'day' ? shortDay(String(row.key), lang) : name}
            </span>
          </>
        )
        return (
          <li key={row.key}>
            {Object.keys(row.figures).length > 0 && requested && url.listHref ? (
              <Link to={url.listHref(requested)} title={`${name}: ${text}`}>
                {bar}
              </Link>
            ) : (
              <span className="empty" title={name}>
                {bar}
              </span>
            )}
          </li>
        )
      })}
    </Box>
  )
}

const grainLabels = { day: 'By day', hour: 'By hour', merchant: 'By merchant' } as const

/** The rows, with empty ones for the days and hours without orders between them. */
function withEmpty(rows: readonly ReportRow[], grain: ReportGrain, period: DayPeriod | undefined): readonly ReportRow[] {
  const days = period && daysBetween(period.from, period.to) + 1
  if (grain === 'merchant' || (grain === 'day' && (!period || !days || days > MAX_DAYS))) return rows
  const keys = grain === 'hour' ? hoursOfDay : Array.from({ length: days ?? 0 }, (_, at) => addDays(period?.from ?? '', at))
  return keys.map((key) => rows.find((row) => row.key === key) ?? { key, name: null, figures: {} })
}

/** A day without its year, which is in the label of the bar. */
const shortDay = (day: string, lang: string): string =>
  new Intl.DateTimeFormat(`${lang}-u-nu-latn`, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).format(new Date(day))

const chartStyles = {
  display: 'flex',
  gap: '1',
  overflowX: 'auto',
  px: '1.5',
  '& li': { flex: '1 0 40px', maxW: '20', listStyle: 'none', position: 'relative' },
  '& .spoken': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& a, & .empty': { display: 'block', color: 'fg.muted', textDecoration: 'none' },
  '& a:hover': { color: 'fg' },
  '& .plot': { display: 'flex', alignItems: 'end', h: HEIGHT, borderBottomWidth: '1px' },
  '& .bar': { display: 'block', w: 'full', minH: '1px', bg: 'accent.solid', borderTopRadius: 'l1' },
  '& .empty .bar': { minH: 0 },
  '& .name': {
    display: 'block',
    fontSize: '2xs',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
}
