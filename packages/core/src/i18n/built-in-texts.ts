import { en } from './en.ts'

type Texts = Readonly<Record<string, string>>

/** English is always there; the others are fetched when chosen, so that a browser loads one language and not all. */
const others: Readonly<Record<string, () => Promise<Texts>>> = {
  ru: async () => (await import('./ru.ts')).ru,
  ar: async () => (await import('./ar.ts')).ar,
}

/** The program's own texts in a language; none for languages that only the server's dictionary has. */
export const builtInTexts = async (lang: string): Promise<Texts> => (lang === 'en' ? en : ((await others[lang]?.()) ?? {}))
