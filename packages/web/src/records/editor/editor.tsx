import { Box, Dialog, Portal } from '@chakra-ui/react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useDraft, useTranslate } from '@tiffin/core/react'
import { type InputName, inputOf, recordTitle, type Screen, stateOf } from '@tiffin/core/screens'
import { RecordCommands } from '../../command-line/lazy-commands.ts'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { State } from '../../ui/state.tsx'
import { useUnsaved } from '../../ui/use-unsaved.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useRecords } from '../records-context.ts'
import { type ListUrl, type OpenRecord, recordLink } from '../use-list-url.ts'
import { HistorySection } from '../history/history-section.tsx'
import { isWide } from '../inputs/input-map.ts'
import { specialComponents } from '../special/special-components.ts'
import { guideTarget } from '../../help/guide-target.ts'
import { AutoTranslateSwitch } from './auto-translate.tsx'
import { RecordConflict } from './conflict-dialog.tsx'
import { EditorForm } from './editor-form.tsx'
import { ChangeQuestion, DeleteQuestion, SaveQuestion, UnsavedQuestion, WarningsQuestion } from './questions.tsx'
import { RestoredNote } from './restored-note.tsx'
import { TakenRows } from './taken-rows.tsx'
import { useEditor } from './use-editor.ts'
import { useFocusProblem } from './use-focus-problem.ts'

/** The editor of the record in the address, until it is closed or another is opened. */
export function Editor({ url }: { url: ListUrl }) {
  const requested = url.open
  // Closes the editor at once, because going back takes a moment.
  const [closed, setClosed] = useState<OpenRecord | null>(null)
  if (requested === null && closed !== null) setClosed(null)
  if (requested === null || requested === closed) return null
  const close = (): void => {
    setClosed(requested)
    url.closeRecord()
  }
  return <OpenEditor key={requested} id={requested} url={url} onClose={close} />
}

type Question = 'unsaved' | 'delete' | 'save' | null

export interface OpenEditorProps {
  id: OpenRecord
  url: ListUrl
  onClose: () => void
}

