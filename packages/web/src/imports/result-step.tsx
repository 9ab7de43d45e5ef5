import { Box } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { importKinds } from '@tiffin/sdk/limits'
import { formatCount } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { routesOf } from '@tiffin/core/screens'
import { areaOf } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { Button } from '../ui/controls.ts'
import { UndoQuestions } from '../records/history/undo-question.tsx'
import { useUndo } from '../records/history/use-undo.ts'
import { useRecords } from '../records/records-context.ts'
import { useReload } from '../records/use-list.ts'
import { useImport } from './import-context.ts'
import { kindNames } from './kind-names.ts'
import { RefusedRows } from './refused-rows.tsx'

/** Result of the import, with Undo and links to the records. */
export function ResultStep() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { screen, area, lang, user } = useRecords()
  const undo = useUndo()
  const [isUndone, setUndone] = useState(false)
  const reload = useReload()
  const showImported = useEffectEvent(() => void reload())
  useEffect(() => showImported(), [])
  const { saved, plan } = state
  if (!saved || !plan) return null
  const number = (count: number): string => formatCount({ count, atLeast: false }, lang)
  const { totals } = plan
  const route = routesOf(screen).find((item) => areaOf(pages[item].path) === area)
  const target = {
    change: saved.change,
    company: area === 'platform' ? 0 : (user.company?.company_id ?? 0),
    record: { table: screen.entity.name, id: 0 },
    records: { [screen.entity.name]: saved.records },
  }
  return (
    <Box display="grid" gap="4" justifyItems="start" data-testid="import-result">
      <Box role="status">
        <Box fontSize="lg" fontWeight="medium">
          {isUndone ? t('The import was undone') : t('Imported records: %1', [number(saved.records)])}
        </Box>
        <Box color="fg.muted">{t('Change number: %1', [saved.change])}</Box>
      </Box>
      <Box as="dl" display="grid" gridTemplateColumns="auto auto" columnGap="4" rowGap="1">
        {importKinds
          .filter((kind) => totals[kind] > 0)
          .map((kind) => (
            <Box key={kind} display="contents">
              <Box as="dt" color="fg.muted">
                {t(kindNames[kind])}
              </Box>
              <Box as="dd" fontVariantNumeric="tabular-nums">
                {number(totals[kind])}
              </Box>
            </Box>
          ))}
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        {!isUndone && saved.records > 0 && (
          <Button disabled={undo.busy} onClick={() => void undo.run(target, 'all').then((isDone) => isDone && setUndone(true))}>
            {t('Undo all %1', [number(saved.records)])}
          </Button>
        )}
        {totals.refused > 0 && <RefusedRows />}
        <Button variant="solid" onClick={imported.restart}>
          {t('Import another file')}
        </Button>
      </Box>
      <Box display="flex" flexWrap="wrap" gap="4">
        {route !== undefined && <ResultLink to={pages[route].path}>{t('Open the list')}</ResultLink>}
        {user.navigation.includes('Administrator-Audit') && (
          <ResultLink to={pages['Administrator-Audit'].path}>{t('Open the history')}</ResultLink>
        )}
      </Box>
      <UndoQuestions undo={undo} onDone={() => setUndone(true)} />
    </Box>
  )
}

const ResultLink = ({ to, children }: { to: string; children: string }) => (
  <Box color="accent" textDecoration="underline" css={{ '& a': { display: 'inline-flex', alignItems: 'center', minH: '6' } }}>
    <Link to={to}>{children}</Link>
  </Box>
)
