import { Box } from '@chakra-ui/react'
import { type FormEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { actorOf } from '@tiffin/core'
import { createRecordImport, type RecordImportState } from '@tiffin/core/record-import'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { type Area, areaOf, importableScreens } from '@tiffin/core/screens'
import { useLocation, useSearchParams } from 'react-router'
import { RecordsFrame } from '../records/records-frame.tsx'
import { useDroppedFile } from '../records/dictionary-import/pick-file.ts'
import { startWorkerProcessor } from '../records/dictionary-import/worker-processor.ts'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { ImportFooter } from './import-footer.tsx'
import { ImportProvider, useImport } from './import-context.ts'
import { PlanStep } from './plan-step.tsx'
import { ResultStep } from './result-step.tsx'
import { StepList } from './step-list.tsx'
import { ValuesStep } from './values-step.tsx'

/** Imports records from a file: choose, match columns, see the plan, apply, undo (MOON-06). */
export function ImportPage() {
  const { session } = useCore()
  const { pathname } = useLocation()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  // Another company or language starts over.
  return user && <Import key={`${pathname} ${user.company?.company_id ?? 0} ${lang}`} area={areaOf(pathname)} />
}

function Import({ area }: { area: Area }) {
  const { session, ports, client, i18n } = useCore()
  const { user } = session.store.getState()
  const [{ imported, screens }] = useState(() => {
    if (!user) throw new Error('Nobody is signed in')
    const own = actorOf(user)
    const isPlatform = area === 'platform' && user.role === 1
    const actor = isPlatform ? { ...own, company: null, options: null } : own
    const { languages, lang } = session.store.getState()
    return {
      screens: importableScreens(user, actor, area),
      imported: createRecordImport({
        client,
        actor,
        company: isPlatform ? 0 : undefined,
        t: i18n.t,
        lang,
        languages: languages.map(({ code }) => code),
        timezone: user.company?.timezone ?? 'UTC',
        country: user.company?.country,
        openProcessor: startWorkerProcessor,
        log: ports.log,
        pause: (ms) => new Promise((resolve) => void ports.clock.after(ms, resolve)),
      }),
    }
  })
  useEffect(() => () => imported.close(), [imported])
  const value = useMemo(() => ({ imported, screens }), [imported, screens])
  return (
    <ImportProvider value={value}>
      <FollowAddress />
      <Steps area={area} />
    </ImportProvider>
  )
}

/** The table and the plan are in the address, so that a reload continues. */
function FollowAddress() {
  const { imported, screens, state } = useImport()
  const [params, setParams] = useSearchParams()
  const [isStarted, setStarted] = useState(false)
  const start = useEffectEvent(() => {
    const plan = params.get('plan')
    const table = params.get('table')
    if (screens.some(({ screen }) => screen.entity.name === table) && table !== null) imported.chooseTable(table)
    if (plan !== null) void imported.resume(plan)
    setStarted(true)
  })
  useEffect(() => start(), [])
  const plan = state.step === 'plan' || state.step === 'done' ? (state.plan?.id ?? '') : ''
  const { table } = state
  // Until then, the address is more recent than the state.
  const isKnown = isStarted && state.work?.doing !== 'resuming'
  const write = useEffectEvent(() => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ table, plan })) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    if (next.toString() !== params.toString()) setParams(next, { replace: true })
  })
  useEffect(() => {
    if (isKnown) write()
  }, [isKnown, table, plan])
  return null
}

function Steps({ area }: { area: Area }) {
  const t = useTranslate()
  const { imported, screens, state } = useImport()
  const { step, work } = state
  const heading = useFocusOn(step)
  useDroppedFile(() => step === 'file' && work === null, imported.chooseFile)
  const chosen = screens.find(({ screen }) => screen.entity.name === state.table)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!work && (step === 'columns' || step === 'values')) void imported.next()
  }
  return (
    <Box
      as="form"
      {...{ noValidate: true, onSubmit: submit }}
      display="grid"
      gridTemplate="auto minmax(0, 1fr) auto / minmax(0, 1fr)"
      minH="0"
      data-testid="import-page"
    >
      <Box px="3" py="2" display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <Box as="h1" fontSize="lg" fontWeight="semibold" me="2" ref={heading} tabIndex={-1} outline="none">
          {chosen && step !== 'file' ? t('Import: %1', [t(chosen.label)]) : t('Imports')}
        </Box>
        <StepList />
      </Box>
      <Box
        minH="0"
        overflowY="auto"
        bg="bg.panel"
        borderTopWidth="1px"
        p={{ base: '3', sm: '4' }}
        display="flex"
        flexDirection="column"
        gap="3"
      >
        {chosen ? (
          <RecordsFrame screen={chosen.screen} area={area}>
            <Step state={state} />
          </RecordsFrame>
        ) : (
          <FileStep />
        )}
      </Box>
      {chosen ? (
        <RecordsFrame screen={chosen.screen} area={area}>
          <ImportFooter />
        </RecordsFrame>
      ) : (
        <ImportFooter />
      )}
    </Box>
  )
}

function Step({ state }: { state: RecordImportState }) {
  switch (state.step) {
    case 'file': {
      return <FileStep />
    }
    case 'columns': {
      return <ColumnsStep />
    }
    case 'values': {
      return <ValuesStep />
    }
    case 'plan': {
      return <PlanStep />
    }
    case 'done': {
      return <ResultStep />
    }
  }
}

/** The heading takes the focus when the step changes, because the pressed button goes away. */
function useFocusOn(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}
