import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import { withExamples } from '../help.ts'

interface SchemaOptions {
  save?: boolean
  openapi?: boolean
}

/** `schema`: the JSON Schema of a table's rows, or the OpenAPI description of all calls. */
export function addSchema(program: Command, app: App): void {
  withExamples(program.command('schema [entity]').description('print the JSON Schema of the rows of a table'), [
    ['tiffin schema order > order.schema.json', 'rows as list and get return them with --json'],
    ['tiffin schema courier --save', 'rows as save accepts them'],
    ['tiffin schema --openapi > tiffin.openapi.json', 'all calls, for programs'],
  ])
    .option('--save', 'of rows to save: all fields optional, read-only ones refused')
    .option('--openapi', 'the OpenAPI description of all calls instead')
    .action(
      action<SchemaOptions>(app, async ({ args: [name], options, io }) => {
        const { jsonSchemaOf, openApi } = await import('@tiffin/sdk/contract')
        const { findEntity } = await import('../services/find-entity.ts')
        if (options.openapi !== true && name === undefined) throw wrongUsage('Name a table, or use --openapi')
        if (options.openapi === true && name !== undefined)
          throw wrongUsage("%1 and %2 can't be used together", { params: ['--openapi', name] })
        const save = options.save === true ? 'save' : 'row'
        const schema = name === undefined ? openApi() : jsonSchemaOf(findEntity(name), save)
        io.out(`${JSON.stringify(schema, null, 2)}\n`)
      }),
    )
}
