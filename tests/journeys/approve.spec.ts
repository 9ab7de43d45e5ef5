import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PASSWORD } from '@tiffin/server/test'
import { expect, test } from './support.ts'

const command = path.join(import.meta.dirname, '../../packages/cli/dist/tiffin.js')

test('a command without a browser is signed in by its user in the console', async ({ page, stage }) => {
  const home = await mkdtemp(path.join(tmpdir(), 'tiffin-approve-'))
  const start = (...words: string[]) => {
    const child = spawn(process.execPath, [command, ...words], {
      env: { PATH: process.env['PATH'], HOME: home, TIFFIN_URL: stage.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (bytes: Buffer) => void (said.out += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => void (said.err += bytes.toString()))
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { said, closed, kill: () => child.kill() }
  }
  const login = start('login', '--web')
  try {
    await expect.poll(() => login.said.err, { timeout: 30_000 }).toMatch(/\/approve\?code=\S+\n/)
    const [, code = ''] = /code=(\S+)/.exec(login.said.err) ?? []
    await page.goto(`${stage.url}/approve?code=${code}`)
    await page.getByLabel('Login').fill('operator')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByTestId('pair-code')).toHaveText(code)
    await expect(page.getByTestId('approve')).toContainText('Is this you? A command wants to sign in as operator.')
    await expect(page.getByTestId('approve')).toContainText('127.0.0.1')
    await page.getByLabel('Current password').fill('not-it')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByTestId('approve').getByRole('alert')).toHaveText('Current password is incorrect')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByTestId('pair-result')).toContainText('Approved.')
    expect(await login.closed).toBe(0)
    const who = start('whoami', '--json', 'login')
    expect(await who.closed).toBe(0)
    expect(JSON.parse(who.said.out)).toEqual({ login: 'operator' })
    await page.reload()
    await expect(page.getByTestId('pair-result')).toContainText('The code is incorrect or has expired')
  } finally {
    login.kill()
    await rm(home, { recursive: true, force: true })
  }
})
