import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { PASSWORD, startFakeModel, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startTestServer>>
let model: Awaited<ReturnType<typeof startFakeModel>>
let machine: Machine

const tiffin = (...args: string[]): Promise<Run> => machine.run(['dictionary', 'translate', '--lang', 'de', ...args])
const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown>
const stored = async () => {
  const rows = await server.database.asOwner<{ text: string }>(
    `select coalesce(texts ->> 'de', '') as text from dictionary order by dictionary_id`,
  )
  return rows.map(({ text }) => text)
}

beforeAll(async () => {
  model = await startFakeModel()
  server = await startTestServer({
    TIFFIN_TRANSLATION_URL: model.url,
    TIFFIN_TRANSLATION_KEY: 'sk-test',
    TIFFIN_TRANSLATION_PRICE: '2.50 USD',
  })
  await server.database.asOwner(`update global_lang set support = 1 where code in ('en', 'de')`)
  await server.database.asOwner(`update admin set dictionary_edit = 'de' where login = 'platform'`)
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'platform', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
  await model.stop()
})
beforeEach(async () => {
  model.fault = null
  model.requests.length = 0
  await server.database.asOwner('delete from dictionary')
  for (const [index, en] of ['Save', '%1 of %2', '=Back', 'Delete'].entries())
    await server.database.asOwner('insert into dictionary (dictionary_id, application, texts) values ($1, $2, $3)', [
      index + 1,
      'admin',
      JSON.stringify({ en, de: en === 'Save' ? 'Sichern' : '' }),
    ])
})

it('shows what the missing texts cost, and calls the model only after a confirmation', async () => {
  const dry = await tiffin('--dry-run', '--json')
  expect([dry.code, json(dry)]).toEqual([
    0,
    { texts: 3, characters: 19, tokens: expect.any(Number) as number, price: expect.stringMatching(/^0\.00\d\d USD$/) as string },
  ])
  expect(dry.err).toContain('Texts: 3, characters: 19, about ')
  expect(dry.err).toContain('Estimated price: 0.00')
  expect(await tiffin()).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string })
  expect(model.requests).toEqual([])
})

it('translates the missing texts as one change that one undo takes back', async () => {
  const run = await tiffin('--yes', '--json')
  expect([run.code, json(run)]).toEqual([0, expect.objectContaining({ created: 3, refused: 0 })])
  expect(await stored()).toEqual(['Sichern', 'German: %1 of %2', 'German: =Back', 'German: Delete'])
  expect(model.requests.map(({ messages }) => messages[1]?.content)).toEqual(['%1 of %2', '=Back', 'Delete'])
  expect(await machine.run(['undo', String(json(run)['change'])])).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(['Sichern', '', '', ''])
})

it('translates at most the given number, and says when nothing is missing', async () => {
  expect(await tiffin('--yes', '--limit', '1')).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(['Sichern', 'German: %1 of %2', '', ''])
  expect(await tiffin('--yes')).toMatchObject({ code: 0 })
  expect(await tiffin('--yes')).toMatchObject({ code: 3, err: expect.stringContaining('Every text has a translation') as string })
})

it('refuses a translation that loses a placeholder, and saves the others', async () => {
  model.answer = (text) => (text === '%1 of %2' ? '%1 von' : `de ${text}`)
  try {
    const run = await tiffin('--yes', '--json')
    expect(json(run)).toMatchObject({ created: 2, refused: 1, rows: expect.arrayContaining([expect.objectContaining({ code: 'placeholders', after: '%1 von' })]) as object }) // prettier-ignore
    expect(await stored()).toEqual(['Sichern', '', 'de =Back', 'de Delete'])
  } finally {
    model.answer = undefined
  }
})

it('saves texts translated before a failure, and a second run does the rest', async () => {
  model.answer = (text) => {
    if (text === 'Delete') model.fault = 500
    return `de ${text}`
  }
  const run = await tiffin('--yes')
  expect([run.code, run.err]).toEqual([1, expect.stringContaining('Run it again for the other texts')])
  model.fault = null
  model.answer = undefined
  expect(await tiffin('--yes')).toMatchObject({ code: 0 })
  expect((await stored()).filter((text) => text === '')).toEqual([])
})

it('ends with Ctrl+C without changing anything', async () => {
  model.fault = 'silence'
  const started = machine.run(['dictionary', 'translate', '--lang', 'de', '--yes'], {
    until: () => model.requests.length > 0,
    signal: 'SIGINT',
  })
  expect((await started).code).toBe(130)
  expect(await stored()).toEqual(['Sichern', '', '', ''])
})

it('keeps the translations in a file for an import when it is stopped', async () => {
  model.answer = (text) => {
    if (text === 'Delete') model.fault = 'silence'
    return `de ${text}`
  }
  const stopped = await machine.run(['dictionary', 'translate', '--lang', 'de', '--yes'], {
    until: () => model.requests.length === 3,
    signal: 'SIGINT',
  })
  model.answer = undefined
  expect(stopped.code).toBe(130)
  expect(await stored()).toEqual(['Sichern', '', '', ''])
  const file = /To import them: tiffin dictionary import (\S+\.csv) --lang de\n/.exec(stopped.err)?.[1] ?? ''
  try {
    expect(await machine.run(['dictionary', 'import', file, '--lang', 'de', '--yes'])).toMatchObject({ code: 0 })
    expect(await stored()).toEqual(['Sichern', 'de %1 of %2', 'de =Back', ''])
  } finally {
    rmSync(file, { force: true })
  }
})

it('leaves a text that someone enters in the meantime', async () => {
  let entered: Promise<unknown> | undefined
  model.answer = (text) => {
    entered ??= server.database.asOwner(`update dictionary set texts = texts || '{"de": "Von Hand"}' where dictionary_id = 2`)
    return `de ${text}`
  }
  const run = await tiffin('--yes')
  model.answer = undefined
  await entered
  expect(run.code).toBe(0)
  expect(await stored()).toEqual(['Sichern', 'Von Hand', 'de =Back', 'de Delete'])
})

it.each<[string, string[], string]>([
  ['a language of someone else', ['--lang', 'ru'], '[forbidden_language]'],
  ['English', ['--lang', 'en'], '[forbidden_language]'],
  ['a limit of nothing', ['--limit', '0'], '[usage]'],
])('refuses %s', async (_name, args, code) => {
  expect((await machine.run(['dictionary', 'translate', '--lang', 'de', ...args, '--yes'])).err).toContain(code)
  expect(model.requests).toEqual([])
})
