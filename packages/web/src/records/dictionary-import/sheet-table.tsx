import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react'
import { useState } from 'react'
import { columnName, type SheetPreview } from '@tiffin/core/dictionary-import'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { useImport } from './import-context.ts'
import { useRoving } from './use-roving.ts'

/** More columns are shown on request: each is one cell in up to 49 rows. */
const COLUMNS_AT_ONCE = 60

const Table = chakra('table')

const styles: SystemStyleObject = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'sm',
  '& th, & td': {
    h: '7',
    px: '2',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    borderBottomWidth: '1px',
    borderInlineEndWidth: '1px',
  },
  '& td': { maxW: '260px', overflow: 'clip', textOverflow: 'ellipsis' },
  '& th': { bg: 'bg.subtle', p: 0, fontWeight: 'medium', color: 'fg.muted' },
  '& thead th': { position: 'sticky', top: 0, zIndex: 1 },
  '& th button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    w: 'full',
    minW: '9',
    minH: '7',
    px: '2',
    cursor: 'pointer',
    outlineOffset: '-2px',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-pressed=true]': { bg: 'accent.solid', color: 'accent.contrast' },
  },
  '& tr[data-chosen] td': { bg: 'bg.muted' },
  '& tr[data-chosen] td[data-chosen]': { bg: 'accent.subtle' },
  '& .gap': { textAlign: 'center', color: 'fg.muted', maxW: 'none' },
}

/** The sheet, whose headers choose the columns and whose row numbers choose the rows (DICT-12, DICT-13, DICT-17). */
export function SheetTable({ sheet }: { sheet: SheetPreview }) {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { idColumn, languageColumn, from, to, lang } = state
  const [shown, setShown] = useState(COLUMNS_AT_ONCE)
  const columns = Array.from({ length: Math.min(shown, sheet.columns) }, (_, column) => column)
  const headers = useRoving(columns.length, 'row')
  const numbers = useRoving(sheet.rows.length, 'column')
  const roleOf = (column: number): string | undefined =>
    column === idColumn ? t('ID') : column === languageColumn ? lang.toUpperCase() || t('Text') : undefined
  const isChosen = (row: number): boolean => row >= from && row <= (to ?? from)
  const hidden = sheet.count - sheet.rows.length
  return (
    <Box
      flex="1"
      minH="48"
      overflow="auto"
      borderWidth="1px"
      borderRadius="l2"
      role="region"
      aria-label={state.file ?? t('Sheet')}
    >
      <Table css={styles} data-testid="sheet-preview">
        <thead onKeyDown={headers.onKeyDown}>
          <tr>
            <td />
            {columns.map((column) => {
              const role = roleOf(column)
              const name = t('Column %1', [columnName(column)])
              return (
                <th key={column} scope="col">
                  <button
                    type="button"
                    aria-pressed={role !== undefined}
                    aria-label={role === undefined ? name : `${name}, ${role}`}
                    onClick={() => dialog.chooseColumn(column)}
                    {...headers.buttonAt(column)}
                  >
                    <bdi>{columnName(column)}</bdi>
                    {role !== undefined && (
                      <>
                        {'·'}
                        <bdi>{role}</bdi>
                      </>
                    )}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody onKeyDown={numbers.onKeyDown}>
          {sheet.rows.map(({ row, cells }, index) => [
            hidden > 0 && index > 0 && row !== (sheet.rows[index - 1]?.row ?? 0) + 1 && (
              <tr key="gap">
                <td className="gap" colSpan={columns.length + 1}>
                  {t('Rows not shown: %1', [hidden])}
                </td>
              </tr>
            ),
            <tr key={row} data-chosen={isChosen(row) || undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={row === from || row === to}
                  aria-label={t('Row %1', [row])}
                  onClick={() => dialog.chooseRow(row)}
                  {...numbers.buttonAt(index)}
                >
                  {row}
                </button>
              </th>
              {columns.map((column) => (
                <td key={column} dir="auto" data-chosen={column === idColumn || column === languageColumn || undefined}>
                  {cells[column]}
                </td>
              ))}
            </tr>,
          ])}
        </tbody>
      </Table>
      {sheet.columns > columns.length && (
        <Button variant="ghost" size="sm" onClick={() => setShown(shown + COLUMNS_AT_ONCE)}>
          {t('%1 more columns', [sheet.columns - columns.length])}
        </Button>
      )}
    </Box>
  )
}
