import { Box, chakra } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import type { ExportParams, Figures, ReportAnswer, ReportGrain } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { groupLabels, leavesOutCancelled, reportColumns, reports, reportTitle } from '@tiffin/core/rules'
import { filterTexts, reportGrain, reportInput, reportSheet, rowFilters, sumLabel } from '@tiffin/core/screens'
import { Link, useSearchParams } from 'react-router'
import { ReportCommands } from '../../command-line/lazy-commands.ts'
import { useCommands } from '../../keys/command-scopes.ts'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { EmptyList } from '../list/empty-list.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListSearch } from '../list/list-search.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { tableStyles } from '../list/table-styles.ts'
import { useExportAs } from '../list/use-export.ts'
import { ReportPrintDialog } from '../rare-components.ts'
import { useRecords } from '../records-context.ts'
import { ViewsMenu } from '../list/view-menus.tsx'
import { useListSettings } from '../use-list-settings.ts'
import { useReload } from '../use-list.ts'
import { type ListUrl, useListUrl } from '../use-list-url.ts'
import { ReportTabs } from './report-tabs.tsx'
import { chosenReport } from './report-url.ts'
import { useReportParams } from './use-report-params.ts'
import { useFigureText, useRowName } from './use-figure-text.ts'
import { useReport } from './use-report.ts'

const COMPARE = 'compare'

/** A report of orders by courier, merchant or promo code, with the search and filters of the list of orders. */
export function ReportPage() {
  const t = useTranslate()
  const url = useListUrl()
  const [params, setParam] = useReportParams()
  const report = chosenReport(params)
  const by = reportGrain(report, params)
  const compare = params.get(COMPARE) === '1'
  const reload = useReload()
  const { filters } = url.state
  const paramsOf = useReportSheet(url, compare)
  const exportAs = useExportAs()
  const exportReport = (): void => void exportAs(paramsOf)
  const search = useRef<HTMLInputElement>(null)
  const [printing, setPrinting] = useState(false)
  const print = (): void => setPrinting(true)
  const [commands, setCommands] = useState(false)
  const [settings, setSettings] = useListSettings()
  useReportCommands({ reload: () => void reload(), exportReport, print, showCommands: () => setCommands(true) })
  return (
    <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gridTemplateRows="auto minmax(0, 1fr)" minH="0" minW="0">
      <Box>
        <Box display="flex" alignItems="center" gap="2" px="3" py="2" flexWrap="wrap">
          <Box as="h1" fontSize="lg" fontWeight="semibold" me="2">
            {reportTitle(report, t)}
          </Box>
          <ListSearch value={url.state.search} field={search} onChange={(text) => url.set({ search: text }, { replace: true })} />
          <FilterBar filters={filters} onChange={(next, options) => url.set({ filters: next }, options)} />
          <Box display="flex" flexWrap="wrap" justifyContent="end" alignItems="center" gap="2" ms="auto">
            <Button
              aria-pressed={compare}
              color={compare ? 'accent' : undefined}
              bg={compare ? 'accent.subtle' : undefined}
              onClick={() => setParam(COMPARE, compare ? '' : '1')}
            >
              {t('Compare with the previous period')}
            </Button>
            <ViewsMenu settings={settings} onSettings={setSettings} url={url} />
            <Button size="icon" aria-label={t('Refresh')} title={t('Refresh')} onClick={() => void reload()}>
              <Icon name="refresh" />
            </Button>
            <Button size="icon" aria-label={t('Export')} title={t('Export')} onClick={exportReport}>
              <Icon name="download" />
            </Button>
            <Button size="icon" aria-label={t('Print')} title={t('Print')} onClick={print}>
              <Icon name="printer" />
            </Button>
            <Button size="icon" aria-label={t('Copy as command')} title={t('Copy as command')} onClick={() => setCommands(true)}>
              <Icon name="terminal" />
            </Button>
          </Box>
        </Box>
        <Box px={{ base: '1', sm: '1.5' }} pb="2">
          <ReportTabs />
          <Scope url={url} compare={compare} />
        </Box>
      </Box>
      <Box display="flex" flexDirection="column" minH="0" bg="bg.panel" borderTopWidth="1px">
        <ReportTable url={url} compare={compare} />
      </Box>
      {commands && (
        <LazyBoundary onFail={() => setCommands(false)}>
          <ReportCommands state={url.state} report={report} by={by} compare={compare} onClose={() => setCommands(false)} />
        </LazyBoundary>
      )}
      {printing && (
        <LazyBoundary onFail={() => setPrinting(false)}>
          <ReportPrintDialog paramsOf={paramsOf} onClose={() => setPrinting(false)} />
        </LazyBoundary>
      )}
    </Box>
  )
}

/** Parameters for exporting the report as the reader sees it. */
function useReportSheet(url: ListUrl, compare: boolean): () => Promise<ExportParams> {
  const { client } = useCore()
  const t = useTranslate()
  const [params] = useSearchParams()
  const { screen, area, company, lang, timezone, today } = useRecords()
  const report = chosenReport(params)
  const input = reportInput(screen, url.state, today(), { report, ...byOf(reportGrain(report, params)), compare })
  return async () => {
    const filters = await filterTexts(screen, url.state, { ...today(), client, company, lang, t })
    // The days of many companies are those of one zone.
    const zone = area === 'platform' ? [`${t('Time zone')}: ${timezone}`] : []
    const scope = leavesOutCancelled(report) ? [t('Amounts are without cancelled orders.')] : []
    return { ...reportSheet(input, t), filters: [...filters, ...zone, ...scope] }
  }
}

