import { apiError, entities, type Entity } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { mergeEdits, acceptTheirs } from './merge-edits.ts'
import { createRecordDraft, type PendingSave } from './record-draft.ts'
import type { Row } from './records.ts'

describe('merging edits with concurrent changes', () => {
  const before = { name: { en: 'Soup', ru: 'Суп' }, show: 1, status: 1 }
  it.each<[string, Row, Row, Row, object[]]>([
    ['another field', { show: 2 }, { ...before, status: 0 }, { show: 2 }, []],
    ['the same value', { show: 2 }, { ...before, show: 2 }, {}, []],
    ['a field', { status: 0 }, { ...before, status: 2 }, { status: 0 }, [{ field: 'status', mine: 0, theirs: 2 }]],
    [
      'another language',
      { name: { en: 'Broth', ru: 'Суп' } },
      { ...before, name: { en: 'Soup', ru: 'Борщ', ar: 'حساء' } },
      { name: { en: 'Broth', ru: 'Борщ', ar: 'حساء' } },
      [],
    ],
    [
      'a language removed here',
      { name: { en: 'Soup' } },
      { ...before, name: { en: 'Broth', ru: 'Суп' } },
      { name: { en: 'Broth' } },
      [],
    ],
    [
      'one of two languages',
      { name: { en: 'Broth', ru: 'Бульон' } },
      { ...before, name: { en: 'Stew', ru: 'Суп' } },
      { name: { en: 'Broth', ru: 'Бульон' } },
      [{ field: 'name', part: 'en', mine: 'Broth', theirs: 'Stew' }],
    ],
  ])('%s', (_what, edits, now, left, conflicts) => {
    expect(mergeEdits(entities.cuisine, edits, { before, now })).toEqual({ edits: left, conflicts })
  })

  it.each<[string, unknown, unknown, unknown, unknown, object[]]>([
    ['members added and removed on both sides', [1, 2, 3], [1, 3, 4], [2, 3, 5], [3, 5, 4], []],
    ['an order of ours and a member of theirs', [1, 2, 3], [3, 1, 2], [1, 2, 3, 4], [3, 1, 2, 4], []],
    ['an order of theirs and a member of ours', [1, 2, 3], [1, 2, 3, 4], [2, 1, 3], [2, 1, 3, 4], []],
    [
      'two orders',
      [1, 2, 3],
      [3, 1, 2, 4],
      [2, 1, 3, 5],
      [3, 1, 2, 4, 5],
      [{ field: 'status', mine: [3, 1, 2, 4, 5], theirs: [2, 1, 3, 5, 4] }],
    ],
  ])('of a list: %s', (_what, was, mine, theirs, left, conflicts) => {
    const [before, now] = [{ status: was }, { status: theirs }]
    const merged = mergeEdits(entities.order_step, { status: mine }, { before, now })
    expect(merged).toEqual({ edits: { status: left }, conflicts })
    for (const { field, theirs } of merged.conflicts)
      expect(acceptTheirs(entities.order_step, merged.edits, merged.conflicts)).toEqual({ [field]: theirs })
  })

  const address = { coords: null, city: 1, address: 'Old', info: {} }
  const colors = { background: '#000000', text: '#FFFFFF' }
  const option = { field: 'allow_chat', free: 0, enable: 0, show: 0, value: '', description: {} }
  const band = { from_km: 0, to_km: 3, price: 5, per_km: 0 }
  const rights = (...levels: number[]) => Array.from({ length: 11 }, (_, at) => levels[at] ?? 0)
  it.each<[string, Entity, string, unknown, unknown, unknown, unknown, string[]]>([
    [
      'an address, except what both have changed',
      entities.merchant,
      'address',
      address,
      { ...address, city: 2, address: 'Mine' },
      { ...address, coords: [1, 2], address: 'Theirs' },
      { ...address, city: 2, coords: [1, 2], address: 'Mine' },
      ['address'],
    ],
    [
      'colours',
      entities.order_status,
      'color',
      colors,
      { ...colors, text: '#EEEEEE' },
      { ...colors, background: '#111111' },
      { background: '#111111', text: '#EEEEEE' },
      [],
    ],
    [
      'an option of a tariff',
      entities.tariff,
      'option',
      [option],
      [{ ...option, enable: 1, value: '5' }],
      [{ ...option, show: 1, value: '6' }],
      [{ ...option, enable: 1, show: 1, value: '5' }],
      ['allow_chat.value'],
    ],
    [
      'an option that one side has removed',
      entities.tariff,
      'option',
      [{ ...option, enable: 1 }],
      [],
      [{ ...option, enable: 1, show: 1 }],
      [{ ...option, show: 1 }],
      [],
    ],
    [
      "one person's rights",
      entities.merchant,
      'access',
      [],
      [{ user: 1, access: rights(0, 2) }],
      [
        { user: 1, access: rights(0, 1, 1) },
        { user: 2, access: rights(0, 1) },
      ],
      [
        { user: 1, access: rights(0, 2, 1) },
        { user: 2, access: rights(0, 1) },
      ],
      ['1.1'],
    ],
    ['languages of the dictionary', entities.admin, 'dictionary_edit', 'en,ru', 'en,ar', 'en,ru,de', 'en,de,ar', []],
    [
      'files',
      entities.company,
      'docs',
      [],
      [{ name: 'a', type: 'link', content: 'https://a.example' }],
      [{ name: 'b', type: 'link', content: 'https://b.example' }],
      [
        { name: 'b', type: 'link', content: 'https://b.example' },
        { name: 'a', type: 'link', content: 'https://a.example' },
      ],
      [],
    ],
    ['distance bands, which are one value', entities.merchant, 'delivery', [], [band], [{ ...band, price: 6 }], [band], ['']],
  ])('%s', (_what, entity, field, was, mine, theirs, left, asked) => {
    const merged = mergeEdits(entity, { [field]: mine }, { before: { [field]: was }, now: { [field]: theirs } })
    expect(merged.edits).toEqual({ [field]: left })
    expect(merged.conflicts.map(({ part = '' }) => part)).toEqual(asked)
    if (left !== undefined) expect(entity.fields[field]?.schema.safeParse(left).success).toBe(true)
  })

  it("parts of a contact and of several people's access", () => {
    const [anna, ben, carla] = [1, 2, 3].map((user) => ({ user, access: rights(0, 1) }))
    const old = { contact: { contact_name: 'Ann', contact_phone: '1' }, access: [anna, ben] }
    const edits = { contact: { contact_name: 'Anna', contact_phone: '1' }, access: [anna, ben, carla] }
    const now = { contact: { contact_name: 'Ann', contact_phone: '2' }, access: [{ user: 1, access: rights(0, 2) }] }
    expect(mergeEdits(entities.merchant, edits, { before: old, now })).toEqual({
      edits: { contact: { contact_name: 'Anna', contact_phone: '2' }, access: [{ user: 1, access: rights(0, 2) }, carla] },
      conflicts: [],
    })
  })
})

