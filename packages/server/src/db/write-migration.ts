import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { tables } from './columns.ts'
import { readMigrations } from './read-migrations.ts'
import { registrySchema } from './schema.ts'

// `npm run migration -- <entity>`: writes the next migration, which creates the table of a new entity.
const [name = ''] = process.argv.slice(2)
const migrations = readMigrations()
const title = `${name.replaceAll('_', '-')}.sql`
const present = migrations.find(({ file }) => file.slice('0000-'.length) === title)
const entity = tables().find((table) => table.name === name)

function refusal(): string | undefined {
  if (!entity)
    return `There is no entity "${name}". Write it first, with its line in packages/sdk/src/contract/entities/index.ts.`
  if (present)
    return `${present.file} exists already. If no database has applied it, delete it and run this again; otherwise write the next file by hand.`
  if (migrations.some(({ text }) => text.includes(`create table "${name}" (`)))
    return `A migration creates the table "${name}" already. Write the next file by hand, with what has changed.`
}

const refused = refusal()
if (entity && refused === undefined) {
  const file = path.join(import.meta.dirname, 'migrations', `${String(migrations.length + 1).padStart(4, '0')}-${title}`)
  writeFileSync(file, `${registrySchema([entity]).join(';\n')};\n`)
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`)
} else {
  process.stderr.write(`${refused}\n`)
  process.exitCode = 1
}
