import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { type ExportParams, isApiError } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useTranslate } from '@tiffin/core/react'
import { shownDecimals } from '@tiffin/core/rules'
import {
  ROWS_PER_DOCUMENT,
  fetchExport,
  type ListResult,
  type ListState,
  MAX_PRINTED_ROWS,
  type PrintedDocument,
  printedDocuments,
  printedPage,
  type PrintedRows,
  printedText,
  readPrintedRows,
} from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button } from '../../ui/controls.ts'
import { printHtml } from '../../ui/print-html.ts'
import { useRecords } from '../records-context.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useCurrency } from '../use-unit.ts'
import { useExportParams } from './use-export-params.ts'

/** The page size that the spec uses to request all rows (REPORT-21). */
const ALL_ROWS = 99_999_999
/** Rows shown in the dialog; all are printed. */
const SHOWN = 100
const SECOND = 1000

interface Loaded extends Printable {
  title: string
  filters: readonly string[]
}

interface Printable {
  found: PrintedRows
  documents: readonly PrintedDocument[]
}

export interface PrintProps {
  /** The export to print. */
  paramsOf: () => Promise<ExportParams>
  read: (stream: ReadableStream<Uint8Array>, onRows: (rows: number) => void) => Promise<Printable>
  /** The name of the sums. */
  total?: PlainKey
  /** A line below the filters. */
  note?: PlainKey | undefined
  onClose: () => void
}

export interface ListPrintProps extends Pick<PrintProps, 'onClose'> {
  state: ListState
  columns: readonly string[]
  /** The currencies of the list's amounts, if there may be several. */
  currencies: ListResult['currencies']
}

/** All rows of a list in one snapshot, to be printed with filters and sums (REPORT-20, REPORT-21). */
export function ListPrintDialog({ state, columns, currencies = [], onClose }: ListPrintProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const { fields, paramsOf } = useExportParams(state, columns)
  const isMixed = currencies.length > 1
  return (
    <PrintDialog
      paramsOf={() => paramsOf('all', ALL_ROWS)}
      read={async (stream, onRows) => {
        const found = await readPrintedRows(stream, { ...screen, ...(isMixed ? { sums: [] } : {}), fields, t }, onRows)
        return { found, documents: printedDocuments(found) }
      }}
      total={screen.total}
      note={isMixed ? 'Amounts in several currencies are not added up.' : undefined}
      onClose={onClose}
    />
  )
}

export function PrintDialog({ paramsOf, read, total = 'Total', note, onClose }: PrintProps) {
  const t = useTranslate()
  const { i18n } = useCore()
  const { screen, area, user, lang, timezone, country } = useRecords()
  const { loaded, progress, failure } = useRowsToPrint({ paramsOf, read, note })
  const [printed, setPrinted] = useState(0)
  const decimals = area === 'company' ? shownDecimals(user.company) : 2
  const format = { lang, timezone, country, decimals, currency: useCurrency() }
  const count = (rows: number): string => formatCount({ count: rows, atLeast: false }, lang)
  const next = loaded?.documents[printed]

  function print({ found, title, filters }: Loaded, document: PrintedDocument): void {
    const rows = t('Rows %1–%2 of %3', [count(document.first), count(document.last), count(found.rows.length)])
    const labels = { total: t(total), before: t('Brought forward'), after: t('Carried forward') }
    printHtml(printedPage(found, document, { title, notes: [...filters, rows], dir: i18n.dir(), format, labels }), () =>
      setPrinted((before) => before + 1),
    )
  }

  return (
    <AskDialog
      title={t('Print: %1', [loaded?.title ?? t(screen.title)])}
      testId="print-dialog"
      maxW="1100px"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(loaded && !next ? 'Close' : 'Cancel')}</Button>
          {loaded && next && (
            <Button variant="solid" onClick={() => print(loaded, next)}>
              {loaded.documents.length === 1 ? t('Print') : t('Print rows %1–%2', [count(next.first), count(next.last)])}
            </Button>
          )}
        </>
      }
    >
      {failure && <Box role="alert">{t.sentence(failure)}</Box>}
      {!loaded && !failure && <Box role="status">{t('Loading rows: %1', [count(progress)])}</Box>}
      {loaded && (
        <Box display="grid" gap="2">
          {loaded.filters.map((filter) => (
            <Box key={filter}>{filter}</Box>
          ))}
          <Box data-testid="print-quantity">{t('Rows: %1', [count(loaded.found.rows.length)])}</Box>
          {loaded.documents.length > 1 && (
            <Box color="fg.muted">
              {t('Printed in %1 parts of up to %2 rows, with the sums carried forward.', [
                loaded.documents.length,
                count(ROWS_PER_DOCUMENT),
              ])}
            </Box>
          )}
          <PrintedTable loaded={loaded} total={total} format={format} />
          {loaded.found.rows.length > SHOWN && (
            <Box color="fg.muted">{t('The first %1 rows are shown here; all are printed.', [SHOWN])}</Box>
          )}
        </Box>
      )}
    </AskDialog>
  )
}

