import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { ImportOptions } from '../services/import-dictionary.ts'
import type { TranslateOptions } from '../services/translate-dictionary.ts'

/** The language of the texts; messages stay in the language of the environment. */
const textLanguage = { langIsData: true }

/** `dictionary import`, `export`, `missing` and `translate`: translations in sheets (DICT-03, DICT-12 to DICT-18), and by a model. */
export function addDictionary(program: Command, app: App): void {
  const dictionary = program.command('dictionary').description('import and export dictionary translations')

  withExamples(dictionary.command('import <file>').description('load translations from a sheet: .xlsx, .xls, .ods or .csv'), [
    ['tiffin dictionary import de.xlsx --lang de --dry-run', 'a sheet made by dictionary export: show what would change'],
    ['tiffin dictionary import texts.xls --lang de --id-column A --lang-column C --rows 2:500', 'any sheet'],
    [
      'tiffin dictionary import de.csv --lang de --id-column English --lang-column German',
      'columns by name, rows by English text',
    ],
    ['tiffin dictionary import de.xlsx --lang de --skip-refused --rejected bad.xlsx --yes', 'rejected rows go to a file'],
  ])
    .option('--lang <code>', 'text language')
    .option('--id-column <column>', 'column with IDs or English texts: a letter or a name (default: dictionary_id)')
    .option('--lang-column <column>', 'column with the translations: a letter or a name (default: the language)')
    .option('--rows <range>', 'rows to read, such as 2:500; start at 1 if there is no header row', '2:')
    .option('--sheet <name>', 'sheet to read (default: the first one)')
    .option('--encoding <name>', 'encoding of a csv file, such as windows-1251 (default: detected)')
    .option('--clear-empty', 'empty cells delete the text')
    .option('--skip-refused', 'import the other rows if some are refused')
    .option('--rejected <file>', 'write rejected rows, with reasons, to a sheet: .xlsx or .csv')
    .option('--raw', 'keep apostrophes before formulas, which exports add')
    .option('--forget-map', 'forget the columns chosen for such a file before')
    .option('--show <actions>', 'show only these rows of the plan: created, changed, deleted, unknown or refused')
    .option('--html <file>', 'write the plan to an HTML page')
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

  withExamples(dictionary.command('translate').description('translate texts without a translation with the language model'), [
    ['tiffin dictionary translate --lang de --dry-run', 'number of texts, and their price'],
    ['tiffin dictionary translate --lang de --limit 50', 'the first 50, after showing the cost and the translations'],
  ])
    .option('--lang <code>', 'text language')
    .option('-n, --limit <texts>', 'maximum number of texts')
    .action(
      action<TranslateOptions>(
        app,
        async (call) => (await import('../services/translate-dictionary.ts')).translateDictionary(call),
        textLanguage,
      ),
    )
}
