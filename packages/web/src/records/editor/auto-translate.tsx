import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Multilang } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { translateEmptyLanguages, mayTranslateTexts, type TextTranslator, translateText } from '@tiffin/core/screens'
import { Switch } from '../inputs/choice-inputs.tsx'
import { useRecords } from '../records-context.ts'

/** Translates texts with the settings of the signed-in user. */
export function useTranslator(): TextTranslator {
  const { client, session } = useCore()
  const { user, company } = useRecords()
  const translation = useSelected(session.store, (state) => state.translation)
  return { client, user, translation, company }
}

const keyOf = (screen: string): string => `translate.${screen}`
/** Event for an editor's fields when its switch is toggled. */
const TURNED = 'tiffin:translate'

function useSwitch(): [on: boolean | null, turn: (on: boolean) => void] {
  const { ports, session } = useCore()
  const { screen, user, area } = useRecords()
  const translation = useSelected(session.store, (state) => state.translation)
  const has = Object.values(screen.entity.fields).some(({ kind }) => kind === 'multilang')
  const key = keyOf(screen.name)
  const read = useCallback(() => ports.storage.get(key) === '1', [ports, key])
  const [on, setOn] = useState(read)
  useEffect(() => {
    const follow = (): void => setOn(read())
    window.addEventListener(TURNED, follow)
    return () => window.removeEventListener(TURNED, follow)
  }, [read])
  const turn = (next: boolean): void => {
    ports.storage.set(key, next ? '1' : undefined)
    window.dispatchEvent(new Event(TURNED))
  }
  return [has && mayTranslateTexts(translation, user, area) ? on : null, turn]
}

/** Texts are sent to the translator only if that is switched on in this editor (AMB-182). */
export function AutoTranslateSwitch() {
  const t = useTranslate()
  const [on, turn] = useSwitch()
  if (on === null) return null
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="2" me="auto" color="fg.muted" fontSize="sm">
      <Switch role="switch" type="checkbox" checked={on} onChange={(event) => turn(event.target.checked)} />
      {t('Translate as I type')}
    </chakra.label>
  )
}

/** Milliseconds after the last keystroke (EDIT-17). */
const DELAY = 500

/** Fills a text's empty languages shortly after typing; call the returned function on each keystroke. */
export function useAutoTranslate(
  value: Multilang,
  languages: readonly string[],
  onChange: (value: Multilang) => void,
): () => void {
  const { ports, notices } = useCore()
  const [on] = useSwitch()
  const translator = useTranslator()
  const now = useRef({ value, languages, onChange, translator })
  useEffect(() => {
    now.current = { value, languages, onChange, translator }
  })
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  async function fill(): Promise<void> {
    const { value: texts, languages: codes, translator: by } = now.current
    if (Object.keys(texts).length === 0) return
    const { filled, problems } = await translateEmptyLanguages(texts, codes, (request) => translateText(request, by))
    for (const problem of problems) notices.showSentence('warning', problem)
    // Text typed in the meantime is kept.
    if (Object.keys(filled).length > 0) now.current.onChange({ ...filled, ...now.current.value })
  }
  return () => {
    cancel.current()
    if (on === true) cancel.current = ports.clock.after(DELAY, () => void fill())
  }
}
