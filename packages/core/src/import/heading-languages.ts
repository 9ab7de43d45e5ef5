import { builtInTexts, builtInLanguages } from '#i18n/built-in-texts'
import type { Translate } from '#i18n/create-i18n'

/** A language in which a sheet may have its headings and the names of values. */
export interface HeadingLanguage {
  lang: string
  t: Translate
}

const translator = (texts: Readonly<Record<string, string>>): Translate => {
  const translate = (text: string): string => texts[text] ?? text
  return Object.assign(translate, { message: translate }) as unknown as Translate
}

/** The keys of texts are their English form. */
export const english: HeadingLanguage = { lang: 'en', t: translator({}) }

/** All languages of exports, so that a sheet can be imported by a reader of any language. */
export const loadHeadingLanguages = (): Promise<HeadingLanguage[]> =>
  Promise.all(
    builtInLanguages.map(async (lang) =>
      lang === 'en' ? english : { lang, t: translator(await builtInTexts(lang).catch(() => ({}))) },
    ),
  )
