import path from 'node:path'
import type { PrintPurpose } from '@tiffin/sdk/contract'
import { type Answer, callAt } from '@tiffin/server/test'
import { expect } from 'vitest'
import { startNetwork } from '../fakes/cuttable-network.ts'
import { type FakePrinter, startFakePrinter } from '../fakes/fake-printer.ts'
import { bundleBoard } from '../terminal/bundle-board.ts'
import { openPty, type Pty } from '../terminal/pty.ts'
import { endWithTest } from './end-with-test.ts'
import { type StallableLine, createStallableLine } from './stallable-line.ts'
import { createHome, type OwnHome } from './server-home.ts'
import { startServerProcess } from './server-process.ts'
import { makeCompany, type SmallCompany } from './small-company.ts'

export type Part = 'terminal' | 'server' | 'printer' | 'network'

/** A printed ticket. */
export interface PrinterOutput {
  /** Its number; undefined if it was interrupted before that. */
  ticket: number | undefined
  isWhole: boolean
  isCopy: boolean
  purpose: PrintPurpose
  text: string
  bytes: number
}

/** A kitchen with an automatically printing terminal, each part of which can fail and recover. */
export interface KitchenStage {
  company: SmallCompany
  home: OwnHome
  /** The cable between terminal and printer. */
  cable: StallableLine
  /** Sends a call. With a key, it takes effect once, however often it is sent. */
  call(api: string, method: string, data: unknown, key?: string): Promise<Answer>
  fail(part: Part): Promise<void>
  repair(part: Part): Promise<void>
  papers(): PrinterOutput[]
}

/** Starts it with a signed-in terminal. Everything ends with the test. */
export async function startKitchen(): Promise<KitchenStage> {
  const home = createHome()
  const endWith = endWithTest(() => home.remove())
  const network = await startNetwork()
  endWith(() => network.close())
  const env = { ...home.env, TIFFIN_PUBLIC_URL: network.url }
  const starting = startServerProcess(env, { endWith })
  const program = await bundleBoard()
  endWith(() => program.remove())
  const printers: FakePrinter[] = []
  async function switchOn(port?: number): Promise<FakePrinter> {
    const printer = await startFakePrinter(port === undefined ? {} : { port })
    endWith(() => printer.close())
    printers.push(printer)
    return printer
  }
  let printer = await switchOn()
  const cable = await createStallableLine(printer.port)
  endWith(() => cable.close())
  let server = await starting
  network.setTarget(server.url)
  const { url, port } = server
  const company = await makeCompany(home, url)

  function openTerminal(): Pty {
    const storage = path.join(home.env['HOME'] ?? '', 'board.json')
    const args = ['--url', network.url, '--storage', storage, '--printer', cable.address]
    const opened = openPty(program.file, args, { columns: 140, rows: 40 })
    endWith(() => {
      opened.kill('SIGKILL')
      return opened.exited
    })
    return opened
  }
  let terminal = openTerminal()
  await terminal.waitFor('Login', 30_000)
  terminal.press(company.login, 'tab', company.password, 'enter')
  await terminal.waitFor('online', 30_000)

  const parts: Record<Part, { fail(): Promise<unknown>; repair(): Promise<unknown> }> = {
    terminal: {
      async fail() {
        terminal.kill('SIGKILL')
        await terminal.exited
      },
      repair: async () => (terminal = openTerminal()),
    },
    server: {
      fail: () => server.kill(),
      repair: async () => (server = await startServerProcess(env, { port, endWith })),
    },
    printer: {
      fail: () => printer.close(),
      repair: async () => (printer = await switchOn(printer.port)),
    },
    network: { fail: network.cut, repair: network.restore },
  }

  return {
    company,
    home,
    cable,
    call: (api, method, data, key) =>
      callAt(url, api, method, data, { token: company.token, company: company.company, ...(key === undefined ? {} : { key }) }),
    fail: async (part) => void (await parts[part].fail()),
    repair: async (part) => void (await parts[part].repair()),
    papers: () => printers.flatMap((item) => item.jobs.map((_, job) => readPaper(item, job))),
  }
}

function readPaper(printer: FakePrinter, job: number): PrinterOutput {
  const text = printer.text(job)
  // A ticket may be interrupted in the middle of the number: it counts once something follows.
  const ticket = /#(\d+)(?=[^\d\n]|\n[^]*\S)/.exec(text)?.[1]
  return {
    ticket: ticket === undefined ? undefined : Number(ticket),
    isWhole: printer.paper(job).items.some(({ kind }) => kind === 'cut'),
    isCopy: text.includes('COPY'),
    purpose: purposeOf(text),
    text,
    bytes: printer.jobs[job]?.length ?? 0,
  }
}

/**
 * Derived from the text above the number, which marks any ticket of a cancelled order; only a receipt begins with the company.
 */
function purposeOf(text: string): PrintPurpose {
  if (text.includes('CHANGED')) return 'changed'
  if (text.includes('Roma')) return 'receipt'
  return text.includes('CANCELLED') ? 'cancelled' : 'kitchen'
}

/** A successful answer; otherwise the error shows the actual one. */
export function answered(answer: Answer): Answer {
  expect(answer).toMatchObject({ status: 'OK' })
  return answer
}
