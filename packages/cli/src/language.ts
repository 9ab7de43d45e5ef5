import { createI18n, type I18n } from '@tiffin/core/i18n'
import { commandTexts } from './texts/index.ts'

export async function loadTexts(lang: string): Promise<I18n> {
  const i18n = createI18n()
  await i18n.use(lang, commandTexts[lang] ?? {})
  return i18n
}