/** A record on a server that refuses stale edits, like the real one. */
function setUp({ stored = true, preset = {} }: { stored?: boolean; preset?: Row } = {}) {
  const server: { row: Row; sent: PendingSave[]; hold?: Promise<void>; lost?: boolean } = {
    row: { cuisine_id: 5, name: { en: 'Soup' }, comment: { en: 'Hot' }, show: 1, revision: 1 },
    sent: [],
  }
  const write = (part: Row): Row => {
    server.row = { ...server.row, ...part, revision: Number(server.row['revision']) + 1 }
    return server.row
  }
  const changedBy: Record<number, Row> = {}
  const theirs = (part: Row): void => {
    write(part)
    changedBy[Number(server.row['revision'])] = part
  }
  const draft = createRecordDraft({
    entity: entities.cuisine,
    key: stored ? 5 : null,
    base: stored ? null : { name: {}, show: 1 },
    edits: preset,
    async send(saving) {
      server.sent.push(saving)
      await server.hold
      const since = Object.entries(changedBy).filter(([revision]) => Number(revision) > Number(saving.base['revision']))
      const fields = since.flatMap(([, part]) => Object.keys(part)).filter((name) => name in saving.part)
      const { secret: _unread, ...current } = server.row
      if (fields.length > 0) throw apiError('conflict', { current, because: { fields } })
      const saved = write(saving.part)
      if (server.lost) throw apiError('network')
      return saved
    },
  })
  if (stored) draft.read(server.row)
  return { server, theirs, draft, state: () => draft.store.getState() }
}