function PrintedTable({ loaded, total, format }: { loaded: Loaded; total: PlainKey; format: Parameters<typeof printedText>[2] }) {
  const t = useTranslate()
  const { columns, rows } = loaded.found
  const { sums = [], more = [] } = loaded.documents.at(-1) ?? {}
  const place = (kind: string) => (kind === 'text' ? 'start' : 'end')
  return (
    // Focusable, so that it can be scrolled by keyboard, too.
    <Box overflow="auto" maxH="50vh" borderWidth="1px" borderRadius="l2" tabIndex={0} role="region" aria-label={t('Rows')}>
      <Box
        as="table"
        fontSize="sm"
        minW="full"
        css={{
          '& :is(th, td)': { px: '2', py: '1', whiteSpace: 'nowrap' },
          '& :is(thead th, tfoot td)': { position: 'sticky', bg: 'bg.panel', fontWeight: 'semibold' },
          '& thead th': { top: '0' },
          '& tfoot td': { bottom: '0', borderTopWidth: '1px' },
        }}
      >
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <Box as="th" key={title} textAlign={place(kind)}>
                {title}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, at) => (
            <tr key={at}>
              {columns.map((column, index) => (
                <Box as="td" key={column.title} textAlign={place(column.kind)}>
                  <bdi>{printedText(row[index] ?? '', column, format)}</bdi>
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[...(sums.length > 0 ? [[t(total), ...sums.slice(1)]] : []), ...more].map((texts) => (
            <tr key={texts[0]}>
              {columns.map((column, at) => (
                <Box as="td" key={column.title} textAlign={place(column.kind)}>
                  {at === 0 ? texts[0] : <bdi>{column.sum ? printedText(texts[at] ?? '', column, format) : ''}</bdi>}
                </Box>
              ))}
            </tr>
          ))}
        </tfoot>
      </Box>
    </Box>
  )
}

function useRowsToPrint({ paramsOf, read, note }: Omit<PrintProps, 'onClose'>) {
  const { client, ports } = useCore()
  const t = useTranslate()
  const { company, timezone } = useRecords()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [progress, setProgress] = useState(0)
  const [failure, setFailure] = useState<Parameters<typeof t.sentence>[0] | null>(null)
  async function fetchRows(signal: AbortSignal): Promise<void> {
    const params = await paramsOf()
    let shownAt = 0
    const { rows, stream } = await fetchExport(client, { ...params, format: 'ndjson' }, { company, signal, onProgress: () => {} })
    if (rows > MAX_PRINTED_ROWS) {
      await stream.cancel()
      return setFailure({
        text: "More than %1 rows can't be printed. Narrow the list, or export it.",
        params: [MAX_PRINTED_ROWS],
      })
    }
    const printable = await read(stream, (known) => {
      if (performance.now() < shownAt + SECOND / 4) return
      shownAt = performance.now()
      setProgress(known)
    })
    // Paper has no link to the company, so it shows the zone of its times (AMB-069).
    const filters = new Set([...(params.filters ?? []), `${t('Time zone')}: ${timezone}`, ...(note ? [t(note)] : [])])
    setLoaded({ ...printable, title: params.title ?? '', filters: [...filters] })
  }
  // Loads once, so that the rows are those at the time of opening.
  const load = useStableCallback((signal: AbortSignal) => {
    fetchRows(signal).catch((error: unknown) => {
      if (!isApiError(error)) throw error
      ports.log("can't read the rows to print", error)
      if (!signal.aborted) setFailure(error)
    })
  })
  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal)
    return () => leaving.abort()
  }, [load])
  return { loaded, progress, failure }
}
