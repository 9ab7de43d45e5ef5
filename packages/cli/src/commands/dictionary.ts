import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { ImportOptions } from '../services/import-dictionary.ts'

/** The language of the texts; messages stay in the language of the environment. */
const textLanguage = { langIsData: true }

/** `dictionary import`, `export` and `missing`: translations in sheets (DICT-03, DICT-12 to DICT-18). */
export function addDictionary(program: Command, app: App): void {
  const dictionary = program.command('dictionary').description('import and export dictionary translations')

  withExamples(dictionary.command('import <file>').description('load translations from a sheet: .xlsx, .xls, .ods or .csv'), [
    ['tiffin dictionary import de.xlsx --lang de --dry-run', 'a sheet made by dictionary export: show what would change'],
    ['tiffin dictionary import texts.xls --lang de --id-column A --lang-column C --rows 2:500', 'any sheet'],
    [
      'tiffin dictionary import de.csv --lang de --id-column English --lang-column German',
      'columns by name, rows by English text',
    ],
    ['tiffin dictionary import de.xlsx --lang de --skip-refused --rejected bad.xlsx --yes', 'refused rows go to a file'],
  ])
    .option('--lang <code>', 'text language')
    .option('--id-column <column>', 'column with IDs or English texts: a letter or a name (default: dictionary_id)')
    .option('--lang-column <column>', 'column with the translations: a letter or a name (default: the language)')
    .option('--rows <range>', 'rows to read, such as 2:500; start at 1 if there is no header row', '2:')
    .option('--sheet <name>', 'sheet to read (default: the first one)')
    .option('--encoding <name>', 'encoding of a csv file, such as windows-1251 (default: detected)')
    .option('--clear-empty', 'empty cells delete the text')
    .option('--skip-refused', 'import the other rows if some are refused')
    .option('--rejected <file>', 'write refused rows with the reason to a sheet: .xlsx or .csv')
    .action(
      action<ImportOptions>(
        app,
        async (call) => (await import('../services/import-dictionary.ts')).importDictionary(call),
        textLanguage,
      ),
    )

  withExamples(dictionary.command('export').description('write a dictionary language to a sheet'), [
    ['tiffin dictionary export --lang de -o de.xlsx', 'ID, English and German'],
    ['tiffin dictionary export --lang de --missing -o de.csv', 'only texts without a translation'],
  ])
    .option('--lang <code>', 'text language')
    .option('--missing', 'only texts without a translation')
    .requiredOption('-o, --out <file>', 'sheet to write: .xlsx or .csv')
    .action(
      action<{ out: string; missing?: boolean }>(
        app,
        async (call) => (await import('../services/export-dictionary.ts')).exportDictionary(call),
        textLanguage,
      ),
    )

  withExamples(dictionary.command('missing').description('list texts without a translation'), [
    ['tiffin dictionary missing --lang de', 'the texts that German lacks'],
  ])
    .option('--lang <code>', 'text language')
    .action(action(app, async (call) => (await import('../services/export-dictionary.ts')).listMissing(call), textLanguage))
}
