import { localized } from '@tiffin/core/rules'

type Texts = Readonly<Record<string, string>>

const languageCode = /^[a-z]{2,3}(-[A-Z]{2})?$/

const isTexts = (value: object): value is Texts =>
  Object.entries(value).length > 0 &&
  Object.entries(value).every(([code, text]) => languageCode.test(code) && typeof text === 'string')

/** A value as one string: texts in the reader's language, joined rows by name, lists with commas. */
export function formatValue(value: unknown, lang: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) {
    return value.every((other) => typeof other !== 'object') ? value.join(',') : JSON.stringify(value)
  }
  if (isTexts(value)) return localized(value, lang)
  const label = ['name', 'value', 'login', 'phone'].map((field) => (value as Texts)[field]).find((text) => text !== undefined)
  return label === undefined ? (Object.keys(value).length === 0 ? '' : JSON.stringify(value)) : formatValue(label, lang)
}

/** The value at a path such as `user_obj.name`. */
export function valueAt(row: Readonly<Record<string, unknown>>, path: string): unknown {
  if (path in row) return row[path]
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)
}

const control = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

const asEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes untrusted text so that it can't control the terminal or break the line. */
export const escapeLine = (text: string): string =>
  text.replaceAll(control, (sign) => {
    if (sign === '\t') return '\\t'
    if (sign === '\n') return '\\n'
    if (sign === '\r') return '\\r'
    return asEscape(sign)
  })

/** Like `escapeLine`, for formats with their own line breaks: JSON, which itself escapes only C0, and CSV. */
export const escapeText = (text: string): string =>
  text.replaceAll(control, (sign) => (/[\t\n\r]/.test(sign) ? sign : asEscape(sign)))