const byOf = (by: ReportGrain | undefined): { by?: ReportGrain } => (by ? { by } : {})

type ReportAction = 'reload' | 'exportReport' | 'print' | 'showCommands'
/** Commands of the report for keys and palette. */
function useReportCommands({ reload, exportReport, print, showCommands }: Record<ReportAction, () => void>): void {
  const t = useTranslate()
  const { screen } = useRecords()
  const commands = [
    { id: 'reload', name: t('Refresh'), key: 'r', run: reload },
    { id: 'export', name: t('Export'), icon: 'download' as const, run: exportReport },
    { id: 'print', name: t('Print'), icon: 'printer' as const, run: print },
    {
      id: 'command',
      name: `${t('Copy as command')}…`,
      icon: 'terminal' as const,
      words: t('command line, terminal, script'),
      run: showCommands,
    },
  ]
  useCommands([{ title: t(screen.title), commands }])
}

const StyledTable = chakra('table')

/** Rows are not links. */
const figureTable = { ...tableStyles, '& tbody tr': { _hover: { bg: 'bg.subtle' } } } as const

function ReportTable({ url, compare }: { url: ListUrl; compare: boolean }) {
  const t = useTranslate()
  const [params] = useSearchParams()
  const name = chosenReport(params)
  const by = reportGrain(name, params)
  const { label, columns } = reports[name]
  const group = by ?? reports[name].group
  const asked = { report: name, ...byOf(by), compare }
  const { data, isError, isPlaceholderData, isFetching, refetch } = useReport(url.state, asked)
  const figureText = useFigureText()
  const rowName = useRowName()
  if (isError && !isFetching) return <EmptyList kind="failed" onAction={() => void refetch()} />
  // Placeholder data of another report has other columns.
  if (!data || (isPlaceholderData && columns.some((column) => !(column in data.totals)))) return <ListSkeleton />
  if (data.rows.length === 0 && !data.before?.rows.length)
    return <EmptyList kind="no match" onAction={() => url.set({ search: '', filters: {} })} />
  const totals = [...sumsOf(t('Total'), data), ...(data.before ? sumsOf(t('Previous period'), data.before) : [])]
  return (
    <Box overflow="auto" minH="0" flex="1" tabIndex={0} role="region" aria-label={t(label)} outlineOffset="-2px">
      <StyledTable css={figureTable} aria-busy={isFetching} data-testid="report-table">
        <thead>
          <tr>
            <th scope="col">{t(groupLabels[group])}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                {t(reportColumns[column].label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key}>
              <td>
                <RowLink url={url} group={group} row={row.key}>
                  {rowName(group, row)}
                </RowLink>
              </td>
              {columns.map((column) => (
                <td key={column} className="number">
                  <bdi>{figureText(column, row.figures[column], row.currency)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map((total) => (
            <tr key={total.label}>
              <td>{total.label}</td>
              {columns.map((column) => (
                <td key={column} className="number">
                  <bdi>{figureText(column, total.figures[column], total.currency)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </StyledTable>
    </Box>
  )
}

/** What the amounts leave out. */
function Scope({ url, compare }: { url: ListUrl; compare: boolean }) {
  const t = useTranslate()
  const [params] = useSearchParams()
  const report = chosenReport(params)
  const { data } = useReport(url.state, { report, ...byOf(reportGrain(report, params)), compare })
  if (!leavesOutCancelled(report)) return null
  const isMixed = [data, data?.before].some((part) => (part?.currencies?.length ?? 0) > 1)
  return (
    <Box color="fg.muted" px="2" data-testid="report-scope">
      {t('Amounts are without cancelled orders.')} {isMixed && t('Amounts in several currencies are not added up.')}
    </Box>
  )
}

interface Sums {
  label: string
  figures: Figures
  currency?: string | undefined
}

/** The sums of all orders, and those of each currency if there are several. */
function sumsOf(label: string, { totals, currencies = [] }: Pick<ReportAnswer, 'totals' | 'currencies'>): Sums[] {
  const [only, ...others] = currencies
  if (others.length === 0) return [{ label, figures: totals, currency: only?.currency }]
  const each = currencies.map(({ currency, totals: figures }) => ({ label: sumLabel(label, currency), figures, currency }))
  return [{ label, figures: totals }, ...each]
}

/** Links to the orders of a row in the list, if a filter can find them. */
function RowLink({ url, group, row, children }: { url: ListUrl; group: string; row: number | string; children: string }) {
  const requested = rowFilters(url.state.filters, group, row)
  if (!requested || !url.listHref) return <bdi>{children}</bdi>
  const next = new URLSearchParams(url.listHref(requested))
  next.delete('report')
  next.delete('by')
  next.delete(COMPARE)
  return (
    <Link to={`?${next.toString()}`}>
      <bdi>{children}</bdi>
    </Link>
  )
}
