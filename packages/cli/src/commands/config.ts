import { type Command, Option } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import type { ApplyOptions, PullOptions } from '../services/config.ts'

/** `config pull`, `plan`, `apply` and `diff`: the configuration of a company as a YAML file (AMB-231). */
export function addConfig(program: Command, app: App): void {
  const config = program.command('config').description('the configuration of a company as a YAML file, for git')

  withExamples(config.command('pull').description('write the configuration of the company as YAML'), [
    ['tiffin config pull -o company.yaml', 'statuses, paths, payment types, settings, banners, tags and categories'],
    ['tiffin config pull --names ru > company.yaml', 'with the Russian names of records'],
  ])
    .option('-o, --out <file>', 'file to write (default: standard output)')
    .option('--names <code>', 'language in which records are named (default: the one that most records have)')
    .action(action<PullOptions>(app, async (call) => (await import('../services/config.ts')).pullConfig(call)))

  withExamples(config.command('plan <file>').description('show the changes that a configuration file would make'), [
    ['tiffin config plan company.yaml', 'checks every line; changes nothing'],
    ['tiffin config plan company.yaml --prune --json', 'with records that are not in the file: they would be deleted'],
    ["tiffin config plan company.yaml --fail-if 'changes>0'", 'exits with 5 if the company differs from the file'],
  ])
    .option('--prune', 'also delete records that the file does not have')
    .addOption(
      new Option(
        '--fail-if <condition>',
        'exit with 5 if the plan meets this condition, such as changes>0 or refused>0; repeatable',
      ).argParser(collect),
    )
    .action(action<ApplyOptions>(app, async (call) => (await import('../services/config.ts')).planConfig(call)))

  withExamples(config.command('apply <file>').description('make the changes of a configuration file, as one change'), [
    ['tiffin config apply company.yaml', 'shows the plan and asks first'],
    ['tiffin config apply company.yaml --plan 3f2a91c04b7d --yes', 'exactly the plan that config plan showed'],
  ])
    .option('--prune', 'also delete records that the file does not have')
    .option('--plan <id>', 'refuse if this is no longer the plan')
    .action(action<ApplyOptions>(app, async (call) => (await import('../services/config.ts')).applyConfig(call)))

  withExamples(config.command('diff <from> [to]').description('compare two companies, or a company and a file'), [
    ['tiffin config diff 3 5', 'differences of company 5 from company 3'],
    ['tiffin config diff company.yaml', 'differences of the selected company from the file'],
  ]).action(action(app, async (call) => (await import('../services/config-diff.ts')).diffConfig(call)))
}
