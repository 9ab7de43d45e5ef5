import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from './list-picker.tsx'

/** The languages that the server offers (SHELL-03). */
export function LanguagePicker({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { session, ports } = useCore()
  const t = useTranslate()
  const languages = useSelected(session.store, (state) => state.languages)
  const lang = useSelected(session.store, (state) => state.lang)
  const choices = languages.map(({ code, name }) => ({ key: code, label: sanitize(name), remark: code, value: code }))
  return (
    <ListPicker
      place="list"
      title={t('Language')}
      empty=""
      height={height}
      choices={choices}
      initial={languages.findIndex(({ code }) => code === lang)}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'choose' && choice)
          session.setLang(choice.value).catch((error: unknown) => ports.log("can't load the language", error))
        onBack()
      }}
    />
  )
}
