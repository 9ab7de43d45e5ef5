import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { canApply, countChanges } from '@tiffin/core/record-import'
import { formatCount } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useHasElapsed } from '../ui/use-has-elapsed.ts'
import { AlreadyImported } from './already-imported.tsx'
import { useImport } from './import-context.ts'

/** The problem or the progress, and the buttons of the step. */
export function ImportFooter() {
  const t = useTranslate()
  const { imported, state } = useImport()
  const { step, work, problem, isOutdated } = state
  const [isAsking, setAsking] = useState(false)
  if (step === 'done' || (step === 'file' && !work && !problem)) return null
  return (
    <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" px="3" py="2" borderTopWidth="1px" bg="bg.panel">
      <Box flex="1" minW="0">
        {problem && (
          <Box role="alert" color="negative">
            {t.sentence(problem)}
          </Box>
        )}
        <Box role="status" color="fg.muted" fontSize="sm">
          {work && <Progress />}
        </Box>
      </Box>
      {work ? (
        <Button disabled={work.doing === 'stopping'} onClick={imported.stop}>
          {t('Stop')}
        </Button>
      ) : (
        <>
          {step !== 'file' && <Button onClick={imported.back}>{t('Back')}</Button>}
          {(step === 'columns' || step === 'values') && (
            <Button type="submit" variant="solid">
              {t('Show the plan')}
            </Button>
          )}
          {step === 'plan' && isOutdated && (
            <Button variant="solid" onClick={() => void imported.planAgain()}>
              {t('Plan again')}
            </Button>
          )}
          {step === 'plan' && !isOutdated && (
            <Button variant="solid" disabled={!canApply(state)} onClick={() => setAsking(true)}>
              {t('Apply…')}
            </Button>
          )}
        </>
      )}
      {isAsking && (
        <ApplyQuestion
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void imported.apply((state.plan?.earlier ?? null) !== null)
          }}
        />
      )}
    </Box>
  )
}

/** Says exactly how much would be created and changed. */
function ApplyQuestion({ onClose, onYes }: { onClose: () => void; onYes: () => void }) {
  const t = useTranslate()
  const { i18n } = useCore()
  const { screens, state } = useImport()
  const { plan, table } = state
  if (!plan) return null
  const { totals } = plan
  const number = (count: number): string => formatCount({ count, atLeast: false }, i18n.lang())
  const label = screens.find(({ screen }) => screen.entity.name === table)?.label
  return (
    <AskDialog
      title={t('%1: import %2 records?', [label ? t(label) : table, number(countChanges(totals))])}
      testId="import-question"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('No')}</Button>
          <Button variant="solid" data-autofocus onClick={onYes}>
            {t(plan.earlier ? 'Import again' : 'Apply')}
          </Button>
        </>
      }
    >
      <Box as="ul" listStyleType="none">
        <li>{t('New records: %1', [number(totals.created)])}</li>
        <li>{t('Changed records: %1', [number(totals.changed)])}</li>
        {totals.deleted > 0 && <li>{t('Changed records that lose a value: %1', [number(totals.deleted)])}</li>}
        {totals.refused > 0 && <li>{t('Rejected rows left out: %1', [number(totals.refused)])}</li>}
      </Box>
      {plan.earlier && <AlreadyImported earlier={plan.earlier} />}
    </AskDialog>
  )
}

/** Nothing moves for work of a fraction of a second. */
const SHOWN_AFTER_MS = 200

function Progress() {
  const t = useTranslate()
  const { i18n } = useCore()
  const { state } = useImport()
  const { work } = state
  const isLate = useHasElapsed(SHOWN_AFTER_MS)
  if (!isLate || !work) return null
  const number = (count: number): string => formatCount({ count, atLeast: false }, i18n.lang())
  const texts = {
    reading: () => t('Reading the file…'),
    matching: () => t('Reading the rows…'),
    sending: () => (work.doing === 'sending' ? t('Sending rows: %1 of %2', [number(work.done), number(work.total)]) : ''),
    planning: () => t('Preparing the plan…'),
    applying: () => t('Applying…'),
    stopping: () => t('Stopping…'),
    resuming: () => t('Loading the plan…'),
  }
  const text = texts[work.doing]()
  return (
    <Box display="flex" gap="3" alignItems="center">
      <progress aria-label={text} {...(work.doing === 'sending' ? { value: work.done, max: work.total } : {})} />
      {text}
    </Box>
  )
}
