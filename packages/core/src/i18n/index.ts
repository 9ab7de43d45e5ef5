export { createI18n, type I18n, type TranslateText, type Translate } from './create-i18n.ts'
export { texts } from './texts.ts'
export type { Message, Param, ParamsOf, PlainKey, SameTexts, Sentence, TextKey, WithoutParams } from './text-key.ts'
