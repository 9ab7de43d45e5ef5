import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commandLine } from '@tiffin/core/command-line'
import type { Command } from 'commander'
import stringWidth from 'string-width'
import { createProgram } from './program.ts'
import { createMachine, type Machine } from './test/run-command.ts'

const { insertRow, startTestServer } = await import('@tiffin/server/test')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const namesOf = (command: Command, parents: string[] = []): string[][] =>
  command.commands.flatMap((item) => [[...parents, item.name()], ...namesOf(item, [...parents, item.name()])])
const io = { out: () => {}, err: () => {} } as never
const commands = [[], ...namesOf(createProgram({ io, exit: 0 }, (text) => text))]

let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url, TIFFIN_TOKEN: await server.signIn('owner') })
  for (const name of ['Ann', 'Zoë 🍕 with a name that is far too long for a narrow terminal', 'ليلى'])
    await insertRow(server.database, 'courier', { company: server.world.a, name, phone: `49${name.length}` })
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

interface Shown {
  code: number
  lines: string[]
  hasEscapes: boolean
}

/** Runs a command in a terminal of this width. */
async function onTerminal(args: readonly string[], columns: number, env: Record<string, string> = {}): Promise<Shown> {
  const inside = `stty cols ${columns} rows 24; ${commandLine(['tiffin', ...args])}; echo "exit $?"`
  const out = await machine.shell('sh', `${commandLine(['script', '-qec', inside, '/dev/null'])} < /dev/null`, {
    TERM: 'xterm',
    ...env,
  })
  const lines = out.replaceAll('\r', '').split('\n').filter(Boolean)
  const code = Number(/^exit (\d+)$/.exec(lines.pop() ?? '')?.[1])
  // oxlint-disable-next-line no-control-regex
  const escape = /\u001b\[[\d;?]*[A-Za-z]/g
  return { code, lines: lines.map((line) => line.replaceAll(escape, '')), hasEscapes: escape.test(out) }
}

/** A word that can't be broken may be wider than the terminal, and a command of an example. */
const tooWide = (lines: readonly string[], columns: number): string[] =>
  lines.filter(
    (line) => stringWidth(line) > columns && line.trim().includes(' ') && !/^\s*(TIFFIN_\w+=|tiffin|Usage:)/.test(line),
  )

describe.each(commands.map((args) => [['tiffin', ...args].join(' '), args] as const))('%s --help', (_name, args) => {
  it.each([60, 200])('fits a terminal of %i columns, with and without colours', async (columns) => {
    const shown = await onTerminal([...args, '--help'], columns)
    expect([shown.code, tooWide(shown.lines, columns)]).toEqual([0, []])
    const plain = await onTerminal([...args, '--help'], columns, { NO_COLOR: '1' })
    expect([plain.code, plain.lines, plain.hasEscapes]).toEqual([0, shown.lines, false])
  })

  it('is the same in every pipe, on standard output', async () => {
    const wide = await machine.run([...args, '--help'], { env: { COLUMNS: '200', FORCE_COLOR: '1' } })
    const narrow = await machine.run([...args, '--help'], { env: { COLUMNS: '60' } })
    expect(wide).toEqual({ code: 0, err: '', out: narrow.out })
    // oxlint-disable-next-line no-control-regex
    expect(wide.out).not.toMatch(/\u001b/)
  })
})

describe('output', () => {
  const outputs: [string[], number][] = [
    [['list', 'courier'], 0],
    [['list', 'courier', '--where', 'name=Nobody'], 0],
    [['orders', 'list', '--all'], 0],
    [['report', 'orders', '--period', 'all'], 0],
    [['company', 'list'], 0],
    [['get', 'courier', '999999'], 3],
    [['list', 'couriers', '--where', 'nam=x'], 2],
    [['lint', 'workflow'], 1],
    [['dictionary', 'missing', '--lang', 'de'], 0],
    [['whoami'], 0],
    [['whoami', '--url', 'http://127.0.0.1:9'], 1],
  ]
  it.each(outputs)('%s ends the same way on any terminal and in a pipe', async (args, code) => {
    const piped = await machine.run(args)
    expect(piped.code).toBe(code)
    // oxlint-disable-next-line no-control-regex
    expect(piped.out + piped.err).not.toMatch(/\u001b/)
    for (const columns of [60, 200]) {
      const shown = await onTerminal(args, columns)
      const plain = await onTerminal(args, columns, { NO_COLOR: '1' })
      expect([shown.code, plain.code, plain.hasEscapes]).toEqual([code, code, false])
      expect(plain.lines).toEqual(shown.lines)
    }
  })

  it.each([60, 200])('a table fits %i columns, also with wide and right-to-left letters', async (columns) => {
    const { lines } = await onTerminal(['list', 'courier', '--fields', 'name,phone,courier_status'], columns)
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([])
    expect(lines.join('\n')).toContain('ليلى')
  })
})
