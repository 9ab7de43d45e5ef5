import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine, type Run } from './test/run-command.ts'

const { insertRow, PASSWORD, startTestServer } = await import('@tiffin/server/test')
const { fullRunOnly, sampled } = await import('@tiffin/server/test/full')
// Each run is a separate process, which starts slowly on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
const tiffin = (...args: string[]): Promise<Run> => machine.run(args)

beforeAll(async () => {
  server = await startTestServer()
  machine = createMachine({ TIFFIN_URL: server.url })
  const signedIn = await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: `${PASSWORD}\n` })
  if (signedIn.code !== 0) throw new Error(signedIn.err)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

describe('untrusted data', () => {
  const hostileStatus = 'New\n$(touch${IFS}$PWNED)\u001b[31m\u009b2J\u2028'
  let status: number
  beforeAll(async () => {
    const row = { company: server.world.a, status: 91, value: { en: hostileStatus } }
    status = await insertRow(server.database, 'order_status', row)
  })
  afterAll(() => server.database.asOwner('delete from order_status where order_status_id = $1', [status]))

  const shells: [shell: string, script: string][] = [
    [
      'bash',
      'source <(tiffin completion bash); COMP_WORDS=(tiffin orders move 1 --to ""); COMP_CWORD=5; _tiffin; echo "${COMPREPLY[@]}"',
    ],
    [
      'zsh',
      `compdef() { :; }; _describe() { echo "\${(@P)2}"; }; words=(tiffin orders move 1 --to ""); CURRENT=6; source <(tiffin completion zsh); _tiffin`,
    ],
    ['fish', 'tiffin completion fish | source; complete -C "tiffin orders move 1 --to "'],
  ]
  it.each(shells)('%s completes a status whose name is a command, and does not run it', async (shell, script) => {
    if (spawnSync(shell, ['-c', 'true']).error !== undefined) return
    const PWNED = path.join(machine.home, `pwned-${shell}`)
    const said = await machine.shell(shell, script, { PWNED })
    expect(said).toMatch(new RegExp(`(^|\\s)${status}\\b`, 'm'))
    expect(existsSync(PWNED)).toBe(false)
  })

  const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/
  sampled.it.each([
    [['orders', 'move', '1', '--to', 'nosuch']],
    [['orders', 'list', '--status', 'zzz']],
    [['list', 'order_status', '--format', 'table', '--fields', 'value']],
    [['list', 'order_status', '--format', 'json']],
    [['list', 'order_status', '--format', 'ndjson']],
    [['list', 'order_status', '--format', 'csv']],
    [['api', 'Reference', 'getData', '{"tables":[{"table":"order_status"}]}']],
  ])('escapes data for the terminal: %j', async (args) => {
    const { out, err } = await tiffin(...args)
    expect((out + err).replaceAll('\r\n', '\n')).not.toMatch(raw)
    expect(out + err).toContain('\\u001b[31m\\u009b2J\\u2028')
  })
  it('keeps data unchanged in JSON', async () => {
    const rows = JSON.parse((await tiffin('get', 'order_status', String(status), '--json', 'value')).out) as {
      value: { en: string }
    }
    expect(rows.value.en).toBe(hostileStatus)
  })
})

describe('output files', () => {
  fullRunOnly.it('writes into a pipe or a device without replacing it', async () => {
    const pipe = path.join(machine.home, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = spawn('cat', [pipe])
    const first = new Promise<Buffer>((resolve) => reader.stdout.once('data', resolve))
    expect((await tiffin('export', 'courier', '--out', pipe)).err).toContain('[file_exists]')
    expect(await tiffin('export', 'courier', '--out', pipe, '--yes')).toMatchObject({ code: 0 })
    expect((await first).subarray(0, 2).toString()).toBe('PK')
    expect(statSync(pipe).isFIFO()).toBe(true)
  })
  sampled.it.each(['--version', 'list order_status', 'list order_status --json', 'whoami --json', 'export courier --out -'])(
    'explains that there is no room: tiffin %s',
    async (args) => {
      const said = await machine.shell('sh', `TIFFIN_LANG=ru tiffin ${args} 2>&1 >/dev/full; echo $?`, {})
      expect(said).toBe(
        'Не удалось записать в стандартный вывод [output_not_written]\nДиск заполнен: освободите место или выберите другое\n1\n',
      )
    },
  )
  it('keeps a link a link, and refuses a folder with a message', async () => {
    const file = path.join(machine.home, 'linked.xlsx')
    const link = path.join(machine.home, 'link.xlsx')
    writeFileSync(file, '')
    symlinkSync(file, link)
    expect(await tiffin('export', 'courier', '--out', link, '--yes')).toMatchObject({ code: 0 })
    expect([lstatSync(link).isSymbolicLink(), statSync(file).size > 0]).toEqual([true, true])
    const folder = await tiffin('export', 'courier', '--out', machine.home, '--yes', '--lang', 'ru')
    expect(folder).toMatchObject({ code: 1, out: '' })
    expect(folder.err).toMatch(/\[file_not_written\]\nЭто папка/)
  })
})
