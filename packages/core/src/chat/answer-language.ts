import { builtInLanguages } from '#i18n/built-in-texts'

const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
]

/**
 * The language of a canned answer: the customer's, if there are texts in it. If it is unknown, the script of their messages
 * tells, else it is that of the console.
 */
export function answerLanguage({ lang, written, own }: { lang: string; written: string; own: string }): string {
  const known = lang.slice(0, 2).toLowerCase()
  if (builtInLanguages.includes(known)) return known
  return scripts.find(([script]) => known === '' && script.test(written))?.[1] ?? own
}
