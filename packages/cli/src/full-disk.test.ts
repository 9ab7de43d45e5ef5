import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMachine, type Machine } from './test/run-command.ts'

const { PASSWORD, startTestServer } = await import('@tiffin/server/test')
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
let server: Awaited<ReturnType<typeof startTestServer>>
let machine: Machine
let folder: string

/** Text that doesn't compress. */
const noise = (at: number): string => createHash('sha256').update(String(at)).digest('hex')

beforeAll(async () => {
  server = await startTestServer()
  await server.database.asOwner(
    `insert into cuisine (company, name, "order") select $1, jsonb_build_object('en', md5(n::text)), n from generate_series(1, 2000) n`,
    [server.world.a],
  )
  machine = createMachine({ TIFFIN_URL: server.url })
  await machine.run(['login', '--login', 'owner', '--password-stdin'], { input: PASSWORD })
  const rows = Array.from({ length: 500 }, (_, at) => `${noise(at)},4930${1_000_000 + at},none`)
  writeFileSync(path.join(machine.home, 'couriers.csv'), ['name,phone,courier_status', 'Cem,493099999,1', ...rows].join('\n'))
  folder = path.join(machine.home, 'small')
  mkdirSync(folder)
})
afterAll(async () => {
  machine.remove()
  await server.stop()
})

const inSmallDisk = (script: string): string =>
  `unshare -rm sh -c 'mount -t tmpfs -o size=4k none . && cd "$PWD" && { ${script}; }'`
const mayMount = spawnSync('sh', ['-c', inSmallDisk('true')], { cwd: '/mnt' }).status === 0

const limits: [what: string, advice: string, isPossible: boolean, limited: (script: string) => string][] = [
  ['the disk is full', 'The disk is full: free some space, or choose another location', mayMount, inSmallDisk],
  ['its size is limited', 'Too large for this location: choose another', true, (script) => `ulimit -f 4; ${script}`],
]
const commands: [name: string, file: string, args: string][] = [
  ['export', 'tags.csv', 'export cuisine --fields name -o tags.csv'],
  ['export', 'tags.json', 'export cuisine --fields name -o tags.json'],
  ['export', 'tags.xlsx', 'export cuisine --fields name -o tags.xlsx'],
  ['import --rejected', 'bad.csv', 'import courier ../couriers.csv --skip-refused --rejected bad.csv'],
  ['import --rejected', 'bad.xlsx', 'import courier ../couriers.csv --skip-refused --rejected bad.xlsx'],
  ['config pull', 'company.yaml', 'config pull -o company.yaml'],
]

describe.each(limits)('a file that cannot be written because %s', (_what, advice, isPossible, limited) => {
  it.runIf(isPossible).each(commands)('%s says so, and leaves %s as it was', async (_name, file, args) => {
    const couriers = () => server.database.asOwner('select name from courier where company = $1', [server.world.a])
    const before = await couriers()
    const script = `printf earlier > ${file}; tiffin ${args} --yes 2>&1; echo "exit $?"; cat ${file}; echo; ls -A`
    const printed = await machine.shell('sh', `cd "$HOME/small" && ${limited(script)}`, { HOME: machine.home })
    expect(printed.slice(printed.indexOf("Can't"))).toBe(
      `Can't write the file ${file} [file_not_written]\n${advice}\nexit 1\nearlier\n${file}\n`,
    )
    expect(await couriers()).toEqual(before)
    rmSync(path.join(folder, file), { force: true })
  })
})
