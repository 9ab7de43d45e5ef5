import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { ImportKind } from '@tiffin/sdk/contract'
import { importKinds } from '@tiffin/sdk/limits'
import { countChanges } from '@tiffin/core/record-import'
import { formatCount } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { useRecords } from '../records/records-context.ts'
import { AlreadyImported } from './already-imported.tsx'
import { useImport } from './import-context.ts'
import { kindNames } from './kind-names.ts'
import { PlanTable } from './plan-table.tsx'
import { RefusedRows } from './refused-rows.tsx'

/** Preview of the import: totals, which filter the rows, and each row field by field (MOON-06). */
export function PlanStep() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { plan } = state
  const [kind, setKind] = useState<ImportKind | null>(null)
  if (!plan) return null
  const { totals } = plan
  const isChanging = countChanges(totals) > 0
  const all = importKinds.reduce((sum, item) => sum + totals[item], 0)
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="2" role="group" aria-label={t('Filters')} data-testid="plan-totals">
        <Total name={t('All')} count={all} isOn={kind === null} onClick={() => setKind(null)} />
        {importKinds
          .filter((item) => totals[item] > 0)
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
      {!isChanging && (
        <Box color="fg.muted">
          {t(totals.refused > 0 ? 'Nothing to apply: no row can be imported.' : 'Nothing to apply: all values are already set.')}
        </Box>
      )}
      {plan.earlier && <AlreadyImported earlier={plan.earlier} />}
      {totals.refused > 0 && (
        <Box
          bg="warning.subtle"
          color="warning"
          p="3"
          borderRadius="l2"
          display="flex"
          flexWrap="wrap"
          gap="3"
          alignItems="center"
        >
          <Box flex="1 1 300px">
            {t('Some rows were rejected. Correct them in the file, or leave them out.')}
            {isChanging && (
              <chakra.label display="flex" gap="2" alignItems="center" minH="6" mt="1" w="fit-content">
                <input
                  type="checkbox"
                  checked={state.skipRejected}
                  onChange={({ target }) => imported.setSkipRejected(target.checked)}
                />
                {t('Leave out rejected rows: %1', [totals.refused])}
              </chakra.label>
            )}
          </Box>
          <RefusedRows />
        </Box>
      )}
      <PlanTable key={kind} kind={kind} count={kind === null ? all : totals[kind]} />
    </>
  )
}

interface TotalProps {
  name: string
  count: number
  isOn: boolean
  onClick: () => void
}

function Total({ name, count, isOn, onClick }: TotalProps) {
  const { lang } = useRecords()
  return (
    <Button size="sm" aria-pressed={isOn} onClick={onClick} variant={isOn ? 'solid' : 'outline'}>
      {name} <b>{formatCount({ count, atLeast: false }, lang)}</b>
    </Button>
  )
}
