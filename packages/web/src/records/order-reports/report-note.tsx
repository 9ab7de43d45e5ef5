import { Box } from '@chakra-ui/react'
import { type ReportAnswer, reportGrains } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { isMoneyFigure, type ReportColumnName, reportColumns } from '@tiffin/core/rules'
import { NativeSelect } from '../../ui/controls.ts'
import { useListUrl } from '../use-list-url.ts'
import { type ChartMeasure, chartMeasures, ReportChart } from './report-chart.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { useFigureText } from './use-figure-text.ts'
import { useReport } from './use-report.ts'
import { useReportParams } from './use-report-params.ts'

const grains = { day: 'By day', hour: 'By hour', merchant: 'By merchant' } as const
const shown = ['orders', 'cancelled', 'revenue', 'average'] as const satisfies readonly ReportColumnName[]

/** Shown above the list of orders: links to the other reports, revenue next to the documented sums (AMB-215), and a chart. */
export function ReportNote() {
  const t = useTranslate()
  const url = useListUrl()
  const [params, put] = useReportParams()
  const grain = reportGrains.find((reportGrain) => reportGrain === params.get('chart'))
  const measure: ChartMeasure = chartMeasures.find((chartMeasure) => chartMeasure === params.get('measure')) ?? 'revenue'
  const { data } = useReport(url.state, { report: 'orders', by: grain ?? 'day' })
  const figureText = useFigureText()
  const text = (name: ReportColumnName, { totals, currencies = [] }: Pick<ReportAnswer, 'totals' | 'currencies'>): string =>
    isMoneyFigure(name) && currencies.length > 0
      ? currencies.map(({ currency, totals: own }) => figureText(name, own[name], currency)).join(' · ')
      : figureText(name, totals[name])
  return (
    <Box ps={{ base: '1', sm: '1.5' }} pe="3" pb="2" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <ReportTabs />
        <Box as="dl" display="flex" flexWrap="wrap" columnGap="4" px="1.5" data-testid="report-figures">
          {shown.map((name) => (
            <Box key={name} display="flex" gap="1">
              <Box as="dt" color="fg.muted">
                {t(reportColumns[name].label)}
              </Box>
              <Box as="dd" fontWeight="medium">
                <bdi>{data ? text(name, data) : '…'}</bdi>
              </Box>
            </Box>
          ))}
        </Box>
        <Box display="flex" gap="2" ms="auto">
          {grain && (
            <NativeSelect
              w="auto"
              aria-label={t('Figures')}
              value={measure}
              onChange={(event) => put('measure', event.target.value)}
            >
              {chartMeasures.map((name) => (
                <option key={name} value={name}>
                  {t(reportColumns[name].label)}
                </option>
              ))}
            </NativeSelect>
          )}
          <NativeSelect
            w="auto"
            aria-label={t('Chart')}
            value={grain ?? ''}
            onChange={(event) => put('chart', event.target.value)}
          >
            <option value="">{t('No chart')}</option>
            {reportGrains.map((name) => (
              <option key={name} value={name}>
                {t(grains[name])}
              </option>
            ))}
          </NativeSelect>
        </Box>
      </Box>
      {grain && measure === 'revenue' && (data?.currencies?.length ?? 0) > 1 && (
        <Box color="fg.muted" px="1.5">
          {t('Amounts in several currencies are not added up.')}
        </Box>
      )}
      {grain && <ReportChart grain={grain} measure={measure} url={url} />}
    </Box>
  )
}
