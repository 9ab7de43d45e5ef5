import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { read, utils, type WorkSheet, write } from 'xlsx'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { PASSWORD, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const FIXTURES = path.join(import.meta.dirname, '../../core/src/import/fixtures')
let server: Awaited<ReturnType<typeof startTestServer>>
let proxy: Server
let machine: Machine
let token: string
/** Runs before the next save of the command reaches the server. */
let beforeSave: (() => Promise<unknown>) | undefined

const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const json = (run: Run): unknown => JSON.parse(run.out)
const at = (name: string): string => path.join(machine.home, name)
const fixture = (name: string): string => path.join(FIXTURES, name)
const sheet = (file: string): string[][] =>
  utils.sheet_to_json(Object.values(read(readFileSync(file)).Sheets)[0] as WorkSheet, { header: 1 })
const csv = (name: string, ...rows: string[]): string => {
  writeFileSync(at(name), ['dictionary_id,en,de', ...rows].join('\n'))
  return at(name)
}
const save = (id: number, row: object) =>
  server.call('Reference', 'saveData', { tables: [{ table: 'dictionary', id, row }] }, { token, company: 0 })

async function texts(lang: string): Promise<Record<number, string>> {
  const rows = await server.database.asOwner<{ id: number; text: string }>(
    `select dictionary_id as id, coalesce(texts ->> '${lang}', '') as text from dictionary order by 1`,
  )
  return Object.fromEntries(rows.map(({ id, text }) => [id, text]))
}

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru', 'de')`)
  await server.database.asOwner(`update admin set dictionary_edit = 'ru,de,en' where login = 'platform'`)
  token = await server.signIn('platform')
  proxy = createServer((incoming, outgoing) => {
    const forward = async (): Promise<void> => {
      const body = Buffer.concat(await incoming.toArray())
      if (body.includes('method=commit')) {
        const hook = beforeSave
        beforeSave = undefined
        await hook?.()
      }
      const headers = { ...incoming.headers, host: new URL(server.url).host }
      request(server.url + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      }).end(body)
    }
    void forward()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  machine = createMachine({ TIFFIN_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const signedIn = await machine.run(['login', '--login', 'platform', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  proxy.close()
  await server.stop()
})
beforeEach(async () => {
  beforeSave = undefined
  await server.database.asOwner('delete from dictionary')
  for (const [index, en] of ['Save', '%1 of %2', 'Back', 'Yes, delete'].entries())
    await server.database.asOwner('insert into dictionary (dictionary_id, application, texts) values ($1, $2, $3)', [
      index + 1,
      'admin',
      JSON.stringify({ en, de: en === 'Save' ? 'Sichern' : '' }),
    ])
})

const german = { 1: 'Speichern', 2: '%1 von %2', 3: '', 4: 'Größe „ß“' }

describe('dictionary import', () => {
  it.each(['texts.xls', 'texts.xlsx', 'texts.ods', 'gnumeric.xls', 'gnumeric.xlsx', 'gnumeric.ods', 'utf-16.csv'])(
    'DICT-12 DICT-14 DICT-18: imports the chosen columns and rows of %s as one change, which can be undone',
    async (file) => {
      const run = await tiffin(
        'dictionary', 'import', fixture(file), '--lang', 'de', '--id-column', 'A', '--lang-column', 'C', '--rows', '2:500', '--yes', '--json',
      ) // prettier-ignore
      expect(run).toMatchObject({ code: 0 })
      const made = json(run) as { change: number }
      const totals = { created: 2, changed: 1, cleared: 0, unchanged: 0, empty: 1, unknown: 0, refused: 0 }
      expect(made).toMatchObject({ ...totals, change: expect.any(Number) as number })
      expect(run.err).toContain('Rows matched by ID, new: 2, changed: 1, deleted: 0, unchanged: 0, empty: 1')
      expect(run.err).toContain(`To undo it: tiffin undo ${made.change}`)
      expect(await texts('de')).toEqual(german)
      const undone = await tiffin('undo', String(made.change), '--json')
      expect(json(undone)).toEqual({ change: expect.any(Number) as number, undone: made.change, records: 3, left: [] })
      expect(await texts('de')).toEqual({ 1: 'Sichern', 2: '', 3: '', 4: '' })
    },
  )

  it('shows a plan without changing anything, and exits with 0 for changes, 3 for none, 1 for refused rows (AMB-228)', async () => {
    const file = csv('plan.csv', '1,Save,Speichern', '2,,%1', '999,,x', '3,,')
    const planned = await tiffin('dictionary', 'import', file, '--lang', 'de', '--dry-run')
    expect(planned.code).toBe(1)
    expect(planned.err).toMatch(/new: 0, changed: 1, deleted: 0, unchanged: 0, empty: 1, not in the dictionary: 1, refused: 1/)
    expect(planned.out.split('\n')).toEqual([
      'row\taction\tdictionary_id\tbefore\tafter\tcolumn\treason',
      '2\tchanged\t1\tSichern\tSpeichern\t\t',
      '3\trefused\t2\t\t%1\tC\tThe placeholders differ from the English text, which has: %1 %2',
      '4\tunknown\t\t\tx\t\t',
      '',
    ])
    expect((await tiffin('dictionary', 'import', file, '--lang', 'de', '--dry-run', '--skip-refused')).code).toBe(0)
    const none = csv('none.csv', '1,Save,Sichern')
    expect((await tiffin('dictionary', 'import', none, '--lang', 'de', '--dry-run')).code).toBe(3)
    expect((await tiffin('dictionary', 'import', none, '--lang', 'de', '--yes')).code).toBe(3)
    expect((await texts('de'))[1]).toBe('Sichern')
  })

  it('stops at refused rows, or leaves them out and writes them to a sheet that can be imported (AMB-226)', async () => {
    const file = csv('refused.csv', '1,Save,Speichern', '2,%1 of %2,%1')
    const stopped = await tiffin('dictionary', 'import', file, '--lang', 'de', '--yes')
    expect(stopped).toMatchObject({ code: 1 })
    expect(stopped.err).toContain('Rejected rows: 1. Nothing was changed.')
    expect((await texts('de'))[1]).toBe('Sichern')
    const bad = at('bad.xlsx')
    const run = await tiffin('dictionary', 'import', file, '--lang', 'de', '--skip-refused', '--rejected', bad, '--yes')
    expect(run.code).toBe(0)
    expect(await texts('de')).toMatchObject({ 1: 'Speichern', 2: '' })
    const reason = 'The placeholders differ from the English text, which has: %1 %2'
    expect(sheet(bad)).toEqual([
      ['dictionary_id', 'en', 'de', 'Reason'],
      ['2', '%1 of %2', '%1', reason],
    ])
    const again = await tiffin('dictionary', 'import', bad, '--lang', 'de', '--dry-run', '--json')
    expect(json(again)).toMatchObject({ refused: 1, change: null, rows: [{ row: 2, column: 'C', code: 'placeholders', reason }] })
  })

  it('deletes texts only with --clear-empty, and matches by English text', async () => {
    const file = csv('clear.csv', ',Save,')
    const args = ['dictionary', 'import', file, '--lang', 'de', '--id-column', 'en', '--yes']
    expect((await tiffin(...args)).code).toBe(3)
    expect((await texts('de'))[1]).toBe('Sichern')
    const cleared = await tiffin(...args, '--clear-empty', '--format', 'csv')
    expect(cleared).toMatchObject({ code: 0 })
    expect((await texts('de'))[1]).toBe('')
  })

  it('detects the code page of the language, and takes another', async () => {
    const args = ['dictionary', 'import', fixture('cp1251.csv'), '--lang', 'ru', '--id-column', 'ID', '--lang-column', 'Russian']
    const run = await tiffin(...args, '--yes')
    expect(run.err).toContain('Encoding: windows-1251')
    expect(await texts('ru')).toEqual({ 1: 'Сохранить', 2: '%1 из %2', 3: '', 4: 'Удалить «навсегда»' })
    expect(await tiffin(...args, '--encoding', 'utf-8')).toMatchObject({
      code: 1,
      err: expect.stringContaining('[encoding]') as string,
    })
  })

  it('DICT-16: imports only languages that the person may edit, and never English', async () => {
    const file = csv('languages.csv', '1,Save,x')
    const french = await tiffin('dictionary', 'import', file, '--lang', 'fr', '--yes')
    expect(french).toMatchObject({ code: 1, out: '' })
    expect(french.err).toBe("You can't edit the language fr [forbidden_language]\nYour languages: ru, de\n")
    const english = await tiffin('dictionary', 'import', file, '--lang', 'en', '--yes')
    expect(english).toMatchObject({ code: 1, err: "English is the base language and can't be imported [forbidden_language]\n" })
  })

  it('refuses if a text has changed since the plan was made, and changes nothing (AMB-227)', async () => {
    const file = csv('race.csv', '1,Save,Speichern', '3,Back,Zurück')
    beforeSave = () => save(1, { de: 'Merken' })
    const run = await tiffin('dictionary', 'import', file, '--lang', 'de', '--yes')
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('The dictionary has changed since the plan. Nothing was changed. [plan_outdated]')
    expect(await texts('de')).toMatchObject({ 1: 'Merken', 3: '' })
  })

  it('applies the plan although other languages and other rows have changed since (AMB-227)', async () => {
    const file = csv('other.csv', '1,Save,Speichern')
    beforeSave = async () => {
      await save(1, { ru: 'Сохранить' })
      await save(3, { de: 'Zurück' })
    }
    expect(await tiffin('dictionary', 'import', file, '--lang', 'de', '--yes')).toMatchObject({ code: 0 })
    expect(await texts('de')).toMatchObject({ 1: 'Speichern', 3: 'Zurück' })
    expect((await texts('ru'))[1]).toBe('Сохранить')
  })

  it('DICT-18: imports 50,000 rows as one change, which can be undone', async () => {
    await server.database.asOwner(
      `insert into dictionary (dictionary_id, texts) select 100 + i, jsonb_build_object('en', 'Text ' || i) from generate_series(1, 50000) i`,
    )
    const file = csv('many.csv', ...Array.from({ length: 50_000 }, (_, index) => `${101 + index},,Satz ${index}`))
    const run = await tiffin('dictionary', 'import', file, '--lang', 'de', '--yes', '--json', 'change,created')
    expect([run.code, json(run)]).toEqual([0, { change: expect.any(Number) as number, created: 50_000 }])
    expect(Object.values(await texts('de')).filter((text) => text.startsWith('Satz '))).toHaveLength(50_000)
    const { change } = json(run) as { change: number }
    expect(await tiffin('undo', String(change))).toMatchObject({ code: 0 })
    expect(Object.values(await texts('de')).filter((text) => text.startsWith('Satz '))).toEqual([])
  }, 240_000)

  it.each<[string, string[], number, string]>([
    ['no language', ['FILE'], 2, 'Pass the text language with --lang [usage]'],
    ['no file', ['missing.xlsx', '--lang', 'de'], 3, 'File not found: missing.xlsx [nothing]'],
    [
      'not a sheet',
      [path.join(import.meta.dirname, '../../../packages/web/public/favicon.svg'), '--lang', 'de'],
      1,
      '[not_a_sheet]',
    ],
    ['an unknown column', ['FILE', '--lang', 'de', '--lang-column', 'Z'], 2, 'Column not found in the sheet: Z [no_such_column]'],
    [
      'an unknown sheet',
      ['XLSX', '--lang', 'de', '--sheet', 'Q'],
      2,
      'Sheet not found: Q. The file has: Notes, Texts [no_such_sheet]',
    ],
    [
      'rows outside',
      ['FILE', '--lang', 'de', '--rows', '9:'],
      2,
      'Rows 9: are outside the sheet, which has 2 rows [no_such_rows]',
    ],
    ['an unknown encoding', ['FILE', '--lang', 'de', '--encoding', 'x'], 2, 'Unknown encoding: x [unknown_encoding]'],
    [
      'a wrong name for refused rows',
      ['FILE', '--lang', 'de', '--rejected', 'bad.txt'],
      2,
      'must end with .xlsx or .csv: bad.txt [usage]',
    ],
    ['no confirmation', ['FILE', '--lang', 'de'], 2, '--yes is required when not running interactively [missing_flag]'],
  ])('refuses %s', async (_name, args, code, message) => {
    const file = csv('wrong.csv', '1,Save,Speichern')
    const known: Record<string, string> = { FILE: file, XLSX: fixture('cases.xlsx') }
    const run = await tiffin('dictionary', 'import', ...args.map((arg) => known[arg] ?? arg))
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)])
    expect((await texts('de'))[1]).toBe('Sichern')
  })

  it('speaks the language of the environment, not that of the texts', async () => {
    const file = csv('language.csv', '1,Save,Speichern')
    const run = await machine.run(['dictionary', 'import', file, '--lang', 'de', '--dry-run'], { env: { TIFFIN_LANG: 'ru' } })
    expect(run.err).toContain('Строки найдены по ID, новых: 0, изменено: 1')
  })
})

describe('dictionary export and missing', () => {
  it.each(['xlsx', 'csv'])('DICT-03: writes a %s file of the texts that changes nothing when it is imported', async (end) => {
    await save(2, { de: '=%2"; %1' })
    const file = at(`out.${end}`)
    const run = await tiffin('dictionary', 'export', '--lang', 'de', '-o', file, '--json')
    expect(json(run)).toEqual({ file, rows: 4 })
    expect(sheet(file)[0]).toEqual(['dictionary_id', 'application', 'en', 'de'])
    const planned = await tiffin('dictionary', 'import', file, '--lang', 'de', '--dry-run', '--json')
    expect([planned.code, json(planned)]).toEqual([3, expect.objectContaining({ unchanged: 2, empty: 2, rows: [] })])
    expect(await tiffin('dictionary', 'export', '--lang', 'de', '-o', file)).toMatchObject({ code: 1 })
  })

  it('lists the texts that a language lacks', async () => {
    const run = await tiffin('dictionary', 'missing', '--lang', 'de', '--format', 'csv')
    expect(run.out).toBe('dictionary_id,application,en\r\n2,admin,%1 of %2\r\n3,admin,Back\r\n4,admin,"Yes, delete"\r\n')
  })
})

it('runs the recipe of docs/command-line.md word by word', async () => {
  const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8')
  const recipe = /## Translate the dictionary\n[^`]*```sh\n(.*?)```/s.exec(docs)?.[1] ?? ''
  const [before = '', after = ''] = recipe.split(/^# .*\n/m)
  const shell = (script: string) => machine.shell('sh', `set -e; cd "$HOME"; ${script}`, {})
  await shell(before)
  const file = at('de.xlsx')
  const rows = sheet(file)
  expect(rows.map(([id]) => id)).toEqual(['dictionary_id', '2', '3', '4'])
  const filled = ['%1 von', 'Zurück', 'Ja, löschen']
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet(rows.map((row, index) => (index === 0 ? row : [...row.slice(0, 3), filled[index - 1]]))),
  )
  writeFileSync(file, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  await shell(after)
  expect(await texts('de')).toEqual({ 1: 'Sichern', 2: '', 3: 'Zurück', 4: 'Ja, löschen' })
  expect(existsSync(at('refused.xlsx'))).toBe(true)
})
