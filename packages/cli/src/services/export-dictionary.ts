import { escapeFormula } from '@tiffin/core/rules'
import type { Call } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'
import { readDictionary, textLanguage } from './read-dictionary.ts'
import { sheetFormat, writeSheetFile } from './sheet-file.ts'

/** Writes a sheet with the columns that `dictionary import` expects. */
export async function exportDictionary({ options, connect, t }: Call<{ out: string; missing?: boolean }>): Promise<Result> {
  const lang = textLanguage(options.lang)
  if (options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', 'export'] })
  sheetFormat(options.out)
  const all = await readDictionary(await connect(), lang)
  const rows = options.missing === true ? all.filter(isMissing) : all
  const columns = [...new Set(['dictionary_id', 'application', 'en', lang])]
  const cells = rows.map(({ dictionary_id, application, en, text }) =>
    [String(dictionary_id), application, en, text].slice(0, columns.length).map(escapeFormula),
  )
  await writeSheetFile(options.out, options.yes === true, [columns, ...cells])
  return { rows: [{ file: options.out, rows: rows.length }], single: true, remarks: [t('Exported: %1 texts', [rows.length])] }
}

export const isMissing = ({ en, text }: { en: string; text: string }): boolean => en !== '' && text.trim() === ''

/** The texts that have no translation. */
export async function listMissing({ options, connect, t }: Call<object>): Promise<Result> {
  const rows = (await readDictionary(await connect(), textLanguage(options.lang))).filter(isMissing)
  return {
    rows: rows.map(({ dictionary_id, application, en }) => ({ dictionary_id, application, en })),
    columns: ['dictionary_id', 'application', 'en'],
    remarks: [t('%1 texts without a translation', [rows.length])],
  }
}
