import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { insertOrder, startTestServer } from '@tiffin/server/test'
import { expect, it, onTestFinished } from 'vitest'
import { openProgram, type Pty } from '../terminal/pty.ts'

const command = path.resolve(import.meta.dirname, '../../packages/cli/dist/tiffin.js')
const SSHD = '/usr/sbin/sshd'

/** Debian's SSH server: the installed one, or installed if run as root; its system service is not needed. */
function ensureSshd(): void {
  if (existsSync(SSHD)) return
  if (process.getuid?.() !== 0) throw new Error('This test needs an SSH server: install openssh-server.')
  execFileSync('bash', [
    '-c',
    `apt-get update -q && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends openssh-server openssh-client`,
  ])
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve((socket.destroy(), true))).on('error', () => resolve(false))
  })

/** A private SSH server that accepts only the key in its folder; `enter` returns the arguments of `ssh`. */
async function startSshd(folder: string): Promise<(remote: string) => string[]> {
  const file = (name: string): string => path.join(folder, name)
  for (const name of ['host', 'person']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)])
  const port = await freePort()
  // The privilege separation folder of root's server; normally created by its service.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  writeFileSync(
    file('config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${file('host')}
AuthorizedKeysFile ${file('person.pub')}
PidFile none
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
UsePAM no
`,
  )
  const server = spawn(SSHD, ['-D', '-e', '-f', file('config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (text: Buffer) => (said += text.toString()))
  onTestFinished(() => void server.kill())
  await expect.poll(() => (server.exitCode === null ? listens(port) : said), { timeout: 10_000 }).toBe(true)
  writeFileSync(file('known'), `[127.0.0.1]:${port} ${readFileSync(file('host.pub'), 'utf8')}`)
  chmodSync(file('person'), 0o600)
  const options = ['IdentitiesOnly=yes', 'BatchMode=yes', `UserKnownHostsFile=${file('known')}`].flatMap((item) => ['-o', item])
  const target = `${userInfo().username}@127.0.0.1`
  return (remote) => ['-tt', '-F', 'none', '-p', String(port), '-i', file('person'), ...options, target, remote]
}

const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/status`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

it(
  'KDS-01 KDS-17: a board over SSH gets keys and size, restores the terminal, and ends with its connection',
  { timeout: 300_000 },
  async () => {
    ensureSshd()
    const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-ssh-'))
    const server = await startTestServer()
    onTestFinished(async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const enter = await startSshd(folder)
    const order = await insertOrder(server.database, server.world, { ticket: 41, time_create: new Date().toISOString() })
    const token = await server.signIn('owner')
    const pidFile = path.join(folder, 'board.pid')
    const environment = Object.entries({
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      LANG: 'C.UTF-8',
      TIFFIN_URL: server.url,
      TIFFIN_TOKEN: token,
      TIFFIN_COMPANY: String(server.world.a),
    }).map(([name, value]) => `export ${name}='${value}'`)
    const board = [...environment, `echo $$ > ${pidFile}`, `exec '${process.execPath}' '${command}' board`]
    writeFileSync(path.join(folder, 'board.sh'), board.join('\n'))
    // The terminal settings after the board are compared with those before it.
    const session = ['cd "$(dirname "$0")"', 'stty -a > before', 'sh board.sh', 'echo left with $?', 'stty -a > after']
    writeFileSync(path.join(folder, 'session.sh'), session.join('\n'))
    const boards: Pty[] = []
    const open = (): Pty => {
      const ssh = openProgram('ssh', enter(`sh ${folder}/session.sh`), { columns: 80, rows: 24 })
      boards.push(ssh)
      return ssh
    }
    onTestFinished(() => boards.forEach((item) => item.kill('SIGKILL')))

    const first = open()
    await first.waitFor('#41', 60_000)
    await first.waitFor('online', 20_000)
    first.press(' ')
    await first.waitFor('moved to')
    const status = async () =>
      (
        await server.database.asOwner<{ status: number }>('select order_status::int as status from "order" where order_id = $1', [
          order,
        ])
      )[0]?.status
    await expect.poll(status, { timeout: 10_000 }).toBe(server.world.statuses[3])
    first.resize(130, 30)
    // Columns that did not fit before.
    await first.waitFor((text) => text.split('\n').some((line) => line.length > 90 && line.includes('Accepted')), 20_000)
    first.press('ctrl+c')
    await first.waitFor('left with 0', 20_000)
    await first.exited
    expect(first.raw().lastIndexOf('\u001B[?1049l')).toBeGreaterThan(first.raw().lastIndexOf('\u001B[?1049h'))
    expect(first.raw().lastIndexOf('\u001B[?25h')).toBeGreaterThan(first.raw().lastIndexOf('\u001B[?25l'))
    const modes = (name: string) => readFileSync(path.join(folder, name), 'utf8').replace(/rows \d+; columns \d+;/, '')
    expect(modes('after')).toBe(modes('before'))

    const second = open()
    await second.waitFor('#41', 60_000)
    const pid = Number(readFileSync(pidFile, 'utf8'))
    expect(isRunning(pid)).toBe(true)
    second.kill('SIGKILL')
    await second.exited
    for (let waited = 0; isRunning(pid) && waited < 100; waited += 1) await pause(100)
    expect(isRunning(pid)).toBe(false)
  },
)
