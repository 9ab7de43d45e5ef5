/** The default translation model, unless the installation sets another (API-38). */
export const TRANSLATION_MODEL = 'gpt-4o-mini'

export interface TranslationRequest {
  text: string
  /** Language codes, such as `en` or `pt-BR`. */
  from: string
  to: string
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'language' })

/**
 * The request to an OpenAI-compatible chat service: an instruction with both languages, then the text (API-38).
 */
export const translationBody = ({ text, from, to }: TranslationRequest, model: string) => ({
  model,
  temperature: 0,
  messages: [
    {
      role: 'system',
      content:
        `Translate the user's text from ${englishNames.of(from)} to ${englishNames.of(to)}. Answer with the translation alone. ` +
        'Keep line breaks and marks such as %1 as they are.',
    },
    { role: 'user', content: text },
  ],
})

/** The translation in the service's response: content of the first choice; undefined if there is none (API-39). */
export function readTranslation(response: unknown): string | undefined {
  const content = (response as { choices?: { message?: { content?: unknown } }[] } | null | undefined)?.choices?.[0]?.message
    ?.content
  return typeof content === 'string' && content.trim() !== '' ? content.trim() : undefined
}

/** The text to translate: English if present, else the first; undefined if all are empty (AMB-183). */
export function sourceText(texts: Readonly<Record<string, string | undefined>>): { lang: string; text: string } | undefined {
  const filled = Object.entries(texts).filter((pair): pair is [string, string] => (pair[1] ?? '').trim() !== '')
  const [lang, text] = filled.find(([code]) => code === 'en') ?? filled[0] ?? []
  return lang === undefined || text === undefined ? undefined : { lang, text }
}

/** Languages without a text, in the order given. */
export const untranslatedLanguages = (
  texts: Readonly<Record<string, string | undefined>>,
  languages: readonly string[],
): string[] => languages.filter((code) => (texts[code] ?? '').trim() === '')
