import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { canUpload, createImportDialog, type ImportState, isChange } from '@tiffin/core/dictionary-import'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { useHasElapsed } from '../../ui/use-has-elapsed.ts'
import { UndoChange } from '../history/undo-change.tsx'
import { useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import { CheckStep, kindNames } from './check-step.tsx'
import { ImportProvider, useImport } from './import-context.ts'
import { useDroppedFile } from './pick-file.ts'
import { StartStep } from './start-step.tsx'
import { useLanguageName } from './use-language-name.ts'
import { startWorkerProcessor } from './worker-processor.ts'

/** Imports the texts of one language from a sheet: choose, check, upload, undo (DICT-12 to DICT-17). */
export function LoadFromXls({ onClose }: { onClose: () => void }) {
  const { client, ports } = useCore()
  const { actor, company } = useRecords()
  const [dialog] = useState(() =>
    createImportDialog({ client, actor, company, openProcessor: startWorkerProcessor, log: ports.log }),
  )
  const step = useSelected(dialog.store, (state) => state.step)
  useEffect(() => () => dialog.close(), [dialog])
  useDroppedFile(() => dialog.store.getState().step === 'start' && dialog.languages.length > 0, dialog.chooseFile)
  const reload = useReload()
  const showUploaded = useEffectEvent(() => void reload())
  useEffect(() => {
    if (step === 'done') showUploaded()
  }, [step])
  const leave = (): void => {
    if (step !== 'upload') onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (dialog.store.getState().work) return
    if (step === 'start') void dialog.next()
    else if (step === 'check') void dialog.upload()
    else if (step === 'done') onClose()
  }
  return (
    <Dialog.Root open closeOnInteractOutside={false} onOpenChange={({ open }) => !open && leave()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content
            data-testid="load-from-xls"
            maxW="1080px"
            // Otherwise a wide table makes the dialog wider than a phone.
            minW="0"
            h={{ base: '100dvh', sm: '90dvh' }}
            maxH={{ base: '100dvh', sm: '90dvh' }}
          >
            <ImportProvider value={dialog}>
              <chakra.form display="contents" noValidate onSubmit={submit}>
                <Title />
                <Dialog.Body display="flex" flexDirection="column" gap="3" minW="0">
                  {dialog.languages.length === 0 ? <NoLanguage /> : <Step />}
                </Dialog.Body>
                <Footer onClose={leave} />
              </chakra.form>
            </ImportProvider>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function NoLanguage() {
  const t = useTranslate()
  return <Box>{t('First choose the languages you translate under "Select languages".')}</Box>
}

/** Takes the focus when the step changes, because the pressed button goes away. */
function Title() {
  const t = useTranslate()
  const { state } = useImport()
  const languageName = useLanguageName()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<ImportState['step']>('start')
  useEffect(() => {
    if (shown.current !== state.step) heading.current?.focus()
    shown.current = state.step
  }, [state.step])
  return (
    <Dialog.Header>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        {state.step === 'check' || state.step === 'upload'
          ? t('Check: %1, %2', [state.file ?? '', languageName(state.lang)])
          : t('Load from xls')}
      </Dialog.Title>
    </Dialog.Header>
  )
}

function Step() {
  const t = useTranslate()
  const { state } = useImport()
  const languageName = useLanguageName()
  if (state.step === 'start') return <StartStep />
  if (state.step !== 'done') return <CheckStep />
  const leftOut = (['unchanged', 'empty', 'unknown', 'refused'] as const).filter((kind) => (state.plan?.totals[kind] ?? 0) > 0)
  return (
    state.saved && (
      <Box role="status" data-testid="import-result">
        <Box fontSize="lg">{t('Uploaded texts: %1. Language: %2.', [state.saved.count, languageName(state.lang)])}</Box>
        <Box color="fg.muted">{t('Change number: %1', [state.saved.change])}</Box>
        {leftOut.map((kind) => (
          <Box key={kind}>
            {t(kindNames[kind])}: {state.plan?.totals[kind]}
          </Box>
        ))}
      </Box>
    )
  )
}

function Footer({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { dialog, state } = useImport()
  const { step, saved, plan, problem, work } = state
  return (
    <Dialog.Footer alignItems="center" flexWrap="wrap">
      <Box flex="1" minW="0">
        {problem && (
          <Box role="alert" color="negative">
            {t.sentence(problem)}
          </Box>
        )}
        <Box role="status" color="fg.muted" fontSize="sm">
          {(work || step === 'upload') && <Progress />}
        </Box>
      </Box>
      {work ? (
        <Button disabled={work.doing === 'saving'} onClick={dialog.cancel}>
          {t('Cancel')}
        </Button>
      ) : (
        step !== 'done' && (
          <Button disabled={step === 'upload'} onClick={onClose}>
            {t('Close')}
          </Button>
        )
      )}
      {step === 'start' && dialog.languages.length > 0 && (
        <Button type="submit" variant="solid" disabled={work !== null}>
          {t('Next')}
        </Button>
      )}
      {(step === 'check' || step === 'upload') && (
        <>
          <Button disabled={step === 'upload'} onClick={dialog.back}>
            {t('Back')}
          </Button>
          <Button type="submit" variant="solid" disabled={step === 'upload' || !canUpload(state)}>
            {t('Upload texts: %1', [plan?.rows.filter(isChange).length ?? 0])}
          </Button>
        </>
      )}
      {step === 'done' && (
        <>
          {saved && (
            <UndoChange change={saved.change} row={{ dictionary_id: saved.record }} count={saved.count} onDone={onClose} />
          )}
          <Button type="submit" variant="solid">
            {t('Close')}
          </Button>
        </>
      )}
    </Dialog.Footer>
  )
}

/** Nothing moves for work of a fraction of a second. */
const SHOWN_AFTER_MS = 200

function Progress() {
  const t = useTranslate()
  const { state } = useImport()
  const { work } = state
  if (!useHasElapsed(SHOWN_AFTER_MS)) return null
  const isCounted = work !== null && 'total' in work && work.total > 0
  const text =
    work?.doing === 'reading'
      ? t('Reading the file…')
      : isCounted
        ? work.doing === 'checking'
          ? t('Checking: %1 of %2 dictionary rows read', [work.done, work.total])
          : t('Uploading texts: %1 of %2', [work.done, work.total])
        : work?.doing === 'checking'
          ? t('Checking…')
          : t('Uploading…')
  return (
    <Box display="flex" gap="3" alignItems="center">
      <progress aria-label={text} {...(isCounted ? { value: work.done, max: work.total } : {})} />
      {text}
    </Box>
  )
}
