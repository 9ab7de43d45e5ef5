import { en } from './en.ts'

type Texts = Readonly<Record<string, string>>

/** English is always included; other languages are loaded when chosen, so a browser loads only one of them. */
const others: Readonly<Record<string, () => Promise<Texts>>> = {
  ru: async () => (await import('./ru.ts')).ru,
  ar: async () => (await import('./ar.ts')).ar,
}

export const builtInLanguages: readonly string[] = ['en', ...Object.keys(others)]

/** The built-in texts of a language; empty for languages that only the server's dictionary has. */
export const builtInTexts = async (lang: string): Promise<Texts> => (lang === 'en' ? en : ((await others[lang]?.()) ?? {}))
