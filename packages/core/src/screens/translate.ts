import type { Client } from '@tiffin/sdk/client'
import { apiError, isApiError, type SessionUser } from '@tiffin/sdk/contract'
import {
  readTranslation,
  untranslatedLanguages,
  hasOption,
  sourceText,
  type Problem,
  translationBody,
  type TranslationRequest,
} from '#rules/index'
import type { ActingCompany } from './records.ts'
import type { Area } from './screen.ts'

/** How texts are translated: by the server, or by the model at `url` with one's own key (API-37, AMB-006). */
export interface TranslationSettings {
  relay: boolean
  url: string
  model: string
}

export interface TextTranslator {
  client: Pick<Client, 'Translation'>
  user: Pick<SessionUser, 'settings'>
  translation: TranslationSettings
  /** The company that the server translates for. */
  company: ActingCompany
  fetch?: typeof fetch
  /** 20 s by default (API-41). */
  timeoutMs?: number
}

const keyOf = ({ settings }: Pick<SessionUser, 'settings'>): string => settings.openai_api_key ?? ''

/** Whether texts can be translated in the editor: there is a key, and the company has the option (AMB-081, AMB-182). */
export const mayTranslateTexts = (
  { relay }: TranslationSettings,
  user: Pick<SessionUser, 'settings' | 'company'>,
  area: Area,
): boolean => (relay || keyOf(user) !== '') && hasAi(user, area)

/** Whether AI tools are available; in the company area they are an option (AMB-081, AMB-082). */
export const hasAi = (user: Pick<SessionUser, 'company'>, area: Area): boolean =>
  area === 'platform' || hasOption(user.company ?? {}, 'allow_ai').allowed

/**
 * Translates one text: by the server if possible, else with the user's own key. @throws `translation_off`,
 * `translation_empty` with the language, `translation_failed` with the reason, and errors of the calls
 */
export async function translateText(request: TranslationRequest, translator: TextTranslator): Promise<string> {
  const { client, user, translation, company } = translator
  if (!translation.relay && keyOf(user) !== '') return askModel(request, translator)
  const { data } = await client.Translation.translate(request, company === undefined ? {} : { company })
  return data.text
}

async function askModel(
  request: TranslationRequest,
  { user, translation, timeoutMs = 20_000, fetch: ask = globalThis.fetch }: TextTranslator,
): Promise<string> {
  const failed = (reason: string | number) => apiError('translation_failed', { params: [reason] })
  const response = await ask(translation.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keyOf(user)}` },
    body: JSON.stringify(translationBody(request, translation.model)),
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw failed(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network')
  })
  if (!response.ok) throw failed(response.status)
  const text = readTranslation(await response.json().catch(() => undefined))
  if (text === undefined) throw apiError('translation_empty', { params: [request.to] })
  return text
}

/**
 * The empty ones among the languages that the user may edit (PERM-24). Reports if they may edit none of the empty
 * ones; silent if no language is empty (DICT-09).
 */
export function editableEmptyLanguages(
  texts: Readonly<Record<string, string | undefined>>,
  own: readonly string[],
): { empty: string[]; problem?: Problem } {
  const empty = untranslatedLanguages(texts, own)
  const areTheirs = own.length === 0 || untranslatedLanguages(texts, Object.keys(texts)).length > 0
  return empty.length === 0 && areTheirs ? { empty, problem: { text: "You can't edit any of the empty languages" } } : { empty }
}

/**
 * Translates into each language without a text, one after another, and reports problems (DICT-07 to 11). An empty
 * answer skips only that language; any other failure stops the rest.
 */
export async function translateEmptyLanguages(
  texts: Readonly<Record<string, string | undefined>>,
  languages: readonly string[],
  translate: (request: TranslationRequest) => Promise<string>,
): Promise<{ filled: Record<string, string>; problems: Problem[] }> {
  const filled: Record<string, string> = {}
  const problems: Problem[] = []
  const empty = untranslatedLanguages(texts, languages)
  const source = sourceText(texts)
  if (empty.length > 0 && !source) problems.push({ text: 'No text to translate' })
  if (!source) return { filled, problems }
  for (const to of empty) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- services limit concurrent requests
      filled[to] = await translate({ text: source.text, from: source.lang, to })
    } catch (error) {
      if (!isApiError(error)) throw error
      problems.push({ message: error.message, ...(error.params ? { params: error.params } : {}) })
      if (error.code !== 'translation_empty') break
    }
  }
  return { filled, problems }
}
