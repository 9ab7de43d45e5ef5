import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tables } from './columns.ts'
import { registrySchema } from './schema.ts'

// `npm run migration -- <entity>`: writes down how the table of a new entity is made, as text that no later declaration changes.
const [name = ''] = process.argv.slice(2)
const file = path.join(import.meta.dirname, 'migrations', `${name.replaceAll('_', '-')}.ts`)

function refusal(): string | undefined {
  if (!tables().some((table) => table.name === name))
    return `There is no entity "${name}". Write it first, with its line in packages/sdk/src/contract/entities/index.ts.`
  if (existsSync(file))
    return `${path.relative(process.cwd(), file)} is there already. Has it been released? Then write a step of your own.`
}

const literal = (statement: string): string => `\`${statement.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``

const refused = refusal()
if (refused === undefined) {
  const statements = registrySchema(tables().filter((table) => table.name === name)).map(
    (statement) => `  ${literal(statement)},\n`,
  )
  const constant = `${name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Tables`
  writeFileSync(file, `export const ${constant}: string[] = [\n${statements.join('')}]\n`)
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`)
} else {
  process.stderr.write(`${refused}\n`)
  process.exitCode = 1
}
