import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { read, utils, type WorkSheet, write } from 'xlsx'
import { isImportable } from '@tiffin/core/rules'
import { companyOptions, entities } from '@tiffin/sdk/contract'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
const { sampled } = await import('@tiffin/server/test/full')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let ann: number
let ben: number

const tiffin = (...args: string[]): Promise<Run> => machine.run(args)
const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown>
const at = (name: string): string => path.join(machine.home, name)
const sheet = (file: string): string[][] =>
  utils.sheet_to_json(Object.values(read(readFileSync(file)).Sheets)[0] as WorkSheet, { header: 1 })
function xlsx(name: string, rows: unknown[][]): string {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Sheet1')
  writeFileSync(at(name), write(book, { type: 'buffer', bookType: name.endsWith('.xls') ? 'biff8' : 'xlsx' }) as Buffer)
  return at(name)
}
function text(name: string, content: string): string {
  writeFileSync(at(name), content)
  return at(name)
}
const couriers = () =>
  server.database.asOwner<{ name: string; phone: string; courier_status: number }>(
    'select name, phone, courier_status::int from courier where company = $1 order by courier_id',
    [server.world.a],
  )

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update courier_status set value = '{"en": "Busy"}' where courier_status_id = 2`)
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})
beforeEach(async () => {
  await server.database.asOwner(`delete from courier where company = $1`, [server.world.a])
  const company = server.world.a
  ann = await insertRow(server.database, 'courier', { company, name: 'Ann', phone: '493012345', courier_status: 1 })
  ben = await insertRow(server.database, 'courier', { company, name: 'Ben', phone: '493012346', courier_status: 1 })
})

describe('import', () => {
  it('MOON-06: imports couriers from a sheet as one change after showing it, and one undo takes it back', async () => {
    const before = await couriers()
    const file = xlsx('couriers.xlsx', [
      ['courier_id', 'Name', 'phone', 'Status', 'Shift'],
      [ann, 'Anna', '493012345', 'Busy', 'x'],
      ['', 'Cem', '493012399', '', ''],
      [ben, 'Ben', '493012346', '', ''],
    ])
    const dry = await tiffin('import', 'courier', file, '--dry-run')
    expect([dry.code, dry.out.split('\n')]).toEqual([
      0,
      [
        'row\taction\tid\tfield\tbefore\tafter\treason',
        `2\tchanged\t${ann}\tname\tAnn\tAnna\t`,
        `2\tchanged\t${ann}\tcourier_status\t1\t2\t`,
        '3\tcreated\t\tname\t\tCem\t',
        '3\tcreated\t\tphone\t\t493012399\t',
        '',
      ],
    ])
    expect(dry.err).toContain('new: 1, changed: 1, unchanged: 1, refused: 0')
    expect(dry.err).toContain('Columns left out: Shift')
    expect(await couriers()).toEqual(before)
    const run = await tiffin('import', 'courier', file, '--yes', '--json')
    expect([run.code, json(run)]).toEqual([0, expect.objectContaining({ created: 1, changed: 1, unchanged: 1, refused: 0 })])
    expect((await couriers()).map(({ name }) => name)).toEqual(['Anna', 'Ben', 'Cem'])
    // Exactly the line that the import printed.
    const [undoLine = ''] = /tiffin undo \d+$/m.exec(run.err) ?? []
    expect(json(await tiffin(...undoLine.split(' ').slice(1), '--json'))).toMatchObject({
      undone: json(run)['change'],
      records: 2,
    })
    expect(await couriers()).toEqual(before)
  })

  it('says that a folder is no file', async () => {
    const run = await tiffin('import', 'courier', machine.home, '--yes')
    expect(run).toMatchObject({ code: 1, out: '' })
    expect(run.err).toContain('[file_not_read]\nThis is a folder: enter the name of a file in it')
  })

  it('exits with 0 for changes, 3 for none and 1 for refused rows (AMB-228)', async () => {
    const run = (content: string, ...more: string[]) =>
      tiffin('import', 'courier', text('exit.csv', content), '--dry-run', ...more).then(({ code }) => code)
    expect(await run(`id,name\n${ann},Anna\n`)).toBe(0)
    expect(await run(`id,name\n${ann},Ann\n`)).toBe(3)
    expect(await run(`id,name,courier_status\n${ann},Anna,\n${ben},Ben,Nobody\n`)).toBe(1)
    expect(await run(`id,name,courier_status\n${ann},Anna,\n${ben},Ben,Nobody\n`, '--skip-refused')).toBe(0)
  })

  it('stops at refused rows, or leaves them out and writes them to a sheet that can be imported again (AMB-226)', async () => {
    const file = xlsx('refused.xls', [
      ['id', 'phone', 'status'],
      [ann, '493012345x', ''],
      [ben, '493077777', ''],
      [999_999, '4930', ''],
    ])
    const stopped = await tiffin('import', 'courier', file, '--map', 'status=courier_status', '--yes')
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('Rejected rows: 1. Nothing was changed.') as string })
    expect(stopped.err).toContain('unknown: 1, refused: 1')
    const bad = at('bad.xlsx')
    const args = ['import', 'courier', file, '--map', 'C=courier_status', '--skip-refused', '--rejected', bad, '--yes']
    expect(await tiffin(...args)).toMatchObject({ code: 0 })
    expect((await couriers()).map(({ phone }) => phone)).toEqual(['493012345', '493077777'])
    expect(sheet(bad)).toEqual([
      ['id', 'phone', 'status', 'Reason'],
      [String(ann), '493012345x', '', 'Enter a valid phone number'],
    ])
    const again = await tiffin('import', 'courier', bad, '--dry-run', '--json')
    expect(json(again)).toMatchObject({ refused: 1, rows: [{ row: 2, code: 'invalid_value', column: 'phone' }] })
  })

  it.each<[string, (name: string) => string]>([
    [
      'json',
      (name) =>
        text(
          name,
          JSON.stringify([
            { phone: '+49 (30) 12345', name: 'Anna' },
            { phone: '4930555', name: '=Cem' },
          ]),
        ),
    ],
    ['ndjson', (name) => text(name, '{"phone":"4930-12345","name":"Anna"}\n{"phone":"4930555","name":"=Cem"}\n')],
    ['csv', (name) => text(name, "phone,name\n'+493012345,Anna\n4930555,'=Cem\n")],
  ])('matches rows of .%s by another field than the ID', async (end, make) => {
    const run = await tiffin('import', 'courier', make(`by-phone.${end}`), '--key', 'phone', '--yes', '--json', 'created,changed')
    expect([run.code, run.code === 0 && json(run)]).toEqual([0, { created: 1, changed: 1 }])
    expect((await couriers()).map(({ name }) => name)).toEqual(['Anna', 'Ben', '=Cem'])
  })

  it('reads texts in several languages, and records by name, in the language of the person', async () => {
    const company = server.world.a
    await insertRow(server.database, 'cuisine', { company, name: { en: 'Pizza', ru: 'Пицца' } })
    await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru', 'de')`)
    const file = text('tags.csv', 'Название (de),name.ru,Показывать\nSuppe,Суп,Да\n')
    const run = await machine.run(['import', 'cuisine', file, '--map', 'Показывать=show', '--yes'], {
      env: { TIFFIN_LANG: 'ru' },
    })
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('новых: 1')])
    const [tag] = await server.database.asOwner(`select name, show::int from cuisine where name ->> 'de' = 'Suppe'`)
    expect(tag).toEqual({ name: { de: 'Suppe', ru: 'Суп' }, show: 1 })
  })

  it.each([
    ['en', 'ru'],
    ['ru', 'ar'],
    ['ar', 'en'],
  ])('LIST-03 MOON-06: a list exported in %s is imported again in %s, changes included', async (exporter, importer) => {
    await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru', 'ar')`)
    await server.database.asOwner('delete from cuisine where company = $1', [server.world.a])
    const name = { en: 'Soup', ru: 'Суп', ar: 'حساء' }
    const company = server.world.a
    // Without a translation, exports show the English text.
    await insertRow(server.database, 'cuisine', { company, name: { en: 'Sushi' }, order: 3, show: 1 })
    const soup = await insertRow(server.database, 'cuisine', { company, name, order: 1, show: 1 })
    await insertRow(server.database, 'cuisine', { company, name: { en: 'Pies', ru: 'Пироги', ar: 'فطائر' }, order: 2, show: 2 })
    const as = (lang: string, ...args: string[]) => machine.run(args, { env: { TIFFIN_LANG: lang } })
    for (const table of ['courier', 'cuisine']) {
      for (const [command, format] of [
        ['export', 'xlsx'],
        ['export', 'csv'],
        ['list', 'csv'],
      ] as const) {
        const file = at(`${table}-${exporter}.${format}`)
        // The command of a list's Export, and a whole table.
        const fields = table === 'cuisine' ? ['--fields', 'cuisine_id,name,show'] : []
        const out = command === 'list' ? ['--format', format] : ['--out', file, '--yes']
        const exported = await as(exporter, command, table, ...fields, ...out)
        expect(exported).toMatchObject({ code: 0 })
        if (command === 'list') writeFileSync(file, exported.out)
        const unchanged = await as(importer, 'import', table, file, '--dry-run', '--json')
        expect([table, command, format, unchanged.code, json(unchanged)]).toEqual([
          table,
          command,
          format,
          3,
          expect.objectContaining({ created: 0, changed: 0, deleted: 0, unchanged: table === 'cuisine' ? 3 : 2, refused: 0 }),
        ])
      }
    }
    // An edited text is in the language of its heading.
    const file = at(`cuisine-${exporter}.xlsx`)
    const edited = sheet(file).map((row) => row.map((cell) => (cell === name[exporter as 'en'] ? 'Borscht' : cell)))
    expect(await as(importer, 'import', 'cuisine', xlsx('edited.xlsx', edited.slice(1)), '--yes')).toMatchObject({ code: 0 })
    const [changed] = await server.database.asOwner('select name from cuisine where cuisine_id = $1', [soup])
    expect(changed).toEqual({ name: { ...name, [exporter]: 'Borscht' } })
  })

  /** The companies' tables as an owner, the others as a platform administrator. */
  const roundTrips = Object.values(entities)
    .filter((entity) => isImportable(entity))
    .map(({ name, scope }) => [name, scope === 'company' ? 'owner' : 'platform'] as const)
  sampled.it.each(roundTrips)(
    'MOON-06: an exported sheet or csv file of %s changes nothing when it is imported',
    async (name, login) => {
      const { database, world } = server
      await database.asOwner(`update global_lang set support = 1 where code in ('en', 'ru')`)
      const options = companyOptions.map((option) => `${option} = 1`).join(', ')
      await database.asOwner(`update company set ${options} where company_id = $1`, [world.a])
      const env = { TIFFIN_TOKEN: await server.signIn(login), TIFFIN_COMPANY: login === 'owner' ? String(world.a) : '0' }
      for (const format of ['xlsx', 'csv']) {
        const file = at(`${name}-round.${format}`)
        const exported = await machine.run(['export', name, '--lang', 'ru', '--out', file, '--yes', '--json', 'rows'], { env })
        if (exported.err.includes('[forbidden]') || json(exported)['rows'] === 0) continue
        const run = await machine.run(['import', name, file, '--lang', 'en', '--dry-run', '--json'], { env })
        if (run.err.includes('[forbidden]') || run.err.includes('[company_required]')) continue
        expect([format, run.code, run.err, run.out]).toEqual([format, 3, expect.any(String), expect.any(String)])
        expect(json(run)).toMatchObject({ created: 0, changed: 0, deleted: 0, unknown: 0, refused: 0 })
      }
    },
  )

  it('refuses, in the same change, records that someone changed after the plan (AMB-227)', async () => {
    const { import_id } = json(
      await tiffin('import', 'courier', text('late.csv', `id,name\n${ann},Anna\n`), '--dry-run', '--json'),
    )
    await server.database.asOwner(`update courier set name = 'Other' where courier_id = $1`, [ann])
    const late = await tiffin('api', 'Import', 'commit', JSON.stringify({ import_id }))
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('[plan_outdated]') as string })
  })

  it('undoes unchanged records, and lists those changed since', async () => {
    const file = text('since.csv', `id,name\n${ann},Anna\n${ben},Benno\n`)
    const { change } = json(await tiffin('import', 'courier', file, '--yes', '--json'))
    await tiffin('save', 'courier', String(ben), '--set', 'name=Bert', '--yes')
    const refused = await tiffin('undo', String(change))
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain(`Not changed since: 1. To undo only these: tiffin undo ${String(change)} --unchanged`)
    expect((await couriers()).map(({ name }) => name)).toEqual(['Anna', 'Bert'])
    const undone = await tiffin('undo', String(change), '--unchanged', '--json')
    expect(json(undone)).toMatchObject({ records: 1, left: [{ table: 'courier', id: ben, fields: ['name'] }] })
    expect(undone.err).toContain(`Changed since, and left as they are: 1\n  courier ${ben}: name\n`)
    expect((await couriers()).map(({ name }) => name)).toEqual(['Ann', 'Bert'])
  })

  it('creates each record once, if a file is imported twice at the same time or a record appears after the plan (AMB-227)', async () => {
    const file = text('new.csv', 'phone,name\n+49 4930777,Cem\n4930888,Dee\n')
    const args = ['import', 'courier', file, '--key', 'phone']
    const runs = await Promise.all([tiffin(...args, '--yes'), tiffin(...args, '--yes')])
    const added = (await couriers()).slice(2).map(({ name }) => name)
    expect([added, runs.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))[0]]).toEqual([['Cem', 'Dee'], 0])
    const late = text('late.csv', 'phone,name\n4930999,Eve\n')
    const { import_id } = json(await tiffin('import', 'courier', late, '--key', 'phone', '--dry-run', '--json'))
    expect(await tiffin('save', 'courier', '--set', 'phone=4930999', '--set', 'name=Eva')).toMatchObject({ code: 0 })
    const refused = await tiffin('api', 'Import', 'commit', JSON.stringify({ import_id }))
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('[plan_outdated]')])
    expect((await couriers()).map(({ name }) => name)).not.toContain('Eve')
  })

  it('creates undone records again', async () => {
    const file = text('again.csv', 'phone,name\n4930777,Cem\n')
    const run = () => tiffin('import', 'courier', file, '--key', 'phone', '--yes', '--json')
    const { change } = json(await run())
    expect(await tiffin('undo', String(change))).toMatchObject({ code: 0 })
    expect(json(await run())).toMatchObject({ created: 1 })
    expect(json(await run())).toMatchObject({ created: 0, unchanged: 1 })
  })

  it('MOON-06: a repeated import without IDs is refused with when, who and how many, and --again creates the records again', async () => {
    await server.database.asOwner(`update admin set name = 'Olga', surname = 'Berg' where login = 'owner'`)
    const file = text('twice.csv', 'name,phone\nCem,4930777\nDee,4930888\n')
    const run = (...more: string[]) => tiffin('import', 'courier', file, ...more)
    expect(await run('--yes')).toMatchObject({ code: 0 })
    for (const how of ['--yes', '--dry-run']) {
      const again = await run(how)
      expect([again.code, again.out]).toEqual([1, ''])
      expect(again.err).toMatch(
        /Already imported: \w+ \d+, \d{4}, .+, by Olga Berg\. Records created: 2\..* \[already_imported\]\n  change: \d+\n.*--again\n$/,
      )
    }
    expect(await couriers()).toHaveLength(4)
    // A file of another name is the same file; with a key its rows find their records.
    expect(await tiffin('import', 'courier', text('copy.csv', readFileSync(file, 'utf8')), '--yes')).toMatchObject({ code: 1 })
    expect(await run('--key', 'phone', '--yes')).toMatchObject({ code: 3 })
    expect(await run('--again', '--yes')).toMatchObject({ code: 0 })
    expect((await couriers()).map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Cem', 'Dee', 'Cem', 'Dee'])
  })

  it('MOON-06: a number like 1.234 of a csv file is refused until --decimal says what its sign is', async () => {
    await server.database.asOwner('update company set allow_promocode = 1 where company_id = $1', [server.world.a])
    const file = text('discounts.csv', 'code;discount\nHALF;12,5\nMUCH;1.234\n')
    const plan = (...more: string[]) => tiffin('import', 'promocode', file, '--dry-run', '--json', ...more)
    const refused = await plan()
    expect([refused.code, json(refused)]).toEqual([
      1,
      expect.objectContaining({
        created: 1,
        refused: 1,
        rows: [expect.anything(), expect.objectContaining({ row: 3, code: 'ambiguous_number', column: 'B' })],
      }),
    ])
    expect(refused.err).toContain('To choose the decimal sign: --decimal point, --decimal comma\n')
    const rejected = at('ambiguous.csv')
    await tiffin('import', 'promocode', file, '--dry-run', '--rejected', rejected)
    expect(readFileSync(rejected, 'utf8')).toContain('MUCH,1.234,')
    expect(json(await tiffin('import', 'promocode', rejected, '--decimal', 'comma', '--dry-run', '--json'))).toMatchObject({
      refused: 0,
      rows: [{ changes: { discount: [null, 1234] } }],
    })
    expect(json(await plan('--decimal', 'comma'))).toMatchObject({
      refused: 0,
      rows: [{ changes: { discount: [null, 12.5] } }, { changes: { discount: [null, 1234] } }],
    })
    expect(await plan('--decimal', 'point')).toMatchObject({ code: 1 })
    expect(await plan('--decimal', 'dot')).toMatchObject({ code: 2 })
    // JSON and number cells always have a point.
    const exact = text('discounts.json', JSON.stringify([{ code: 'MUCH', discount: '1.234' }]))
    expect(json(await tiffin('import', 'promocode', exact, '--dry-run', '--json'))).toMatchObject({
      rows: [{ changes: { discount: [null, 1.234] } }],
    })
    const sheet = xlsx('discounts.xlsx', [
      ['code', 'discount'],
      ['MUCH', 1.234],
    ])
    expect(json(await tiffin('import', 'promocode', sheet, '--dry-run', '--json'))).toMatchObject({
      rows: [{ changes: { discount: [null, 1.234] } }],
    })
  })

  it('writes a template that imports nothing until it is filled in', async () => {
    const file = at('template.xlsx')
    expect(await tiffin('import', 'courier', file, '--template')).toMatchObject({ code: 0 })
    expect(sheet(file)[0]).toEqual('courier_id courier_status working name comment.en phone img contact docs lang'.split(' '))
    const unfilled = await tiffin('import', 'courier', file, '--yes')
    expect([unfilled.code, unfilled.err]).toEqual([3, 'No rows to import [nothing]\n'])
  })

  it.each<[string, string[], number, string]>([
    ['an unknown table', ['couriesr', 'FILE'], 2, 'Did you mean courier'],
    ['a table whose changes cannot be undone', ['order', 'FILE', '--map', 'name=comment'], 1, '[undo_forbidden_kind]'],
    ['no file', ['courier', 'missing.csv'], 3, 'File not found: missing.csv'],
    ['an unknown field', ['courier', 'FILE', '--map', 'name=nam'], 2, 'Field not found: nam'],
    ['an unknown column', ['courier', 'FILE', '--map', 'Z=name'], 2, 'Column not found in the sheet: Z'],
    ['two columns of one field', ['courier', 'FILE', '--map', 'A=name'], 2, 'Several columns set the field name: A, B'],
    ['half a mapping', ['courier', 'FILE', '--map', 'name'], 2, 'Not a column and a field: name'],
    ['a key without a column', ['courier', 'FILE', '--key', 'phone'], 2, 'Rows are matched by phone, but no column sets it'],
    ['no known column', ['courier', 'FILE', '--rows', '1:'], 2, 'No column heading matches a field'],
    ['no confirmation', ['courier', 'FILE'], 2, '--yes is required'],
  ])('refuses %s', async (_name, args, code, message) => {
    const file = text('wrong.csv', `id,name\n${ann},Anna\n`)
    const run = await tiffin('import', ...args.map((arg) => (arg === 'FILE' ? file : arg)))
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)])
    expect((await couriers())[0]?.name).toBe('Ann')
  })
})
