import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type FormEvent, useRef, useState } from 'react'
import { createProfileSave, isMissingName } from '@tiffin/core'
import { isApiError, type SessionUser } from '@tiffin/sdk/contract'
import { useCore, useDraft, useSelected, useTranslate } from '@tiffin/core/react'
import { contactFields } from '@tiffin/core/rules'
import { changedFields, checkRow, createRecordDraft, type Problem, problemOf, profile } from '@tiffin/core/screens'
import { FieldLayout } from '../records/editor/field-layout.tsx'
import type { FieldsState } from '../records/editor/field-row.tsx'
import { RestoredNote } from '../records/editor/restored-note.tsx'
import { UnsavedQuestion } from '../records/editor/questions.tsx'
import { RecordsFrame } from '../records/records-frame.tsx'
import { textOf } from '../records/text-of.ts'
import { Button } from '../ui/controls.ts'
import { PROFILE } from './draft-offer.tsx'
import { AiKeyField } from './ai-key-field.tsx'
import { lazyComponent } from '../lazy-component.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'

const OwnSessions = lazyComponent(async () => (await import('./own-sessions.tsx')).OwnSessions)
const FactorSection = lazyComponent(async () => (await import('../factors/factor-section.tsx')).FactorSection)
const PushSection = lazyComponent(async () => (await import('./push-section.tsx')).PushSection)
const AccessTokens = lazyComponent(async () => (await import('./access-tokens.tsx')).AccessTokens)

const { entity } = profile
const fields = profile.editor.tabs.flatMap((tab) => tab.fields)
const writable = fields.filter((name) => !profile.readonly.includes(name))
const closedByOption: ReadonlySet<string> = new Set()
const missingPassword: Record<string, Problem> = { password: { text: 'Enter your current password' } }
const missingName: Record<string, Problem> = { name: { text: 'Please enter your name' } }

/** The user's own record (PROF-01 to 04); also asks for a missing name (AUTH-11). */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  if (!user) return null
  return (
    <RecordsFrame screen={profile} area="company">
      <OpenProfile user={user} onClose={onClose} />
    </RecordsFrame>
  )
}

function OpenProfile({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const t = useTranslate()
  const { client, notices, ports, session } = useCore()
  const relayed = useSelected(session.store, (state) => state.translation.relay)
  const base = Object.fromEntries(Object.entries(user).filter(([name]) => fields.includes(name)))
  const [draft] = useState(() => createRecordDraft({ entity, key: user.admin_id, base, send: async () => ({}) }))
  const edits = useSelected(draft.store, (state) => state.edits)
  useDraft(draft, PROFILE, { title: t('Profile'), path: location.pathname + location.search })
  const [key, setKey] = useState<string>()
  const [problems, setProblems] = useState(isMissingName(user) ? missingName : {})
  const [busy, setBusy] = useState(false)
  /** Passkeys that still sign in after the password was changed. */
  const [passkeys, setPasskeys] = useState(0)
  const [asking, setAsking] = useState(false)
  const [sessionsFailed, setSessionsFailed] = useState(false)
  const [factorsFailed, setFactorsFailed] = useState(false)
  const [tokensFailed, setTokensFailed] = useState(false)
  const [pushFailed, setPushFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const factors = useRef<HTMLDivElement>(null)
  const [saveProfile] = useState(() => createProfileSave(client))
  const row = { ...base, ...edits }
  const changed = changedFields(base, row)
  const dirty = Object.keys(changed).length > 0 || key !== undefined
  const state: FieldsState = {
    row,
    problems,
    open: { writable, closedByOption },
    set(name, value) {
      draft.set(name, value)
      setProblems(({ [name]: _solved, ...others }) => others)
    },
  }

  async function save(): Promise<void> {
    setAsking(false)
    const isNameless = textOf(row['name']).trim() === ''
    const isUnproven = contactFields.some((name) => name in changed) && changed['current_password'] === undefined
    const found = {
      ...checkRow(entity, row, { fields: Object.keys(changed), isNew: false }),
      ...(isUnproven ? missingPassword : {}),
      ...(isNameless ? missingName : {}),
    }
    setProblems(found)
    if (isUnproven) form.current?.querySelector<HTMLElement>('[autocomplete=current-password]')?.focus()
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const left = await saveProfile({ ...changed, ...(key === undefined ? {} : { settings: { openai_api_key: key } }) })
      notices.show('positive', 'Saved')
      if (left === 0) return giveUp()
      setPasskeys(left)
      setKey(undefined)
      draft.discard()
    } catch (error) {
      ports.log('the profile was not saved', error)
      if (!isApiError(error)) throw error
      const { problem, field } = problemOf(error, entity)
      if (field !== undefined) setProblems({ [field]: problem })
      else notices.showSentence('negative', problem)
    } finally {
      setBusy(false)
    }
  }
  function giveUp(): void {
    draft.discard()
    onClose()
  }
  const close = (): void => (dirty ? setAsking(true) : onClose())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) void save()
  }
  return (
    <Dialog.Root
      open
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && close()}
      initialFocusEl={() => form.current?.querySelector<HTMLElement>('[data-field=name] input') ?? null}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content data-testid="profile" maxW="640px" maxH={{ base: '100dvh', sm: '90dvh' }}>
            <chakra.form display="contents" ref={form} onSubmit={submit} noValidate>
              <Dialog.Header>
                <Dialog.Title>{t('Profile')}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <RestoredNote draft={draft} />
                {profile.editor.tabs.map((tab) => (
                  <FieldLayout key={tab.name} tab={tab} editor={state} />
                ))}
                <Box mt="1" fontSize="sm" color="fg.muted">
                  {t('Changing your password signs you out on your other devices.')}{' '}
                  {t('Changing your phone or email requires your current password.')}
                </Box>
                {passkeys > 0 && (
                  <Box
                    mt="2"
                    role="status"
                    display="flex"
                    flexWrap="wrap"
                    gap="2"
                    alignItems="center"
                    data-testid="passkeys-left"
                  >
                    {t('Password changed. Passkeys that still sign you in: %1.', [passkeys])}
                    <Button onClick={() => factors.current?.querySelector('button')?.focus()}>{t('Show passkeys')}</Button>
                  </Box>
                )}
                {/* Translation by the server needs no key. */}
                {!relayed && <AiKeyField kept={Boolean(user.settings.openai_api_key)} value={key} onChange={setKey} />}
                <LazyBoundary onFail={() => setPushFailed(true)} quiet>
                  {!pushFailed && <PushSection />}
                </LazyBoundary>
                <LazyBoundary onFail={() => setSessionsFailed(true)} quiet>
                  {!sessionsFailed && <OwnSessions user={user} onClose={close} />}
                </LazyBoundary>
                <LazyBoundary onFail={() => setFactorsFailed(true)} quiet>
                  {!factorsFailed && (
                    <div ref={factors}>
                      <FactorSection user={user} />
                    </div>
                  )}
                </LazyBoundary>
                <LazyBoundary onFail={() => setTokensFailed(true)} quiet>
                  {!tokensFailed && <AccessTokens user={user} />}
                </LazyBoundary>
              </Dialog.Body>
              <Dialog.Footer>
                <Button onClick={close}>{t('Close')}</Button>
                <Button type="submit" variant="solid" disabled={busy || !dirty}>
                  {t('Save')}
                </Button>
              </Dialog.Footer>
              {asking && <UnsavedQuestion onSave={() => void save()} onCancel={() => setAsking(false)} onClose={giveUp} />}
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