/** One record in its dialog or on its page. */
export function OpenEditor({ id, url, onClose }: OpenEditorProps) {
  const t = useTranslate()
  const copy = useCopy()
  const { screen, area, actor, lang, today } = useRecords()
  const editor = useEditor(id, usePreset(url))
  const [question, setQuestion] = useState<Question>(null)
  const [commands, setCommands] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { kind } = screen.editor
  const { hrefOf } = url
  const Actions = specialComponents[screen.name]?.editorActions
  const { dirty, busy } = editor
  const { target, stay, leave } = useUnsaved(dirty)
  const loaded = editor.base !== null
  useEffect(() => {
    // On a touch screen this would open the keyboard.
    if (loaded && window.matchMedia('(pointer: fine)').matches) firstField(form.current)?.focus()
  }, [loaded])
  useEffect(() => {
    // A disabled Save loses the focus, and with it the keys of the editor.
    if (loaded && !busy && document.activeElement?.matches('body, :disabled')) form.current?.focus()
  }, [loaded, busy])
  useFocusProblem(editor, url, form)
  const record = editor.isNew ? t('Новая запись') : recordTitle(screen.entity, editor.base, lang) || id
  const title = `${t(screen.one)}: ${record}`
  const link = recordLink(url, id, area === 'company' ? actor.company : null)
  useDraft(editor.draft, [screen.name, area, actor.company, id].join('/'), { title, path: link.pathname + link.search })
  const continueClosing = (): void => {
    editor.draft.discard()
    leave(target ?? onClose)
  }
  const close = (): void => (dirty ? setQuestion('unsaved') : continueClosing())
  /** Saving a new record closes the editor; an existing one stays open (EDIT-08). */
  const saveNow = async (): Promise<void> => {
    setQuestion(null)
    if ((await editor.save()) && editor.isNew) continueClosing()
  }
  /** Problems are shown before the question whether to save. */
  const save = (): void => {
    if (kind !== 'full') void saveNow()
    else if (editor.check()) setQuestion('save')
  }

  const keys = (event: React.KeyboardEvent): void => {
    // Dialogs above this editor have their own keys, but React also reports their events here.
    if (!event.currentTarget.contains(event.target as Node)) return
    const command = event.ctrlKey || event.metaKey
    if (command && event.key === 'Enter' && editor.open.writable.length > 0) {
      event.preventDefault()
      save()
    }
    if (command && (event.key === 'Delete' || event.key === 'Backspace') && editor.mayDelete) {
      if (event.key === 'Backspace' && !event.metaKey) return
      event.preventDefault()
      setQuestion('delete')
    }
  }

  const questions = (
    <>
      {commands && editor.base && (
        <LazyBoundary onFail={() => setCommands(false)}>
          <RecordCommands row={editor.base} onClose={() => setCommands(false)} />
        </LazyBoundary>
      )}
      {(question === 'unsaved' || target) && (
        <UnsavedQuestion
          onSave={() => {
            setQuestion(null)
            stay()
            void editor.save().then((saved) => saved && continueClosing())
          }}
          onCancel={() => {
            setQuestion(null)
            stay()
          }}
          onClose={continueClosing}
        />
      )}
      {question === 'save' && <SaveQuestion onYes={() => void saveNow()} onNo={() => setQuestion(null)} />}
      {question === 'delete' && (
        <DeleteQuestion
          record={title}
          needsName={editor.needsName}
          takes={editor.removal && <TakenRows removal={editor.removal} company={Number(editor.base?.['company_id'])} />}
          onYes={(name) => {
            setQuestion(null)
            void editor.remove(name).then((gone) => gone && continueClosing())
          }}
          onNo={() => setQuestion(null)}
        />
      )}
      {editor.asked && <ChangeQuestion {...editor.asked} record={String(record)} onAnswer={editor.answer} />}
      {editor.warned.length > 0 && <WarningsQuestion warnings={editor.warned} onAnswer={(yes) => void editor.overrule(yes)} />}
      {editor.conflicts.length > 0 && <RecordConflict editor={editor} />}
    </>
  )
  const state = editor.base && !editor.isNew ? stateOf(screen, editor.base, today()) : undefined
  const heading = (
    <>
      <Box
        flex="1"
        minW="0"
        display="flex"
        flexDirection={{ base: 'column', sm: 'row' }}
        alignItems={{ sm: 'center' }}
        columnGap="3"
      >
        <Box minW="0" truncate {...(kind === 'page' ? { as: 'h1' } : {})}>
          {title}
        </Box>
        {state && (
          <Box flexShrink="0" fontSize="sm" fontWeight="normal" color="fg.muted" data-testid="record-state">
            <State tone={state.tone}>{t(state.label)}</State>
          </Box>
        )}
      </Box>
      {!editor.isNew && (
        <>
          <Button
            variant="ghost"
            size="icon"
            title={t('Copy number')}
            aria-label={t('Copy number')}
            onClick={() => copy(String(id))}
          >
            <Icon name="copy" />
          </Button>
          {hrefOf && (
            <Button
              variant="ghost"
              size="icon"
              title={t('Copy link')}
              aria-label={t('Copy link')}
              onClick={() => copy(link.href)}
            >
              <Icon name="link" />
            </Button>
          )}
          {editor.base && (
            <Button
              variant="ghost"
              size="icon"
              title={t('Copy as command')}
              aria-label={t('Copy as command')}
              onClick={() => setCommands(true)}
            >
              <Icon name="terminal" />
            </Button>
          )}
        </>
      )}
      {kind !== 'page' && (
        <Button variant="ghost" size="icon" aria-label={t('Close')} title={t('Close')} onClick={close}>
          <Icon name="close" />
        </Button>
      )}
    </>
  )
  const footer = (
    <>
      {editor.mayDelete && (
        <Button variant="ghost" color="negative" me="auto" title="Ctrl+Delete" onClick={() => setQuestion('delete')}>
          {t(editor.removal?.label ?? 'Delete')}
        </Button>
      )}
      <AutoTranslateSwitch />
      {Actions && (
        <Suspense>
          <Actions editor={editor} />
        </Suspense>
      )}
      {kind !== 'page' && <Button onClick={close}>{t('Close')}</Button>}
      {editor.open.writable.length > 0 && (
        <Button variant="solid" title="Ctrl+Enter" disabled={editor.busy || (!dirty && !editor.isNew)} onClick={save}>
          {t('Save')}
        </Button>
      )}
    </>
  )
  const body = (
    <Box ref={form} aria-busy={editor.busy} tabIndex={-1} outline="none">
      <RestoredNote draft={editor.draft} />
      <EditorForm editor={editor} tab={url.tab} onTab={url.setTab} />
      <HistorySection editor={editor} />
    </Box>
  )
  if (kind === 'page')
    return (
      <EditorPage heading={heading} footer={footer} onKeyDown={keys}>
        {body}
        {questions}
      </EditorPage>
    )
  return (
    <Dialog.Root
      open
      // The page never scrolls, and locking it would restyle everything on it.
      preventScroll={false}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && close()}
      // While its fields are loading, the form gets the focus; otherwise the Copy button would.
      initialFocusEl={() => firstField(form.current) ?? form.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content
            data-testid="record-editor"
            maxW={widths[widthOf(screen)]}
            w={kind === 'full' ? { base: 'full', sm: '95vw' } : 'full'}
            // Cuts a long title instead of widening the dialog.
            minW="0"
            // Keeps the dialog's height from tab to tab.
            h={
              kind === 'full'
                ? { base: '100dvh', sm: 'min(90dvh, 860px)' }
                : editor.open.tabs.length > 1
                  ? { base: '100dvh', sm: 'min(90dvh, 640px)' }
                  : 'auto'
            }
            maxH={{ base: '100dvh', sm: '90dvh' }}
            onKeyDown={keys}
          >
            <Dialog.Header gap="1" pb="0">
              <Dialog.Title asChild>
                <Box display="flex" alignItems="center" gap="1" minW="0">
                  {heading}
                </Box>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{body}</Dialog.Body>
            <Dialog.Footer>{footer}</Dialog.Footer>
            {questions}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** Keeps buttons below the fields, as in a dialog. */
const PAGE_WIDTH = '1200px'

interface PageProps {
  heading: ReactNode
  footer: ReactNode
  children: ReactNode
  onKeyDown: (event: React.KeyboardEvent) => void
}

/** An editor as a page instead of a dialog (NAV-43). */
const EditorPage = ({ heading, footer, children, onKeyDown }: PageProps) => (
  <Box
    position="absolute"
    inset="0"
    bg="bg.panel"
    display="grid"
    gridTemplateRows="auto minmax(0, 1fr) auto"
    // Cuts a long title instead of widening the page.
    gridTemplateColumns="minmax(0, 1fr)"
    data-testid="record-editor"
    onKeyDown={onKeyDown}
  >
    <Box px="5" pt="3" fontSize="lg" fontWeight="semibold">
      <Box display="flex" alignItems="center" gap="1" maxW={PAGE_WIDTH}>
        {heading}
      </Box>
    </Box>
    <Box overflowY="auto" px="5" pt="1" {...guideTarget('settings')}>
      <Box maxW={PAGE_WIDTH}>{children}</Box>
    </Box>
    <Box px="5" py="3" borderTopWidth="1px">
      <Box display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" maxW={PAGE_WIDTH}>
        {footer}
      </Box>
    </Box>
  </Box>
)

/** Widths of the dialog. The widest tab decides which one is used. */
const widths = {
  narrow: '480px',
  default: '720px',
  withSide: '1000px',
  // Wider than the fields, for the access table (MERCH-07).
  full: '1400px',
} as const

/** Up to this many fields fit one column. */
const MAX_SINGLE_COLUMN_FIELDS = 6
const shortInputs: ReadonlySet<InputName> = new Set(['multilang', 'longText', 'image', 'secret'])

function widthOf({ editor: { kind, tabs }, entity, inputs }: Screen): keyof typeof widths {
  if (kind === 'full') return 'full'
  if (tabs.some(({ side }) => side)) return 'withSide'
  const isShort = (name: string): boolean => {
    const field = entity.fields[name]
    const input = field && inputOf({ entity, inputs }, name, field)
    return input === undefined || !isWide(input) || shortInputs.has(input)
  }
  return tabs.every(({ fields, list }) => !list && fields.length <= MAX_SINGLE_COLUMN_FIELDS && fields.every(isShort))
    ? 'narrow'
    : 'default'
}

const firstField = (form: HTMLElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('[role=tabpanel] :is(input, select, textarea):not(:disabled)') ?? null

/** Initial values of a new record from the list's filters, such as company and category. */
function usePreset({ state }: ListUrl): Record<string, unknown> {
  const { screen } = useRecords()
  const chosen = Object.entries(state.filters).filter(
    ([name, value]) => ['reference', 'choice'].includes(screen.entity.fields[name]?.kind ?? '') && /^\d+$/.test(value),
  )
  return Object.fromEntries(chosen.map(([name, value]) => [name, Number(value)]))
}
