import { useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { editableEmptyLanguages, translateEmptyLanguages, languageFields, translateText } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { useTranslator } from '../editor/auto-translate.tsx'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'

/** Fills a row's empty languages that the user may edit; they are saved with the row (DICT-06 to DICT-11). */
export function TranslateRow({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { notices } = useCore()
  const { screen } = useRecords()
  const translator = useTranslator()
  const [busy, setBusy] = useState(false)
  const fields = languageFields(screen)

  async function run(): Promise<void> {
    setBusy(true)
    try {
      const texts = Object.fromEntries(fields.map((code) => [code, textOf(editor.row[code])]))
      const own = fields.filter((code) => editor.open.writable.includes(code))
      const { empty, problem } = editableEmptyLanguages(texts, own)
      if (problem) return void notices.showSentence('warning', problem)
      const { filled, problems } = await translateEmptyLanguages(texts, empty, (request) => translateText(request, translator))
      // Text typed in the meantime is kept.
      for (const [code, text] of Object.entries(filled)) if (textOf(editor.latest()[code]) === '') editor.set(code, text)
      for (const item of problems) notices.showSentence('warning', item)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={busy || editor.base === null} aria-busy={busy} onClick={() => void run()}>
      {busy ? t('Translating…') : t('Translate')}
    </Button>
  )
}
