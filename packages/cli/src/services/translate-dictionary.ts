import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLine } from '@tiffin/core/command-line'
import type { DictionaryRow, Sheet } from '@tiffin/core/import'
import { escapeFormula, translationBody } from '@tiffin/core/rules'
import { type TextTranslator, translateText } from '@tiffin/core/screens'
import { apiError, type ErrorDetails, isApiError } from '@tiffin/sdk/contract'
import { confirm } from '../prompt.ts'
import type { Call } from '../call.ts'
import { exitCodes, wrongUsage } from '../failure.ts'
import { createProgress } from '../progress.ts'
import type { Result } from '../results/result.ts'
import { isMissing } from './export-dictionary.ts'
import { applyPlan, planNow, type Source } from './import-dictionary.ts'
import { checkImportLanguage, readDictionary, textLanguage } from './read-dictionary.ts'
import { writeSheetFile } from './sheet-file.ts'

export interface TranslateOptions {
  limit?: string
}

/** The dictionary's base language. */
const FROM = 'en'

/**
 * Translates the texts that a language lacks, after showing the price; then shows the translations, and after
 * confirmation saves them as one change. Translations that lose a placeholder are refused, as in an import. Those that are not
 * saved have been paid for, so they are kept in a file.
 */
export async function translateDictionary(call: Call<TranslateOptions>): Promise<Result> {
  const { options, t } = call
  const to = textLanguage(options.lang)
  const limit = readLimit(options.limit)
  const connection = await call.connect()
  await checkImportLanguage(connection, to)
  const rows = (await readDictionary(connection, to)).filter(isMissing).slice(0, limit)
  if (rows.length === 0) return { rows: [], remarks: [t('Every text has a translation')], exit: exitCodes.notFound }
  const { auth } = await connection.client.Auth.getLang({})
  const user = await connection.user()
  if (!auth.translation.relay && (user.settings.openai_api_key ?? '') === '') throw apiError('translation_off')
  const cost = costOf(rows, to, auth.translation)
  call.say(t('Texts: %1, characters: %2, about %3 tokens', [cost.texts, cost.characters, cost.tokens]))
  if (cost.price !== null) call.say(t('Estimated price: %1', [cost.price]))
  if (options.dryRun === true) return { rows: [cost], single: true, remarks: [t('Nothing was changed')] }
  await confirm(call, { text: 'Translate?' })
  const { client, company } = connection
  const translator = { client, user, translation: auth.translation, company: company ?? (user.company ? undefined : 0) }
  const translated: Translated[] = []
  let leaving: Promise<boolean> | undefined
  // The file is written before the command ends, even after repeated signals.
  const leave = (signal: NodeJS.Signals): void => {
    const end = () => process.off('SIGINT', leave).off('SIGTERM', leave).kill(process.pid, signal)
    leaving ??= keepInFile(call, translated, to).then(end, end)
  }
  process.on('SIGINT', leave).on('SIGTERM', leave)
  try {
    const failure = await translateRows(call, rows, { to, translator, translated })
    if (failure && translated.length === 0) throw failure
    if (failure) call.say(t('Stopped after %1 of %2 texts: %3', [translated.length, rows.length, t.sentence(failure)]))
    const source = sourceOf(stillMissing(translated, await readDictionary(connection, to)), to)
    const applied = await applyPlan(
      { ...call, options: { ...options, rows: '2:', skipRefused: true } },
      { connection, source, file: hashOf(translated), plan: await planNow(connection, source) },
    )
    if (!failure) return applied
    return { ...applied, exit: exitCodes.failed, remarks: [...(applied.remarks ?? []), t('Run it again for the other texts')] }
  } catch (error) {
    await keepInFile(call, translated, to)
    throw error
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave)
  }
}

const hashOf = (translated: readonly Translated[]): string =>
  createHash('sha256').update(JSON.stringify(translated)).digest('hex')

