import { createI18n, type I18n } from '@tiffin/core/i18n'
import type { CommandKey } from './texts/command-key.ts'
import { commandTexts } from './texts/index.ts'

export async function loadTexts(lang: string): Promise<I18n<CommandKey>> {
  const i18n = createI18n<CommandKey>()
  await i18n.use(lang, commandTexts[lang] ?? {})
  return i18n
}
