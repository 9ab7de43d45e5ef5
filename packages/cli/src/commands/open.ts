import { type Command, Option } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { collect } from '../collect.ts'
import { withExamples } from '../help.ts'
import type { ListOptions } from '../services/read-rows.ts'

/** `open`: opens a record or a filtered list in the web console. */
export function addOpen(program: Command, app: App): void {
  withExamples(program.command('open <entity> [id]').description('open a record or a list in the web console'), [
    ['tiffin open order 42', 'prints the URL and opens it in the browser'],
    ['tiffin open courier --where state=free --order name', 'a list with its filters'],
    ['tiffin open order 42 | pbcopy', 'only prints the URL'],
  ])
    .addOption(
      new Option('-w, --where <filter>', 'a filter of the list: field=value or field~text; repeatable').argParser(collect),
    )
    .option('-s, --search <text>', 'text to find in searchable fields')
    .addOption(new Option('-o, --order <field>', 'field, -field or field:desc').argParser(collect))
    .option('--print', 'only print the URL')
    .action(
      action<ListOptions & { print?: boolean }>(app, async (call) => {
        const { listLink, openLink, recordLink } = await import('../services/web-link.ts')
        const [entity = '', id] = call.args
        const connection = await call.connect()
        const link =
          id === undefined ? await listLink(connection, entity, call.options) : await recordLink(connection, entity, id)
        return openLink(call, link)
      }),
    )
}
