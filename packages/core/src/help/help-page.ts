/** The languages that help is written in; others get the English text. */
export const helpLanguages = ['en', 'ru', 'ar'] as const
export type HelpLanguage = (typeof helpLanguages)[number]

/**
 * A text in each language. `{Add record}` is a label of the console, named by its key and shown in the reader's language; `[Ctrl+K]` is
 * a key.
 */
export type HelpText = Readonly<Record<HelpLanguage, string>>

export interface HelpPage {
  title: HelpText
  /** Purpose of the page in one sentence; empty lists show it too. */
  about: HelpText
  /** The first step to take; empty lists show it too. */
  first: HelpText
  tips: readonly HelpText[]
}
