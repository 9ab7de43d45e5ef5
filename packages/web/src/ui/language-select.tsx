import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { NativeSelect } from './controls.ts'
import { useChooseLanguage } from './use-choose-language.ts'

/** Each language under its own name; the choice holds on this device. */
export function LanguageSelect() {
  const t = useTranslate()
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const lang = useSelected(session.store, (state) => state.lang)
  const choose = useChooseLanguage()
  return (
    <NativeSelect w="auto" maxW="32" aria-label={t('Language')} value={lang} onChange={(event) => choose(event.target.value)}>
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