describe('editing a record', () => {
  it('keeps the revision that editing started from, even after a reload', async () => {
    const { server, theirs, draft, state } = setUp()
    draft.set('show', 2)
    theirs({ show: 3 })
    draft.read(server.row)
    expect(await draft.save()).toBe(false)
    expect(state()).toMatchObject({ edits: { show: 2 }, conflicts: [{ field: 'show', mine: 2, theirs: 3 }] })
    draft.settle([])
    expect(await draft.save()).toBe(true)
    expect(server.row).toMatchObject({ show: 2 })
    theirs({ show: 1 })
    draft.read(server.row)
    expect(state().base).toMatchObject({ show: 1 })
  })

  it('MOON-01 EDIT-08: a record read again during editing, such as after an undo, shows its current values except in edited fields', async () => {
    const { server, theirs, draft, state } = setUp()
    draft.set('show', 2)
    theirs({ show: 3, comment: { en: 'Very hot' } })
    draft.read(server.row)
    expect(state()).toMatchObject({ base: { show: 1, comment: { en: 'Very hot' } }, edits: { show: 2 }, conflicts: [] })
    expect(await draft.save()).toBe(false)
    expect(state().conflicts).toEqual([{ field: 'show', mine: 2, theirs: 3 }])
  })

  it('merges texts in different languages without asking and loses neither', async () => {
    const { server, theirs, draft, state } = setUp()
    draft.set('name', { en: 'Soup', ru: 'Суп' })
    theirs({ name: { en: 'Broth' } })
    expect(await draft.save()).toBe(true)
    expect(server.row['name']).toEqual({ en: 'Broth', ru: 'Суп' })
    expect(state()).toMatchObject({ edits: {}, conflicts: [] })
    expect(draft.isDirty()).toBe(false)
  })

  it('accepts the other side only in the conflicting language', async () => {
    const { server, theirs, draft, state } = setUp()
    draft.set('name', { en: 'Stew', ru: 'Суп' })
    theirs({ name: { en: 'Broth' } })
    expect(await draft.save()).toBe(false)
    draft.settle(state().conflicts)
    await draft.save()
    expect(server.row['name']).toEqual({ en: 'Broth', ru: 'Суп' })
  })

  it("keeps text typed during a save, and detects a colleague's changes to it", async () => {
    const { server, theirs, draft, state } = setUp()
    let answer = (): void => {}
    server.hold = new Promise((resolve) => (answer = resolve))
    draft.set('name', { en: 'Stew' })
    const saving = draft.save()
    draft.set('name', { en: 'Stew with beans' })
    draft.set('comment', { en: 'Mild' })
    theirs({ comment: { en: 'Very hot' } })
    answer()
    expect(await saving).toBe(true)
    expect(state()).toMatchObject({
      edits: { name: { en: 'Stew with beans' }, comment: { en: 'Mild' } },
      conflicts: [{ field: 'comment', part: 'en', mine: 'Mild', theirs: 'Very hot' }],
    })
    expect(draft.isDirty()).toBe(true)
  })

  it.each<[string, Row, Row, string[]]>([
    ['only about what both have changed', { show: 2, secret: 'x' }, { show: 3 }, ['show']],
    ['also about unreadable fields', { show: 2, secret: 'x' }, { show: 3, secret: 'y' }, ['show', 'secret']],
    ['never about fields not changed here', { show: 2 }, { show: 3, secret: 'y', status: 0, comment: { en: 'Mild' } }, ['show']],
    [
      'nor about fields reset to their old value',
      { show: 2, comment: { en: 'Hot' } },
      { show: 3, comment: { en: 'Mild' } },
      ['show'],
    ],
  ])('asks %s', async (_what, mine, others, asked) => {
    const { server, theirs, draft, state } = setUp()
    for (const [name, value] of Object.entries(mine)) draft.set(name, value)
    theirs(others)
    await draft.save()
    expect(state().conflicts.map(({ field }) => field)).toEqual(asked)
    draft.settle([])
    await draft.save()
    expect(server.row).toMatchObject({ ...others, ...Object.fromEntries(asked.map((name) => [name, mine[name]])) })
  })

  it('EDIT-02: has unsaved changes once something is typed, in a new record too, until the change is reverted', () => {
    for (const stored of [true, false]) {
      const { draft } = setUp({ stored, preset: stored ? {} : { show: 2 } })
      expect(draft.isDirty()).toBe(false)
      draft.set('name', { en: 'Stew' })
      expect(draft.isDirty()).toBe(true)
      draft.set('name', stored ? { en: 'Soup' } : {})
      expect(draft.isDirty()).toBe(false)
    }
  })

  it('EDIT-04: creates one record, however often it is saved, even if the first answer is lost', async () => {
    const { server, draft, state } = setUp({ stored: false, preset: { show: 2 } })
    expect(draft.isDirty()).toBe(false)
    draft.set('name', { en: 'New' })
    server.lost = true
    const [first, second] = await Promise.allSettled([draft.save(), draft.save()])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
    server.lost = false
    await draft.save()
    expect(server.sent.map(({ key, part }) => [key, part])).toEqual(
      Array.from({ length: 2 }, () => [null, { name: { en: 'New' }, show: 2 }]),
    )
    expect(new Set(server.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(state()).toMatchObject({ key: 5, edits: {}, busy: false })
  })

  it('EDIT-04: creates one record, even if it is saved again from the draft of a tab that closed before the answer', async () => {
    const first = setUp({ stored: false })
    first.draft.set('name', { en: 'New' })
    const kept = first.draft.kept()
    await first.draft.save()
    const again = setUp({ stored: false })
    again.draft.restore({ ...kept, at: 0 })
    await again.draft.save()
    const changed = setUp({ stored: false })
    changed.draft.restore({ ...kept, at: 0 })
    changed.draft.set('name', { en: 'Newer' })
    await changed.draft.save()
    const keys = [first, again, changed].map(({ server }) => server.sent[0]?.idempotencyKey)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('EDIT-08: text typed while a new record is being created stays unsaved in the created record', async () => {
    const { server, draft, state } = setUp({ stored: false })
    draft.set('name', { en: 'New' })
    const saving = draft.save()
    draft.set('name', { en: 'Newer' })
    await saving
    expect(state()).toMatchObject({ key: 5, edits: { name: { en: 'Newer' } } })
    await draft.save()
    expect(server.sent.at(-1)).toMatchObject({ key: 5, part: { name: { en: 'Newer' } } })
  })
})

it('PAY-07: settings of one payment system wait while another is chosen, neither sent nor lost', async () => {
  const sent: PendingSave[] = []
  const draft = createRecordDraft({
    entity: entities.pay_type,
    key: 1,
    base: { pay_type_id: 1, pay_system: 1, revision: 1 },
    async send(saving) {
      sent.push(saving)
      return { pay_system: saving.part['pay_system'], revision: 2 }
    },
  })
  const edits = () => draft.store.getState().edits
  draft.set('pay_system_settings', [{ api_key: 'of the first' }])
  draft.set('pay_system', 2)
  expect(edits()).toEqual({ pay_system: 2 })
  draft.set('pay_system_settings', [{ api_key: 'of the second' }])
  draft.set('pay_system', 1)
  expect(edits()).toEqual({ pay_system: 1, pay_system_settings: [{ api_key: 'of the first' }] })
  draft.set('pay_system', null)
  expect(edits()).toEqual({ pay_system: null })
  draft.set('pay_system', 1)
  expect(edits()).toEqual({ pay_system: 1, pay_system_settings: [{ api_key: 'of the first' }] })
  draft.set('pay_system', null)
  draft.set('pay_system', 2)
  await draft.save()
  expect(sent.map(({ part }) => part)).toEqual([{ pay_system: 2, pay_system_settings: [{ api_key: 'of the second' }] }])
  expect(draft.isDirty()).toBe(false)
})
