import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportKind, ImportPlanRow } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { PartName } from '../records/part-name.tsx'
import { useRecords } from '../records/records-context.ts'
import { ShownValue } from '../records/shown-value.tsx'
import { useImport } from './import-context.ts'
import { kindNames } from './kind-names.ts'

/** The browser stays quick however long the plan is. */
const ROWS_AT_ONCE = 100

const Table = chakra('table')

const styles: SystemStyleObject = {
  w: 'full',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 'sm',
  '& th, & td': { px: '2', py: '1', textAlign: 'start', verticalAlign: 'top', borderBottomWidth: '1px' },
  '& th': { position: 'sticky', top: 0, bg: 'bg.panel', color: 'fg.muted', fontSize: 'xs', fontWeight: 'medium' },
  '& .value': { minW: '32', maxW: '320px', overflowWrap: 'anywhere' },
  '& .value > div': { lineClamp: '6' },
  '& .refused': { color: 'negative' },
  '& .before': { color: 'fg.muted' },
}

/** The rows of the plan, field by field, one page at a time. */
export function PlanTable({ kind, count }: { kind: ImportKind | null; count: number }) {
  const t = useTranslate()
  const { lang } = useRecords()
  /** Row numbers after which the pages up to this one begin. */
  const [starts, setStarts] = useState<readonly number[]>([0])
  const rows = usePage(kind, starts.at(-1) ?? 0)
  const from = (starts.length - 1) * ROWS_AT_ONCE
  const number = (some: number): string => formatCount({ count: some, atLeast: false }, lang)
  const last = rows?.at(-1)?.row ?? 0
  return (
    <>
      <Box
        flex="1"
        minH="48"
        overflow="auto"
        borderWidth="1px"
        borderRadius="l2"
        role="region"
        aria-label={t('Plan')}
        aria-busy={rows === undefined}
        tabIndex={0}
      >
        <Table css={styles} data-testid="plan-rows">
          <thead>
            <tr>
              {(['Row in the file', 'Result', 'ID', 'Field', 'Current value', 'Value after import'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <PlanRow key={row.row} planned={row} />
            ))}
          </tbody>
        </Table>
      </Box>
      {count > ROWS_AT_ONCE && (
        <Box display="flex" gap="2" alignItems="center" justifyContent="end" fontSize="sm">
          <Box color="fg.muted" role="status">
            {t('%1–%2 of %3', [number(from + 1), number(Math.min(from + ROWS_AT_ONCE, count)), number(count)])}
          </Box>
          <Button size="sm" disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
            {t('Previous page')}
          </Button>
          <Button
            size="sm"
            disabled={rows === undefined || from + ROWS_AT_ONCE >= count}
            onClick={() => setStarts([...starts, last])}
          >
            {t('Next page')}
          </Button>
        </Box>
      )}
    </>
  )
}

function usePage(kind: ImportKind | null, after: number): readonly ImportPlanRow[] | undefined {
  const { client } = useCore()
  const { company } = useRecords()
  const { state } = useImport()
  const id = state.plan?.id ?? ''
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['import plan', id, kind, after],
    queryFn: async ({ signal }) => {
      const page = { after, limit: ROWS_AT_ONCE, ...(kind === null ? {} : { kinds: [kind] }) }
      const response = await client.Import.status(
        { import_id: id, page },
        { signal, ...(company === undefined ? {} : { company }) },
      )
      return response.data.rows
    },
    meta: { failure: 'a page of an import plan could not be read' },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isPlaceholderData ? undefined : data
}

function PlanRow({ planned }: { planned: ImportPlanRow }) {
  const t = useTranslate()
  const { screen, company } = useRecords()
  const { row, kind, id, changes, refusal } = planned
  const { entity } = screen
  const lines = Object.entries(changes)
  const span = Math.max(lines.length, 1)
  const own = (
    <>
      <td rowSpan={span}>{row}</td>
      <td rowSpan={span} className={kind === 'refused' ? 'refused' : undefined}>
        {t(kindNames[kind])}
      </td>
      <td rowSpan={span}>{id}</td>
    </>
  )
  if (lines.length === 0)
    return (
      <tr data-kind={kind}>
        {own}
        {refusal ? (
          <td colSpan={3} className="refused">
            {refusal.column !== undefined && (
              <>
                <bdi>{`${refusal.column}${row}`}</bdi>
                {': '}
              </>
            )}
            {refusal.column === undefined && refusal.field !== undefined && (
              <>
                <FieldOf path={refusal.field} />
                {': '}
              </>
            )}
            {t.message(refusal.message, refusal.params)}
          </td>
        ) : (
          <td colSpan={3} />
        )}
      </tr>
    )
  return lines.map(([path, [before, after]], index) => {
    const [name = path, part] = path.split('.')
    return (
      <tr key={path} data-kind={kind}>
        {index === 0 && own}
        <td>
          <FieldOf path={path} />
        </td>
        <td className="value before">
          <div>
            {kind !== 'created' && <ShownValue entity={entity} name={name} part={part} value={before} company={company} />}
          </div>
        </td>
        <td className="value">
          <div>
            <ShownValue entity={entity} name={name} part={part} value={after} company={company} />
          </div>
        </td>
      </tr>
    )
  })
}

function FieldOf({ path }: { path: string }) {
  const { screen, company } = useRecords()
  const [name = path, part] = path.split('.')
  return <PartName entity={screen.entity} field={name} part={part} company={company} />
}
