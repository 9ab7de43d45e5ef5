import { Box, chakra } from '@chakra-ui/react'
import { memo, type MouseEvent, useMemo } from 'react'
import type { EntityName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { isEmptyValue } from '@tiffin/core/rules'
import {
  fieldName,
  isSortable,
  listedTitle,
  type ListResult,
  type ListState,
  type Row,
  shownColumn,
  type Screen,
  sumLabel,
  titleField,
} from '@tiffin/core/screens'
import { Link } from 'react-router'
import { useMedia } from '../../help/use-media.ts'
import { Icon } from '../../ui/icon.tsx'
import { isPlainClick } from '../../ui/plain-click.ts'
import { InstantToggle, isInstant } from '../instant-toggle.tsx'
import { useRecords } from '../records-context.ts'
import { specialComponents } from '../special/special-components.ts'
import type { ListUrl, OpenRecord } from '../use-list-url.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useNumberText, useUnit } from '../use-unit.ts'
import { Cell, isNumeric } from './cell.tsx'
import { tableStyles } from './table-styles.ts'

export interface Selection {
  has: (id: OpenRecord) => boolean
  toggle: (id: OpenRecord) => void
  togglePage: () => void
  page: 'all' | 'some' | 'none'
}

interface Props {
  listed: ListResult
  columns: readonly string[]
  sort: ListState['sort']
  /** Sorts by a column, or the other way if it is sorted by it. */
  onSort: (column: string) => void
  hrefOf: ListUrl['hrefOf']
  onOpen: (id: OpenRecord) => void
  onMenu: (row: Row, button: HTMLElement) => void
  selection: Selection | null
  compact: boolean
  busy: boolean
}

const StyledTable = chakra('table')

/** The rows of a page (LIST-01, LIST-02). Cells are plain elements to keep a hundred rows cheap. */
export function RecordTable(props: Props) {
  const t = useTranslate()
  const { screen } = useRecords()
  const { listed, sort, onSort, hrefOf, selection, compact, busy } = props
  const isNarrow = useMedia(NARROW)
  const onOpen = useStableCallback(props.onOpen)
  const onMenu = useStableCallback(props.onMenu)
  const onSelect = useStableCallback((id: OpenRecord) => selection?.toggle(id))
  const linked = linkedColumn(screen, props.columns)
  // Where the other columns scroll, the title comes first and stays in sight.
  const columns = useMemo(
    () => (isNarrow && linked !== undefined ? [linked, ...props.columns.filter((column) => column !== linked)] : props.columns),
    [isNarrow, linked, props.columns],
  )
  const RowAction = specialComponents[screen.name]?.rowAction
  const unitFor = useUnit()
  const numberText = useNumberText()
  const sumOf = (name: string, sum: string, currency: string | undefined): string => {
    const field = screen.entity.fields[name]
    const unit =
      field?.kind === 'money' && currency ? currency : field && unitFor({ entity: screen.entity, name, field, row: {} })
    return [field && numberText(field, sum), unit].filter(Boolean).join(' ')
  }
  const sumLines = sumLinesOf(listed, t(screen.total))
  // The name of the sums goes up to the first of them.
  const firstSum = columns.findIndex((column) => listed.sums[column] !== undefined)
  const span = Math.max(firstSum, 1)
  return (
    <Box overflow="auto" minH="0" tabIndex={0} role="region" aria-label={t(screen.title)} outlineOffset="-2px">
      <StyledTable css={tableStyles} data-compact={compact || undefined} aria-busy={busy} data-testid="record-table">
        <thead>
          <tr>
            {selection && (
              <th className="narrow">
                <label>
                  <input
                    type="checkbox"
                    aria-label={t('Select this page')}
                    checked={selection.page === 'all'}
                    ref={(box) => {
                      if (box) box.indeterminate = selection.page === 'some'
                    }}
                    onChange={selection.togglePage}
                  />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column} {...{ screen, column, sort, onSort }} isTitle={column === linked} />
            ))}
            {RowAction && (
              <th className="narrow">
                <span className="hidden">{t('Actions')}</span>
              </th>
            )}
            <th className="narrow">
              <span className="hidden">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.rows.map((row) => {
            const id = row[screen.entity.key] as OpenRecord
            return (
              <RecordRow
                key={String(id)}
                {...{ row, columns, linked, hrefOf, onOpen, onMenu, onSelect }}
                selected={selection ? selection.has(id) : null}
              />
            )
          })}
        </tbody>
        {screen.sums.length > 0 && listed.rows.length > 0 && (
          <tfoot>
            {sumLines.map(({ label, sums, currency }) => (
              <tr key={label}>
                {selection && <td />}
                {firstSum !== 0 && (
                  <td colSpan={span}>
                    <span className="name">{label}</span>
                  </td>
                )}
                {columns.slice(firstSum === 0 ? 0 : span).map((column) => (
                  <td key={column} className={classOf(screen, column, column === linked)}>
                    {sums[column] !== undefined && <bdi>{sumOf(column, sums[column], currency)}</bdi>}
                  </td>
                ))}
                {RowAction && <td />}
                <td />
              </tr>
            ))}
          </tfoot>
        )}
      </StyledTable>
    </Box>
  )
}

