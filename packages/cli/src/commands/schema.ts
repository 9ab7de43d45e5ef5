import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'

/** `schema`: the JSON Schema of a table's rows. */
export function addSchema(program: Command, app: App): void {
  withExamples(program.command('schema <entity>').description('print the JSON Schema of the rows of a table'), [
    ['tiffin schema order > order.schema.json', 'rows as list and get return them with --json'],
    ['tiffin schema courier --save', 'rows as save accepts them'],
  ])
    .option('--save', 'of rows to save: all fields optional, read-only ones refused')
    .action(
      action<{ save?: boolean }>(app, async (call) => {
        const { findEntity } = await import('../services/find-entity.ts')
        const { jsonSchemaOf } = await import('@tiffin/sdk/contract')
        const schema = jsonSchemaOf(findEntity(call.args[0] ?? ''), call.options.save === true ? 'save' : 'row')
        call.io.out(`${JSON.stringify(schema, null, 2)}\n`)
      }),
    )
}
