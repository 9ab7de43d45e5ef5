import i18next, { type i18n as I18next } from 'i18next'
import { builtInTexts } from './built-in-texts.ts'
import { en } from './en.ts'
import { type Message, type Param, type ParamsOf, type Sentence, type TextKey, textOf, type WithoutParams } from './text-key.ts'

/**
 * Translates a text, identified by its English sentence, with parameters `%1` to `%4`. A number as the first parameter
 * selects the plural form if there are any: `%1 items_one` in addition to `%1 items`.
 */
export interface TranslateText<Key extends string = TextKey> {
  (text: WithoutParams<Key>): string
  <K extends Exclude<Key, WithoutParams<Key>>>(text: K, params: ParamsOf<K>): string
}

export interface Translate<Key extends string = TextKey> extends TranslateText<Key> {
  /** Translates a stored text with its parameters, or an error. */
  sentence(what: Sentence<Key> | Message): string
  /** Translates text received over the wire, such as errors. Unknown texts are returned unchanged. */
  message(text: string, params?: readonly Param[]): string
}

export interface I18n<Key extends string = TextKey> {
  t: Translate<Key>
  lang: () => string
  dir(): 'ltr' | 'rtl'
  /**
   * Chooses a language; `overrides` are texts of the server's dictionary, which take precedence over the built-in ones.
   */
  use(lang: string, overrides?: Readonly<Record<string, string>>): Promise<void>
  onChange: (callback: () => void) => () => void
}

const MAX_CACHED = 2000

/** The former keys are a large list that few installations need, so it is loaded on demand. */
async function mapToCurrentKeys(overrides: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  if (Object.keys(overrides).length === 0) return overrides
  const { withCurrentKeys } = await import('./renamed-keys.ts')
  return withCurrentKeys(overrides)
}

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv'])

export const isRightToLeft = (lang: string): boolean => rightToLeft.has(lang.slice(0, 2))

/**
 * Texts of one program. A missing text falls back to English and then to the key itself (SHELL-40). Languages other
 * than English load on demand; `onChange` reports when they are ready.
 */
export function createI18n<Key extends string = TextKey>(lang = 'en'): I18n<Key> {
  const instance: I18next = i18next.createInstance()
  const callbacks = new Set<() => void>()
  /** Cache: a board asks for the same few texts hundreds of times a second. */
  const known = new Map<string, string>()
  /** Number of the latest choice, so that texts arriving late do not undo it. */
  let choices = 0
  void instance.init({
    lng: lang,
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // Keys are sentences: dots and colons in them have no meaning.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    initAsync: false,
  })

  async function choose(next: string, overrides: Readonly<Record<string, string>> = {}): Promise<void> {
    choices += 1
    const mine = choices
    // If the texts can't be loaded, English is used.
    const own = await builtInTexts(next).catch(() => ({}))
    const overriding = await mapToCurrentKeys(overrides)
    if (mine !== choices) return
    instance.addResourceBundle(next, 'translation', { ...own, ...overriding }, false, true)
    await instance.changeLanguage(next)
    known.clear()
    for (const callback of callbacks) callback()
  }
  if (lang !== 'en') void choose(lang)

  function look(key: string, count: number | undefined): string {
    const name = count === undefined ? key : `${key} ${count}`
    const found = known.get(name) ?? instance.t(key, count === undefined ? {} : { count })
    if (known.size >= MAX_CACHED) known.clear()
    known.set(name, found)
    return found
  }

  function message(key: string, params: readonly Param[] = []): string {
    const text = look(key, typeof params[0] === 'number' ? params[0] : undefined)
    if (params.length === 0) return text
    return text.replaceAll(/%([1-4])/g, (mark, index: string) => String(params[Number(index) - 1] ?? mark))
  }

  const t: Translate<Key> = Object.assign((key: Key, params?: readonly Param[]) => message(key, params), {
    sentence: (what: Sentence<Key> | Message) => message(textOf(what), what.params),
    message,
  })

  return {
    t,
    lang: () => instance.language,
    dir: () => (isRightToLeft(instance.language) ? 'rtl' : 'ltr'),
    use: choose,
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
  }
}