/** Without the texts that someone else has entered or changed in the meantime. */
function stillMissing(translated: readonly Translated[], now: readonly DictionaryRow[]): Translated[] {
  const missing = new Map(now.filter(isMissing).map(({ dictionary_id, en }) => [dictionary_id, en]))
  return translated.filter(({ row }) => missing.get(row.dictionary_id) === row.en)
}

/** Writes the translations to a file for `dictionary import`. */
async function keepInFile(
  { say, t }: Pick<Call<object>, 'say' | 't'>,
  translated: readonly Translated[],
  to: string,
): Promise<void> {
  if (translated.length === 0) return
  const file = `translations-${to}-${hashOf(translated).slice(0, 12)}.csv`
  await writeSheetFile(file, true, cellsOf(translated, to))
  say(
    t('The translations are in %1. To import them: %2', [
      file,
      commandLine(['tiffin', 'dictionary', 'import', file, '--lang', to]),
    ]),
  )
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(text)) throw wrongUsage('%1 must be a number: %2', { params: ['--limit', text] })
  return Number(text)
}

/** Models count tokens of about four characters; the instruction is sent with every text. */
const CHARACTERS_PER_TOKEN = 4

function costOf(rows: readonly DictionaryRow[], to: string, { model, price }: { model: string; price?: string | undefined }) {
  const characters = rows.reduce((sum, { en }) => sum + en.length, 0)
  const sent = rows
    .flatMap(({ en }) => translationBody({ text: en, from: FROM, to }, model).messages)
    .reduce((sum, { content }) => sum + content.length, 0)
  // The response is about as long as the text.
  const tokens = Math.ceil((sent + characters) / CHARACTERS_PER_TOKEN)
  const [amount = '', currency = ''] = (price ?? '').split(' ')
  return {
    texts: rows.length,
    characters,
    tokens,
    price: price === undefined ? null : `${((Number(amount) * tokens) / 1e6).toFixed(4)} ${currency}`,
  }
}

interface Translated {
  row: DictionaryRow
  text: string
}

/**
 * Adds to `translated`, one text after another: services limit concurrent requests. Stops at the first failure other than an
 * empty response, and returns it.
 */
async function translateRows(
  { io, t }: Pick<Call<object>, 'io' | 't'>,
  rows: readonly DictionaryRow[],
  { to, translator, translated }: { to: string; translator: TextTranslator; translated: Translated[] },
): Promise<(ErrorDetails & Error) | undefined> {
  const progress = createProgress(io)
  try {
    for (const [at, row] of rows.entries()) {
      progress.show(t('Translated: %1 of %2 texts', [at, rows.length]))
      try {
        translated.push({ row, text: await translateWhenAllowed({ text: row.en, from: FROM, to }, translator) })
      } catch (error) {
        if (!isApiError(error)) throw error
        if (error.code !== 'translation_empty') return error
      }
    }
    return undefined
  } finally {
    progress.end()
  }
}

/** Waits when the server allows no more texts in this minute. */
async function translateWhenAllowed(request: Parameters<typeof translateText>[0], translator: TextTranslator): Promise<string> {
  for (;;) {
    try {
      return await translateText(request, translator)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'rate_limited') throw error
      await wait(Number(error.params?.[0] ?? 1) * 1000)
    }
  }
}

const cellsOf = (translated: readonly Translated[], lang: string): string[][] => [
  ['dictionary_id', lang],
  ...translated.map(({ row, text }) => [String(row.dictionary_id), escapeFormula(text)]),
]

/** The translations as a sheet, so that the rules of an import apply. */
function sourceOf(translated: readonly Translated[], lang: string): Source {
  const rows = cellsOf(translated, lang).map((texts) => texts.map((text) => ({ text })))
  const sheet: Sheet = { format: 'csv', name: lang, names: [lang], rows, columns: 2 }
  return { sheet, selection: { idColumn: 0, languageColumn: 1, from: 2, to: rows.length }, lang, clearEmpty: false }
}
