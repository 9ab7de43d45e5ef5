import { useMemo, useState } from 'react'
import { Box, Text } from 'ink'
import { type BoardColumns, type CursorPlace, type Marks, showsSeveralMerchants, selectMerchants } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useFirstSteps } from './use-first-steps.ts'
import { ageRule, storeUrl } from '@tiffin/core/rules'
import { useTheme } from '../theme/theme.ts'
import { padToWidth } from '../theme/text.ts'
import { columnWindow } from '../view/windows.ts'
import type { Density } from './card-lines.ts'
import { ColumnView } from './column-view.tsx'

interface ColumnsProps {
  columns: BoardColumns['columns']
  hidden: number
  chosen: CursorPlace
  width: number
  height: number
  density: Density
  /** Topmost screen row. */
  top: number
  marked: Marks
}

/** The columns that fit around the chosen one, with the number of columns on either side. */
export function Columns({ columns, hidden, chosen, width, height, density, top, marked }: ColumnsProps) {
  const { board, session, moves } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const phase = useSelected(board.store, (state) => state.phase)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosenMerchants = useSelected(board.store, (state) => state.chosen)
  const nowhere = chosenMerchants !== 'all' && selectMerchants({ merchants, chosen: chosenMerchants }).length === 0
  const failure = useSelected(board.store, (state) => state.failure)
  const company = useSelected(session.store, (state) => state.user?.company)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const rule = useMemo(() => ageRule(company, statuses), [company, statuses])
  const [first, setFirst] = useState(0)

  const message = (): string | undefined => {
    if (!company) return t('Choose a company first')
    if (moves.level() === 0)
      return [
        t('No have permissions to view or edit orders'),
        t('Ask the company owner to give you access on the Access tab of a merchant. This page then opens automatically.'),
      ].join('. ')
    if (phase === 'loading' || phase === 'closed') return t('Loading…')
    if (phase === 'failed')
      return failure?.code === 'period_too_long' ? t.message(failure.message) : t("Can't load the board. Press R to reload.")
    if (hidden > 0 || columns.some(({ cards }) => cards.length > 0)) return undefined
    if (nowhere) return t("The selected merchants no longer exist, or you don't have access. Press M to choose others.")
    return storeUrl(company.domain_config) === null ? t('Set up your store domain to receive orders') : t('Orders coming soon')
  }
  const text = message()
  const isEmpty = phase === 'ready' && hidden === 0 && columns.every(({ cards }) => cards.length === 0)
  const steps = useFirstSteps(isEmpty)
  const bare = phase !== 'ready' || columns.length === 0 || moves.level() === 0
  if (bare) {
    return (
      <Box height={height} justifyContent="center" alignItems="center">
        <Text bold>{text ?? ''}</Text>
      </Box>
    )
  }

  // Marks for off-screen columns have their own cells, so that nothing shifts when they appear.
  const shown = columnWindow(columns.length, width, chosen.columnIndex, first)
  if (shown.start !== first) setFirst(shown.start)
  const left = shown.start
  const right = columns.length - shown.end
  const several = showsSeveralMerchants({ merchants, chosen: chosenMerchants })
  const edges = left > 0 || right > 0
  const available = height - (edges ? 1 : 0) - (text === undefined ? 0 : 1) - (steps === undefined ? 0 : 1)
  const lefts = shown.widths.map((_, index) => shown.widths.slice(0, index).reduce((sum, item) => sum + item + 1, 0))
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {edges && (
        <Text dimColor>
          {padToWidth(left > 0 ? `${theme.marks.left} ${t('%1 more columns', [left])}` : '', Math.floor(width / 2))}
          {padToWidth(right > 0 ? `${t('%1 more columns', [right])} ${theme.marks.right}` : '', Math.ceil(width / 2), {
            align: 'right',
          })}
        </Text>
      )}
      <Box columnGap={1} height={available}>
        {columns.slice(shown.start, shown.end).map((column, offset) => {
          const isChosen = shown.start + offset === chosen.columnIndex
          return (
            <ColumnView
              key={column.status.order_status_id}
              index={shown.start + offset}
              column={column}
              chosen={isChosen ? chosen.cardIndex : undefined}
              lost={isChosen && chosen.card === undefined}
              left={lefts[offset] ?? 0}
              top={top + (edges ? 1 : 0)}
              width={shown.widths[offset] ?? 0}
              height={available}
              marked={marked}
              density={density}
              severalMerchants={several}
              ageRule={rule}
              currency={company?.country.currency_symbol || company?.country.currency_code}
            />
          )
        })}
      </Box>
      {text !== undefined && (
        <Box justifyContent="center">
          <Text bold>{text}</Text>
        </Box>
      )}
      {steps !== undefined && (
        <Box justifyContent="center">
          <Text dimColor wrap="truncate">
            {steps}
          </Text>
        </Box>
      )}
    </Box>
  )
}
