import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as xlsxPackage from 'xlsx'
import { utils, type WorkSheet, write } from 'xlsx'
import { startProxy } from './test/proxy.ts'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FIXTURES = path.join(import.meta.dirname, '../../core/src/import/fixtures')
const fixture = (name: string): Buffer => readFileSync(path.join(FIXTURES, name))

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let ann: number
let foreign: number

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'de', 'ru')`)
  await server.database.asOwner(`update admin set dictionary_edit = 'de' where login in ('owner', 'platform')`)
  machine = createMachine({
    TIFFIN_URL: server.url,
    TIFFIN_TOKEN: await server.signIn('platform'),
    TIFFIN_COMPANY: String(server.world.a),
  })
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})
beforeEach(async () => {
  const { database, world } = server
  await database.asOwner('delete from courier')
  ann = await insertRow(database, 'courier', { company: world.a, name: 'Ann', phone: '493012345' })
  foreign = await insertRow(database, 'courier', { company: world.b, name: 'Boris', phone: '493099999' })
  await database.asOwner('delete from dictionary')
  await database.asOwner('insert into dictionary (dictionary_id, application, texts) values (1, $1, $2)', [
    'admin',
    '{"en": "Save"}',
  ])
})

const stored = async () => [
  await server.database.asOwner('select courier_id::int, name, phone from courier order by 1'),
  await server.database.asOwner('select texts from dictionary order by dictionary_id'),
]

/** A zip file of one entry, which may declare another size than it has. */
function zipOf(name: string, content: Uint8Array, declared = content.length): Buffer {
  const data = deflateRawSync(content, { level: 9 })
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc32(content), 0)
  sizes.writeUInt32LE(data.length, 4)
  sizes.writeUInt32LE(declared, 8)
  const head = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0])
  const lengths = Buffer.from([name.length, 0, 0, 0])
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, sizes, lengths, Buffer.from(name), data])
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    head,
    sizes,
    lengths,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

function xlsx(sheet: WorkSheet): Buffer {
  return write(utils.book_new(sheet, 'Sheet1'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
/** The container of an encrypted workbook: its content is an unreadable package. */
function encryptedXlsx(): Buffer {
  const { CFB } = xlsxPackage as unknown as { CFB: Container }
  const container = CFB.utils.cfb_new()
  for (const name of ['/EncryptionInfo', '/EncryptedPackage']) CFB.utils.cfb_add(container, name, random)
  return CFB.write(container, { type: 'buffer' })
}
interface Container {
  utils: { cfb_new: () => object; cfb_add: (container: object, name: string, content: Uint8Array) => void }
  write: (container: object, options: { type: 'buffer' }) => Buffer
}
const rowsOf = (...rows: unknown[][]): WorkSheet => utils.aoa_to_sheet(rows)
const random = Buffer.from(Uint8Array.from({ length: 4000 }, (_, at) => (at * 2_654_435_761) >>> 13))

interface Refused {
  bytes: () => Buffer
  code: number
  says: string
  more?: string[]
}

/** Files that no import can use. */
const anyImport: [string, Refused][] = [
  ['an empty file', { bytes: () => Buffer.alloc(0), code: 1, says: 'The sheet is empty' }],
  ['a file that is too large', { bytes: () => Buffer.alloc(200e6), code: 1, says: 'Too large: 200 MB, the limit is 32 MB' }],
  ['only a header', { bytes: () => Buffer.from('dictionary_id,name,de\n'), code: 3, says: 'No rows to import [nothing]' }],
  ['a PDF', { bytes: () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), code: 1, says: '[not_a_sheet]' }],
  ['random bytes', { bytes: () => random, code: 1, says: '[not_a_sheet]' }],
  ['an .xlsx with a password', { bytes: encryptedXlsx, code: 1, says: '[password]' }],
  ['an .xls with a password', { bytes: () => fixture('password.xls'), code: 1, says: '[password]' }],
  ['an .ods with a password', { bytes: () => fixture('password.ods'), code: 1, says: '[password]' }],
  ['an honest zip bomb', { bytes: () => zipOf('xl/workbook.xml', new Uint8Array(201e6)), code: 1, says: '[unpacks_too_large]' }],
  [
    'a zip bomb that declares a small size',
    { bytes: () => zipOf('xl/workbook.xml', new Uint8Array(201e6), 1000), code: 1, says: '[damaged]' },
  ],
  [
    'a cell that is far away',
    { bytes: () => xlsx({ '!ref': 'A1:A1048576', A1048576: { t: 's', v: 'far' } }), code: 1, says: '[too_many_rows]' },
  ],
  ['10,000 columns', { bytes: () => Buffer.from(`${','.repeat(10_000)}\n`), code: 1, says: '[too_many_columns]' }],
  [
    'a sheet that does not exist',
    { bytes: () => fixture('texts.xlsx'), code: 2, says: '[no_such_sheet]', more: ['--sheet', 'Nowhere'] },
  ],
]

const formula: WorkSheet = {
  ...rowsOf(['id', 'name', 'de'], [1, '', '']),
  B2: { t: 'n', v: 2, f: '1+1' },
  C2: { t: 'n', v: 2, f: '1+1' },
}
const merged: WorkSheet = {
  ...rowsOf(['id', 'name', 'de'], [1, 'x', 'x'], [1, 'x', 'x']),
  '!merges': [{ s: { r: 1, c: 1 }, e: { r: 2, c: 2 } }],
}
const date: WorkSheet = {
  ...rowsOf(['id', 'name', 'de'], [1, '', '']),
  B2: { t: 'n', v: 45_000, z: 'yyyy-mm-dd' },
  C2: { t: 'n', v: 45_000, z: 'yyyy-mm-dd' },
}

/** Sheets with rows that can't be imported. */
const refusedRows: [string, Buffer, string][] = [
  ['formula cells', xlsx(formula), 'formula'],
  ['merged cells', xlsx(merged), 'merged'],
  ['a date as text', xlsx(date), 'date'],
]

const kinds: [string, string[]][] = [
  ['import', ['import', 'courier', 'FILE', '--map', 'B=name']],
  ['dictionary import', ['dictionary', 'import', 'FILE', '--lang', 'de', '--id-column', 'A', '--lang-column', 'C']],
]

describe.each(kinds)('%s', (_kind, command) => {
  const run = (bytes: Buffer, more: string[] = [], options = {}): Promise<Run> => {
    const file = path.join(machine.home, 'wrong')
    writeFileSync(file, bytes)
    return machine.run([...command.map((arg) => (arg === 'FILE' ? file : arg)), '--forget-map', ...more], options)
  }

  it.each(anyImport)('refuses %s with a sentence, and changes nothing', async (_name, { bytes, code, says, more = [] }) => {
    const before = await stored()
    const refused = await run(bytes(), ['--yes', ...more])
    expect([refused.code, refused.out, refused.err]).toEqual([code, '', expect.stringContaining(says)])
    expect(refused.err).not.toContain('bug')
    expect(await stored()).toEqual(before)
  })

  it.each(refusedRows)('refuses rows with %s, and changes nothing', async (_name, bytes, reason) => {
    const before = await stored()
    const refused = await run(bytes, ['--yes', '--json'])
    const { rows } = JSON.parse(refused.out) as { rows: { code: string; column: string; reason: string }[] }
    expect(refused.code).toBe(1)
    expect(rows).toContainEqual(expect.objectContaining({ code: reason, reason: expect.stringMatching(/\w/) as string }))
    expect(await stored()).toEqual(before)
  })

  it('ends with Ctrl+C while rows are sent, with 130 and nothing changed', async () => {
    const before = await stored()
    let held = false
    const proxy = await startProxy(server.url, (body) => {
      held ||= body.includes('method=rows')
      return held ? 'hold' : 'pass'
    })
    try {
      const env = { TIFFIN_URL: proxy.url }
      const good = xlsx(rowsOf(['courier_id', 'name', 'de'], [command.includes('courier') ? ann : 1, 'Anna', 'Sichern']))
      expect(await run(good, ['--yes'], { env, until: () => held, signal: 'SIGINT' })).toMatchObject({ code: 130, out: '' })
    } finally {
      proxy.stop()
    }
    expect(await stored()).toEqual(before)
  })
})

describe('rows', () => {
  const file = (content: string): string => {
    const name = path.join(machine.home, 'rows.csv')
    writeFileSync(name, content)
    return name
  }
  const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown>

  it('with one ID twice are refused, and change nothing', async () => {
    const before = await stored()
    const twice = await machine.run(['import', 'courier', file(`id,name\n${ann},Anna\n${ann},Annika\n`), '--yes'])
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('Nothing was changed')])
    const texts = file('dictionary_id,de\n1,Sichern\n1,Speichern\n')
    expect(await machine.run(['dictionary', 'import', texts, '--lang', 'de', '--yes'])).toMatchObject({ code: 1 })
    expect(await stored()).toEqual(before)
  })

  it('with the ID of another company change nothing of it', async () => {
    const before = await stored()
    const token = await server.signIn('owner')
    const run = await machine.run(['import', 'courier', file(`id,name\n${foreign},Mine\n`), '--yes', '--json'], {
      env: { TIFFIN_TOKEN: token },
    })
    expect([run.code, json(run)]).toEqual([3, expect.objectContaining({ unknown: 1, created: 0, changed: 0 })])
    expect(await stored()).toEqual(before)
  })

  it('of a language that the person may not edit are refused before the file is read', async () => {
    const run = await machine.run(['dictionary', 'import', file('dictionary_id,ru\n1,Сохранить\n'), '--lang', 'ru', '--yes'])
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('[forbidden_language]')])
  })

  it('are those of the plan, even if the file changes before it is applied', async () => {
    const name = file(`id,name\n${ann},Anna\n`)
    const plan = json(await machine.run(['import', 'courier', name, '--dry-run', '--json']))
    file(`id,name\n${ann},Mallory\n`)
    const applied = await machine.run(['api', 'Import', 'commit', JSON.stringify({ import_id: plan['import_id'] })])
    expect(applied.code).toBe(0)
    expect((await stored())[0]).toContainEqual(expect.objectContaining({ courier_id: ann, name: 'Anna' }))
  })
})

/** Writes the processor time (ms) and the peak memory (MB) of a command to the file of TIFFIN_USED. */
const METER = `--import=data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs'
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    writeFileSync(process.env.TIFFIN_USED, JSON.stringify({ ms: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1000 }))
  })
