import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { plannedKinds, type PlannedKind, type PlannedRow, rowErrors } from '@tiffin/core/dictionary-import'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { useImport } from './import-context.ts'

export const kindNames = {
  created: 'New',
  changed: 'Changed',
  cleared: 'Deleted',
  unchanged: 'Unchanged',
  empty: 'Empty',
  unknown: 'Not in the dictionary',
  refused: 'Row rejected',
} as const satisfies Record<PlannedKind, PlainKey>

const ROWS_AT_ONCE = 100

/** Result of the upload: totals, which filter the rows, and each row with its text before and after (DICT-14). */
export function CheckStep() {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { plan } = state
  const [kind, setKind] = useState<PlannedKind | null>(null)
  const rows = useMemo(() => plan?.rows.filter((row) => kind === null || row.kind === kind) ?? [], [plan, kind])
  if (!plan) return null
  const { totals } = plan
  const isChanging = totals.created + totals.changed + totals.cleared > 0
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="2" role="group" aria-label={t('Filters')} data-testid="import-totals">
        <Total name={t('All')} count={plan.rows.length} isOn={kind === null} onClick={() => setKind(null)} />
        {plannedKinds
          .filter((plannedKind) => totals[plannedKind] > 0)
          .map((other) => (
            <Total
              key={other}
              name={t(kindNames[other])}
              count={totals[other]}
              isOn={kind === other}
              onClick={() => setKind(other)}
            />
          ))}
      </Box>
      <Box color="fg.muted" fontSize="sm">
        {t(plan.matchedBy === 'id' ? 'Rows are matched by ID.' : 'Rows are matched by English text.')}{' '}
        {!isChanging && t('Nothing to upload: no text would change.')}
      </Box>
      {totals.refused > 0 && isChanging && (
        <Box bg="warning.subtle" color="warning" p="3" borderRadius="l2">
          {t('Some rows were rejected. Correct them in the file, or leave them out.')}
          <chakra.label display="flex" gap="2" alignItems="center" minH="6" mt="1" w="fit-content">
            <input
              type="checkbox"
              checked={state.skipRejected}
              onChange={({ target }) => dialog.setSkipRejected(target.checked)}
            />
            {t('Leave out rejected rows: %1', [totals.refused])}
          </chakra.label>
        </Box>
      )}
      <PlannedTable key={kind} rows={rows} />
    </>
  )
}

function Total({ name, count, isOn, onClick }: { name: string; count: number; isOn: boolean; onClick: () => void }) {
  return (
    <Button size="sm" aria-pressed={isOn} onClick={onClick} variant={isOn ? 'solid' : 'outline'}>
      {name} <b>{count}</b>
    </Button>
  )
}

const Table = chakra('table')

const styles: SystemStyleObject = {
  w: 'full',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'sm',
  '& th, & td': { px: '2', py: '1', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
  '& th': { position: 'sticky', top: 0, bg: 'bg.panel', color: 'fg.muted', fontSize: 'xs', fontWeight: 'medium' },
  '& .text': { minW: '40', maxW: '320px' },
  '& .text > div': { lineClamp: '6', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& .refused': { color: 'negative' },
}

function PlannedTable({ rows }: { rows: readonly PlannedRow[] }) {
  const t = useTranslate()
  const { state } = useImport()
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const text = (value: string, lang: string) => (
    <td className="text">
      <div lang={lang} dir="auto">
        {value}
      </div>
    </td>
  )
  return (
    <Box
      flex="1"
      minH="48"
      overflow="auto"
      borderWidth="1px"
      borderRadius="l2"
      role="region"
      aria-label={t('Texts')}
      tabIndex={0}
    >
      <Table css={styles} data-testid="import-rows">
        <thead>
          <tr>
            {(['Row in the file', 'ID', 'English text', 'Current text', 'Text after upload', 'Result'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.row} data-kind={row.kind}>
              <td>{row.row}</td>
              <td>{row.target?.dictionary_id ?? row.given}</td>
              {text(row.target?.en ?? '', 'en')}
              {text(row.before, state.lang)}
              {text(row.after, state.lang)}
              <td className={row.refusal && 'refused'}>
                {row.refusal
                  ? `${row.column ?? ''}${row.row}: ${t.message(rowErrors[row.refusal.code], row.refusal.params)}`
                  : t(kindNames[row.kind])}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > shown && (
        <Button variant="ghost" size="sm" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('Show more: %1', [rows.length - shown])}
        </Button>
      )}
    </Box>
  )
}
