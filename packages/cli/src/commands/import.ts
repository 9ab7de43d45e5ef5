import { type Command, Option } from 'commander'
import type { DecimalSign } from '@tiffin/core/import'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import type { ImportRowsOptions } from '../services/import-rows.ts'

/** `import`: rows of any table from a file, as one change (MOON-06). */
export function addImport(program: Command, app: App): void {
  withExamples(
    program.command('import <entity> <file>').description('create and change rows of any table from a sheet or JSON'),
    [
      ['tiffin import courier couriers.xlsx --template', 'a sheet with the columns to fill in'],
      ['tiffin import courier couriers.xlsx --dry-run', 'show what would change'],
      ['tiffin import user customers.csv --key phone --map "Имя=name"', 'match rows by phone instead of ID'],
      ['tiffin import courier couriers.xlsx --skip-refused --rejected bad.xlsx --yes', 'rejected rows go to a file'],
    ],
  )
    .addOption(new Option('--map <column=field>', 'field of a column, by heading or letter; repeatable').argParser(collect))
    .addOption(
      new Option('--value <field:text=value>', 'meaning of a text in the file, by name or ID; repeatable').argParser(collect),
    )
    .option('--rows <range>', 'rows to read, such as 2:500; start at 1 if there is no header row')
    .option('--sheet <name>', 'sheet to read (default: the first one)')
    .option('--encoding <name>', 'encoding of a csv file, such as windows-1251 (default: detected)')
    .addOption(
      new Option('--decimal <sign>', 'decimal sign of numbers in texts; without it, ambiguous ones are refused').choices([
        'point',
        'comma',
      ] satisfies DecimalSign[]),
    )
    .option('--key <field>', 'field that matches rows with records (default: the ID, if there is a column for it)')
    .option('--clear-empty', 'empty cells clear the field')
    .option('--skip-refused', 'import the other rows if some are refused')
    .option('--again', 'import a file again whose records exist already, and create them a second time')
    .option('--rejected <file>', 'write rejected rows, with reasons, to a sheet: .xlsx or .csv')
    .option('--raw', 'keep apostrophes before formulas, which exports add')
    .option('--forget-map', 'forget the columns and values chosen for such a file before')
    .option('--show <actions>', 'show only these rows of the plan: created, changed, deleted, unknown or refused')
    .option('--html <file>', 'write the plan to an HTML page')
    .option('--template', 'write a sheet with the columns of the table instead')
    .action(action<ImportRowsOptions>(app, async (call) => (await import('../services/import-rows.ts')).importRows(call)))
}
