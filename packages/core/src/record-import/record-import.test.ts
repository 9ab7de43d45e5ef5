import { apiError, type EarlierImport, type ImportRow } from '@tiffin/sdk/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { owner } from '#rules/sample'
import type { PickedFile } from '../dictionary-import/import-dialog.ts'
import { readRecords } from '../import/read-records.ts'
import { canApply } from './import-state.ts'
import { createRecordImport } from './record-import.ts'
import { createRecordProcessor, type RecordProcessor } from './record-processor.ts'

const { t } = createI18n()
const csv = (...lines: string[]): PickedFile => {
  const content = new TextEncoder().encode(lines.join('\n'))
  return { name: 'couriers.csv', size: content.length, bytes: async () => new Uint8Array(content) }
}
const statuses = [
  { courier_status_id: 1, value: { en: 'Free' } },
  { courier_status_id: 2, value: { en: 'Busy' } },
]

/** Requests that the fake server received, and its responses. */
const server = {
  sent: [] as ImportRow[],
  commits: [] as object[],
  settings: {} as Record<string, unknown>,
  state: 'planned' as 'planned' | 'applying' | 'applied',
  totals: { created: 1, changed: 1, unchanged: 0, unknown: 0, refused: 0 },
  earlier: null as EarlierImport | null,
  commit: (): unknown => ({ status: 'OK', change: 7, records: 2 }),
}
const client = {
  Reference: {
    getData: async ({ tables: [query] }: { tables: [{ table: string }] }) => {
      const rows = query.table === 'kanban_settings' ? [{ settings: server.settings }] : statuses
      return { data: { [query.table]: { data: rows, count: rows.length } } }
    },
    saveData: async ({ tables: [row] }: { tables: [{ row: { settings: Record<string, unknown> } }] }) => {
      server.settings = row.row.settings
    },
  },
  Import: {
    begin: async () => {
      server.sent = []
      return { data: { import_id: 'plan' } }
    },
    rows: async ({ rows }: { rows: ImportRow[] }) => {
      server.sent.push(...rows)
      return { data: { received: server.sent.length } }
    },
    status: async () => {
      const rows = server.sent.filter(({ refusal }) => refusal)
      return { data: { state: server.state, table: 'courier', totals: server.totals, change: 7, earlier: server.earlier, rows } }
    },
    commit: async (input: object) => {
      server.commits.push(input)
      return { data: await server.commit() }
    },
  },
}

beforeEach(() => {
  Object.assign(server, {
    sent: [],
    commits: [],
    settings: {},
    state: 'planned',
    earlier: null,
    totals: { created: 1, changed: 1, unchanged: 0, unknown: 0, refused: 0 },
    commit: () => ({ status: 'OK', change: 7, records: 2 }),
  })
})

function open(processor: RecordProcessor = createRecordProcessor()) {
  const imported = createRecordImport({
    client: client as never,
    actor: owner,
    t,
    lang: 'en',
    languages: ['en', 'ru'],
    timezone: 'UTC',
    openProcessor: () => processor,
    log: () => {},
    pause: () => Promise.resolve(),
  })
  imported.chooseTable('courier')
  return { imported, get: imported.store.getState }
}