`)}`

describe('a zip bomb', () => {
  const zeros = new Uint8Array(199e6)
  const bombs: [string, () => Buffer][] = [
    ['an honest one', () => zipOf('xl/workbook.xml', new Uint8Array(201e6))],
    ['one that declares a small size', () => zipOf('xl/workbook.xml', zeros, 1000)],
    ['one that declares the largest size', () => zipOf('xl/workbook.xml', zeros.subarray(0, 1000), 199e6)],
  ]

  /** The least of five runs: a busy machine only adds. */
  async function used(bytes: Buffer): Promise<{ ms: number; mb: number }> {
    const file = path.join(machine.home, 'wrong')
    const report = path.join(machine.home, 'used.json')
    writeFileSync(file, bytes)
    const least = { ms: Infinity, mb: Infinity }
    for (let round = 0; round < 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- runs follow each other
      const run = await machine.run(['import', 'courier', file, '--yes'], { env: { NODE_OPTIONS: METER, TIFFIN_USED: report } })
      expect(run.code).toBe(1)
      const { ms, mb } = JSON.parse(readFileSync(report, 'utf8')) as typeof least
      least.ms = Math.min(least.ms, ms)
      least.mb = Math.min(least.mb, mb)
    }
    return least
  }

  // On an idle machine a bomb takes at most 50 ms more; a busy one may double the time of any run, but not its memory.
  it('is refused with at most 80 MB more than a harmless zip file takes, and twice its processor time', async () => {
    const harmless = await used(zipOf('word/document.xml', Buffer.from('<document/>')))
    for (const [name, bomb] of bombs) {
      const { ms, mb } = await used(bomb())
      expect(ms / harmless.ms, name).toBeLessThan(2)
      expect(mb - harmless.mb, name).toBeLessThan(80)
    }
  })
})
