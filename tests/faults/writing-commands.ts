import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Machine, WritingCommand } from './kill-command.ts'
import { runTiffin } from './server-process.ts'

const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`
const fileOf = ({ home }: Machine, name: string): string => path.join(home.env['HOME'] ?? '', name)

interface Courier {
  phone: string
  name: string
}

/** Imports couriers by their phone number: every version renames each one, and has `rows` more than the one before. */
export async function courierImport(machine: Machine, rows: number): Promise<WritingCommand<Courier>> {
  const { home, company } = machine
  const file = fileOf(machine, 'couriers.csv')
  const phoneOf = (number: number): string => `49${7_000_000 + number}`
  return {
    args: ['import', 'courier', file, '--key', 'phone', '--yes', '--json'],
    stored: () => home.rows<Courier>('select phone, name from courier where company = $1 order by phone', [company.company]),
    prepare(version, before) {
      const couriers = Array.from({ length: rows * version }, (_, n) => ({
        phone: phoneOf(n),
        name: `Courier ${n} of ${version}`,
      }))
      writeFileSync(file, lines(['phone,name', ...couriers.map(({ phone, name }) => `${phone},${name}`)]))
      return [...couriers, ...before.slice(couriers.length)]
    },
    // An import deletes nothing, so the next version starts from exactly its own rows.
    tidy: (version) =>
      home.rows('delete from courier where company = $1 and phone >= $2', [company.company, phoneOf(rows * version)]),
  }
}

/**
 * Imports new couriers, which no ID and no key finds again, also if their file was imported before: each completed run creates
 * them.
 */
export async function courierCreation(machine: Machine, rows: number): Promise<WritingCommand<Courier>> {
  const { home, company } = machine
  const file = fileOf(machine, 'new-couriers.csv')
  const couriers = Array.from({ length: rows }, (_, n) => ({ phone: `49${8_000_000 + n}`, name: `New courier ${n}` }))
  writeFileSync(file, lines(['phone,name', ...couriers.map(({ phone, name }) => `${phone},${name}`)]))
  return {
    args: ['import', 'courier', file, '--again', '--yes', '--json'],
    stored: () => home.rows<Courier>('select phone, name from courier where company = $1 order by phone', [company.company]),
    prepare: (_version, before) => [...before, ...couriers].toSorted((a, b) => Number(a.phone) - Number(b.phone)),
    isComplete: ({ code }) => code === 0,
    tidy: () => home.rows('delete from courier where company = $1 and name like $2', [company.company, 'New courier %']),
  }
}

interface Text {
  id: number
  de: string | null
}

/** Translates each text of a dictionary of `rows` texts. */
export async function dictionaryImport(machine: Machine, rows: number): Promise<WritingCommand<Text>> {
  const { home, company } = machine
  const file = fileOf(machine, 'de.csv')
  await home.rows(`update global_lang set support = 1 where code = 'de'`)
  await home.rows(`update admin set dictionary_edit = 'de' where login = $1`, [company.login])
  await home.rows(
    `insert into dictionary (application, texts) select 'kill', jsonb_build_object('en', 'Text ' || n) from generate_series(1, $1) n`,
    [rows],
  )
  return {
    args: ['dictionary', 'import', file, '--lang', 'de', '--yes', '--json'],
    stored: () =>
      home.rows<Text>(
        `select dictionary_id::int as id, texts ->> 'de' as de from dictionary where application = 'kill' order by dictionary_id`,
      ),
    prepare(version, before) {
      const texts = before.map(({ id }) => ({ id, de: `Text ${id} of ${version}` }))
      writeFileSync(file, lines(['dictionary_id,de', ...texts.map(({ id, de }) => `${id},${de}`)]))
      return texts
    },
  }
}

interface Tag {
  name: string
  order: number
}

/** Applies a configuration of `rows` tags: every version reorders them all, and changes the delivery fee with them. */
export async function configApply(machine: Machine, rows: number): Promise<WritingCommand<Tag>> {
  const { home, company, env } = machine
  const file = fileOf(machine, 'company.yaml')
  // A fee of 0 is the default, which the file would leave out.
  await home.rows('update company set fee = 0.5 where company_id = $1', [company.company])
  await runTiffin(['config', 'pull', '-o', file], env)
  const pulled = readFileSync(file, 'utf8')
  const tagsOf = (version: number): Tag[] =>
    Array.from({ length: rows }, (_, n) => ({ name: `Tag ${1000 + n}`, order: n * 10 + version }))
  return {
    args: ['config', 'apply', file, '--yes', '--json'],
    stored: () =>
      home.rows<Tag>(
        `select name ->> 'en' as name, "order"::int as order from cuisine where company = $1
         union all select 'Fee', (fee * 100)::int from company where company_id = $1 order by 1`,
        [company.company],
      ),
    prepare(version) {
      const tags = tagsOf(version).map(({ name, order }) => `  ${name}: { order: ${order} }`)
      const edited = pulled.replace(/^cuisine:.*$/m, ['cuisine:', ...tags].join('\n')).replace(/fee: .*/, `fee: "${version}.50"`)
      writeFileSync(file, edited)
      return [{ name: 'Fee', order: version * 100 + 50 }, ...tagsOf(version)]
    },
  }
}