describe('an import of records', () => {
  it('MOON-06: matches columns by their headings, shows a plan before anything is changed, and applies it after that', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('ID,Name,Phone,Nickname', '5,Ann,4911,a', ',Ben,4912,b'))
    expect(get()).toMatchObject({
      step: 'columns',
      paths: ['courier_id', 'name', 'phone', null],
      keyField: 'courier_id',
      isRemembered: false,
    })
    await imported.next()
    expect(get()).toMatchObject({ step: 'plan', plan: { id: 'plan', totals: { created: 1, changed: 1 } } })
    expect(server.sent).toEqual([
      { row: 2, id: 5, values: { name: 'Ann', phone: '4911' } },
      { row: 3, values: { name: 'Ben', phone: '4912' } },
    ])
    expect(server.commits).toEqual([])
    await imported.apply()
    expect(server.commits).toEqual([{ import_id: 'plan', skip_refused: false }])
    expect(get()).toMatchObject({ step: 'done', saved: { change: 7, records: 2 } })
  })

  it('columns can be changed; a field is given by one column only', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Who,Name', 'Ann,x'))
    expect(get().paths).toEqual([null, 'name'])
    imported.setPath(0, 'name')
    expect(get().paths).toEqual(['name', null])
    imported.setPath(0, null)
    await imported.next()
    expect(get()).toMatchObject({ step: 'columns', problem: { message: 'No column heading matches a field. Fields: %1' } })
  })

  it('without a matching field each row creates a record, whatever its ID; another field can match', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('ID,Name,Phone', '5,Ann,4911'))
    imported.setKeyField('')
    await imported.next()
    expect(server.sent).toEqual([{ row: 2, values: { name: 'Ann', phone: '4911' } }])
    imported.back()
    expect(imported.keyFields()).toEqual(['courier_id', 'name', 'phone'])
    imported.setKeyField('phone')
    imported.setPath(2, null)
    expect(get().keyField).toBe('')
  })

  it('MOON-06: ambiguous numbers are refused until the decimal sign is chosen', async () => {
    const { imported, get } = open()
    imported.chooseTable('promocode')
    await imported.chooseFile(csv('Code', 'HALF'))
    expect(imported.hasNumbers()).toBe(false)
    await imported.chooseFile(csv('Code;Discount', 'HALF;1.234'))
    expect([imported.hasNumbers(), get().decimal]).toEqual([true, null])
    await imported.next()
    expect(server.sent).toMatchObject([{ refusal: { code: 'ambiguous_number', params: ['1.234'], column: 'B' } }])
    imported.back()
    imported.setDecimal('comma')
    await imported.next()
    expect(server.sent).toMatchObject([{ values: { code: 'HALF', discount: 1234 } }])
  })

  it('asks what unknown values mean, and takes the answers', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Name,Status', 'Ann,Available', 'Ben,Busy', 'Cem,Available', 'Dan,Gone'))
    await imported.next()
    expect(get()).toMatchObject({ step: 'values', plan: null })
    expect(get().unknown).toEqual([
      {
        target: 'courier_status',
        texts: ['Available', 'Gone'],
        offered: [
          { value: 2, name: 'Busy' },
          { value: 1, name: 'Free' },
        ],
      },
    ])
    imported.setMeaning('courier_status', 'Available', 1)
    await imported.next()
    expect(server.sent.map(({ values }) => values['courier_status'])).toEqual([1, 2, 1, undefined])
    expect(server.sent[3]?.refusal).toMatchObject({ code: 'record_unknown', params: ['Gone'], column: 'B' })
  })

  it('remembers the columns and values of a file by its headings, in any order, until the person chooses others', async () => {
    const first = open()
    await first.imported.chooseFile(csv('Who,State', 'Ann,Available'))
    first.imported.setPath(0, 'name')
    first.imported.setPath(1, 'courier_status')
    await first.imported.next()
    first.imported.setMeaning('courier_status', 'Available', 1)
    await first.imported.next()
    await expect.poll(() => server.settings['imports']).toBeDefined()
    const second = open()
    await second.imported.chooseFile(csv('state,who', 'Available,Ben'))
    expect(second.get()).toMatchObject({ isRemembered: true, paths: ['courier_status', 'name'] })
    await second.imported.next()
    expect(server.sent).toEqual([{ row: 2, values: { courier_status: 1, name: 'Ben' } }])
    second.imported.back()
    second.imported.forgetColumns()
    expect(second.get()).toMatchObject({ isRemembered: false, paths: [null, null], meanings: {} })
    const other = open()
    await other.imported.chooseFile(csv('who', 'Ben'))
    expect(other.get().isRemembered).toBe(false)
  })

  it('remembers no headings that differ only in case, because their order may change', async () => {
    const { get, imported } = open()
    await imported.chooseFile(csv('who,Who', 'Ann,Ben'))
    imported.setPath(0, 'name')
    await imported.next()
    await imported.next()
    expect(get().step).toBe('plan')
    expect(server.settings['imports']).toBeUndefined()
  })

  it('ignores remembered choices that are invalid, or of a field that the person may not change', async () => {
    const paths = ['name', 'token', 'no_such_field']
    const good = { table: 'courier', headings: ['a', 'b', 'c'], paths, keyField: '', clearEmpty: false, meanings: {} }
    server.settings = { imports: [null, 5, { table: 'courier', headings: ['x'] }, good], other: 1 }
    const { imported, get } = open()
    await imported.chooseFile(csv('a,b,c', '1,2,3'))
    expect(get()).toMatchObject({ isRemembered: true, paths: ['name', null, null] })
    await imported.next()
    await expect.poll(() => server.settings).toMatchObject({ other: 1, imports: [{ headings: ['a', 'b', 'c'] }] })
  })

  it('MOON-06: refused rows prevent applying until they are left out, and can be downloaded with their reasons', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Name,Status,Note', 'Ann,Lost,=1', 'Ben,Busy,b'))
    await imported.next()
    server.totals = { ...server.totals, refused: 1 }
    await imported.next()
    expect(canApply(get())).toBe(false)
    await imported.apply()
    expect(server.commits).toEqual([])
    const sheet = await readRecords(await imported.refusedRows(), { lang: 'en' })
    expect(sheet.headings).toEqual(['Name', 'Status', 'Note', 'Reason'])
    expect(sheet.rows.map(({ cells }) => cells.map((cell) => cell && 'text' in cell && cell.text))).toEqual([
      ['Ann', 'Lost', '=1', 'No record is named Lost'],
    ])
    imported.setSkipRejected(true)
    await imported.apply()
    expect(server.commits).toEqual([{ import_id: 'plan', skip_refused: true }])
  })

  it('MOON-06: a plan whose records have changed since is not applied, and can be made again', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Name', 'Ann'))
    await imported.next()
    server.commit = () => {
      throw apiError('plan_outdated')
    }
    await imported.apply()
    expect(get()).toMatchObject({
      step: 'plan',
      isOutdated: true,
      problem: { message: expect.stringContaining('new plan') as string },
    })
    expect(canApply(get())).toBe(false)
    server.commit = () => ({ status: 'OK', change: 8, records: 1 })
    await imported.planAgain()
    expect(get()).toMatchObject({ step: 'plan', isOutdated: false, problem: null })
    await imported.apply()
    expect(get().saved).toMatchObject({ change: 8 })
  })

  it('MOON-06: a file that someone else has just imported is refused with who and when, and imported again only on request', async () => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Name', 'Ann'))
    await imported.next()
    expect(get().plan?.earlier).toBeNull()
    server.earlier = { at: '2026-11-27T10:00:00Z', admin: 'Olga', change: 5, records: 1 }
    server.commit = () => {
      throw apiError('already_imported', { params: ['2026-11-27T10:00:00Z', 'Olga', 1] })
    }
    await imported.apply()
    expect(get()).toMatchObject({ step: 'plan', work: null, problem: null, plan: { earlier: server.earlier } })
    server.commit = () => ({ status: 'OK', change: 8, records: 1 })
    await imported.apply(true)
    expect(server.commits.at(-1)).toMatchObject({ again: true })
    expect(get()).toMatchObject({ step: 'done', saved: { change: 8 } })
  })

  it.each([
    ['planned', { step: 'plan', problem: { text: 'Stopped. Nothing was changed.' } }],
    ['applied', { step: 'done', saved: { change: 7, records: 2 } }],
  ] as const)('explains the result if the change is stopped: %s', async (state, expected) => {
    const { imported, get } = open()
    await imported.chooseFile(csv('Name', 'Ann'))
    await imported.next()
    const never = Promise.withResolvers<never>()
    server.commit = () => never.promise
    const applying = imported.apply()
    expect(get().work).toEqual({ doing: 'applying' })
    server.state = 'applying'
    imported.stop()
    never.reject(apiError('cancelled'))
    await applying
    server.state = state
    await expect.poll(get).toMatchObject({ work: null, ...expected })
  })

  it('MOON-06: shows a plan that was made before, whether or not it has been applied', async () => {
    const { imported, get } = open()
    await imported.resume('plan')
    expect(get()).toMatchObject({ step: 'plan', table: 'courier', plan: { id: 'plan' } })
    server.state = 'applied'
    await imported.resume('plan')
    expect(get()).toMatchObject({ step: 'done', saved: { change: 7, records: 2 } })
  })

  it('a template has the columns that the person may change', async () => {
    const { imported } = open()
    const { headings } = await readRecords(await imported.template(), { lang: 'en', rows: '1:' }).then(async ({ rows }) => ({
      headings: rows[0]?.cells.map((cell) => cell && 'text' in cell && cell.text),
    }))
    expect(headings).toEqual(expect.arrayContaining(['courier_id', 'name', 'phone', 'courier_status']))
    expect(headings).not.toContain('token')
  })
})
