/** The languages of the console. Others get English. */
export type Lang = 'en' | 'ru' | 'ar'
export interface Text {
  subject: string
  text: string
}
export type ByLang<T> = Readonly<Record<Lang, T>>

export const languageOf = (lang: string): Lang => (lang === 'ru' || lang === 'ar' ? lang : 'en')

export const mail = (subject: string, ...lines: string[]): Text => ({ subject, text: lines.join('\n\n') })
