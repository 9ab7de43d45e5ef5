export { createI18n, type I18n, type Translate } from './create-i18n.ts'
export { texts } from './texts.ts'
