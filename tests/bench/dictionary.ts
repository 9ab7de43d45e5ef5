import { writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  applyImport,
  type DictionaryRow,
  isChange,
  planDictionary,
  readSheet,
  selectColumns,
  sendImport,
} from '@tiffin/core/import'
import { createClient } from '@tiffin/sdk/client'
import { read } from 'xlsx'
import type { Bench } from './bench.ts'
import { createMachine } from './command.ts'
import { createBenchDatabase } from './database.ts'
import { compare, median, timed } from './measure.ts'
import { seedDemonstration } from './million.ts'
import { startServe } from './stage.ts'
import { xlsFile } from './xls-file.ts'

const ROWS = 50_000
const LANG = 'de'
const ROUNDS = 3

const english = (n: number): string => `Text number ${n} of an old dictionary, with a placeholder %1`
const german = (n: number, version: number): string => `Text Nummer ${n} eines alten Wörterbuchs, mit Platzhalter %1 (${version})`

/** A row for each text, all of which change. */
const fileOf = (dictionary: readonly DictionaryRow[], version: number): Buffer =>
  xlsFile([['ID', 'English', 'German'], ...dictionary.map(({ dictionary_id: id, en }, n) => [id, en, german(n, version)])])

async function planOf(file: Uint8Array, dictionary: readonly DictionaryRow[]) {
  const sheet = await readSheet(file, { lang: LANG })
  return planDictionary(sheet, selectColumns(sheet, { idColumn: 'ID', languageColumn: 'German' }), dictionary)
}

/** A translated dictionary from an old .xls (DICT-18): the plan from the file, and the change over HTTP. */
export const dictionaryImport: Bench = {
  name: 'dictionary',
  async run() {
    const database = await createBenchDatabase()
    await seedDemonstration(database, { days: 1, perDay: 10 })
    await database.asOwner(`update admin set dictionary_edit = '${LANG}' where login = 'platform'`)
    await database.asOwner(`update global_lang set support = 1 where code = '${LANG}'`)
    const texts = Array.from({ length: ROWS }, (_, n) => english(n))
    const dictionary = await database.asOwner<DictionaryRow>(
      `insert into dictionary (application, params, texts) select 'admin', '1', jsonb_build_object('en', t) from unnest($1::text[]) t
       returning dictionary_id::float8 as dictionary_id, texts ->> 'en' as en, '' as text, revision::float8 as revision`,
      [texts],
    )
    await database.asOwner('analyze dictionary')
    const server = await startServe(database.urls)
    const machine = createMachine({ TIFFIN_URL: server.url, TIFFIN_COMPANY: '0' })
    try {
      const client = createClient({ url: `${server.url}/api`, company: 0 })
      await client.Auth.Login({ login: 'platform', password: 'tiffin-demo' })
      const file = fileOf(dictionary, 0)
      const planned = await planOf(file, dictionary)
      const changes = planned.rows.filter(isChange).length
      if (changes !== ROWS) throw new Error(`${changes} of ${ROWS} rows would change: ${JSON.stringify(planned.totals)}`)
      const plan = await compare(
        5,
        () => planOf(file, dictionary),
        async () => read(file, { dense: true }),
        2,
      )
      const staged: number[] = []
      const applied: number[] = []
      for (let version = 1; version <= ROUNDS; version += 1) {
        const rows = dictionary.map(({ dictionary_id: id }, n) => ({ row: n + 2, id, values: { [LANG]: german(n, version) } }))
        let id = ''
        staged.push(
          await timed(async () => {
            id = (await sendImport(client, { table: 'dictionary', file: 'f'.repeat(64), rows })).import_id
          }),
        )
        applied.push(await timed(() => applyImport(client, id)))
      }
      writeFileSync(path.join(machine.home, 'texts.xls'), fileOf(dictionary, ROUNDS + 1))
      const columns = ['--id-column', 'ID', '--lang-column', 'German']
      const whole = await machine.run(['dictionary', 'import', 'texts.xls', '--lang', LANG, ...columns, '--yes'], {
        TIFFIN_TOKEN: client.session.token() ?? '',
      })
      return [
        {
          what: `plan of a dictionary of ${ROWS} rows from .xls, against SheetJS reading the file`,
          value: plan.ratio,
          unit: 'x',
          budget: 3,
          note: `${plan.a.toFixed(0)} ms, ${plan.b.toFixed(0)} ms`,
        },
        { what: 'applying that plan over HTTP, as one change', value: median(applied), unit: 'ms', budget: 10_000 },
        { what: 'the checks of the server before, which its rows are sent to', value: median(staged), unit: 'ms' },
        {
          what: 'tiffin dictionary import of that file, from start to end',
          value: whole.ms,
          unit: 'ms',
          note: `${whole.peak.toFixed(0)} MB`,
        },
      ]
    } finally {
      machine.remove()
      await server.stop()
      await database.drop()
    }
  },
}