interface SumLine extends Pick<ListResult, 'sums'> {
  label: string
  currency?: string
}

/** The sums of all rows or, if these are of several currencies, of each currency. */
function sumLinesOf({ sums, currencies = [] }: ListResult, label: string): SumLine[] {
  const [only, ...others] = currencies
  if (others.length === 0) return [{ label, sums, ...only }]
  return currencies.map((line) => ({ ...line, label: sumLabel(label, line.currency) }))
}

const NARROW = '(max-width: 640px)'

const classOf = (screen: Screen, column: string, isTitle: boolean): string | undefined =>
  [isNumeric(screen, column) && 'number', isTitle && 'title'].filter(Boolean).join(' ') || undefined

/** The column that links to the record: its title, else its key. */
const linkedColumn = ({ entity }: Screen, columns: readonly string[]): string | undefined =>
  [titleField(entity.name as EntityName), entity.key].find((name) => columns.includes(name)) ?? columns[0]

function Heading({
  screen,
  column,
  sort,
  onSort,
  isTitle,
}: {
  screen: Screen
  column: string
  sort: ListState['sort']
  onSort: Props['onSort']
  isTitle: boolean
}) {
  const t = useTranslate()
  const label = fieldName(screen.entity, column, t)
  const sorted = sort.field === column
  const className = classOf(screen, column, isTitle)
  if (!isSortable(screen.entity.fields[column])) return <th className={className}>{label}</th>
  return (
    <th className={className} aria-sort={sorted ? (sort.dir === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" onClick={() => onSort(column)} data-sorted={sorted || undefined}>
        {label}
        <span className="arrow" data-dir={sorted ? sort.dir : undefined}>
          <Icon name="down" size={12} />
        </span>
      </button>
    </th>
  )
}

interface RecordRowProps extends Pick<Props, 'columns' | 'hrefOf' | 'onOpen' | 'onMenu'> {
  row: Row
  linked: string | undefined
  /** Null if rows can't be selected. */
  selected: boolean | null
  onSelect: (id: OpenRecord) => void
}

/** A row; re-renders only if its own props change. */
const RecordRow = memo(function RecordRow({ row, columns, linked, hrefOf, onOpen, onMenu, selected, onSelect }: RecordRowProps) {
  const t = useTranslate()
  const { screen, lang } = useRecords()
  const RowAction = specialComponents[screen.name]?.rowAction
  const { fields } = screen.entity
  /** A link without text could be neither seen nor clicked. */
  const isBlank = (column: string): boolean => {
    const field = fields[shownColumn(screen, row, column)]
    return field !== undefined && isEmptyValue(field, row[column])
  }
  const id = row[screen.entity.key] as OpenRecord
  const title = listedTitle(screen, row, lang) || String(id)
  // A time is not part of the title, and a label must contain the visible text.
  const label = fields[linked ?? '']?.kind === 'moment' ? undefined : t('Open %1', [title])
  const open = (event: MouseEvent): void => {
    const target = event.target as Element
    // React also reports the clicks of dialogs that a cell opens.
    const inRow = event.currentTarget.contains(target) && !target.closest('a, button, input, label')
    if (inRow && !window.getSelection()?.toString()) onOpen(id)
  }
  /** Handled like the row: while the next rows load, the link's address is still that of the previous page. */
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event) || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <tr onClick={open} data-selected={selected || undefined} data-testid={`row-${id}`}>
      {selected !== null && (
        <td className="narrow">
          <label>
            <input type="checkbox" aria-label={t('Select %1', [title])} checked={selected} onChange={() => onSelect(id)} />
          </label>
        </td>
      )}
      {columns.map((column) => {
        const cell = isInstant(screen, column) ? (
          <InstantToggle row={row} field={column} title={title} />
        ) : (
          <Cell row={row} column={column} />
        )
        return (
          <td key={column} className={classOf(screen, column, column === linked)}>
            {column === linked ? (
              hrefOf ? (
                <Link to={hrefOf(id)} aria-label={label} onClick={follow}>
                  {isBlank(column) ? `#${id}` : cell}
                </Link>
              ) : (
                <button type="button" className="link" aria-label={label} onClick={() => onOpen(id)}>
                  {isBlank(column) ? `#${id}` : cell}
                </button>
              )
            ) : (
              cell
            )}
          </td>
        )
      })}
      {RowAction && (
        <td className="narrow">
          <RowAction row={row} title={title} onOpen={() => onOpen(id)} />
        </td>
      )}
      <td className="narrow">
        <button
          type="button"
          className="menu"
          aria-haspopup="menu"
          aria-label={t('Actions for %1', [title])}
          onClick={(event) => onMenu(row, event.currentTarget)}
        >
          <Icon name="more" />
        </button>
      </td>
    </tr>
  )
})
