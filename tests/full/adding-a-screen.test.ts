import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { callAt, PASSWORD } from '@tiffin/server/test'
import { chromium } from 'playwright'
import { describe, expect, it } from 'vitest'
import { clone, npm, port, root } from './newcomer.ts'

/** The steps of the guide in order: a text for a file, or commands. */
type Step = { file: string; text: string; at: 'new' | 'end' | { above: string } | { below: string } } | { commands: string[] }

const fence = /```(ts|sh)\n([\s\S]*?)```/g
const place = /`([^`]+\.ts)`(?:, (?:(above|below) `([^`]+)`|(at the end)))?:\s*$/

function readSteps(guide: string): Step[] {
  const example = /## Complete example\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? ''
  return [...example.matchAll(fence)].map(({ 1: kind, 2: text = '', index }) => {
    if (kind === 'sh') return { commands: text.trim().split('\n') }
    const said = example.slice(0, index).trimEnd()
    const [, file, side, line, end] = place.exec(said.slice(said.lastIndexOf('\n\n'))) ?? []
    if (file === undefined) throw new Error(`The guide does not say where this goes:\n${text}`)
    if (line !== undefined) return { file, text, at: side === 'above' ? { above: line } : { below: line } }
    return { file, text, at: end === undefined ? 'new' : 'end' }
  })
}

function write(copy: string, { file, text, at }: Exclude<Step, { commands: string[] }>): void {
  const full = path.join(copy, file)
  if (at === 'new') {
    expect(existsSync(full), `${file} is new`).toBe(false)
    return writeFileSync(full, text)
  }
  const now = readFileSync(full, 'utf8')
  if (at === 'end') return writeFileSync(full, now + text)
  const lines = now.split('\n')
  const found = lines.indexOf('above' in at ? at.above : at.below)
  expect(found, `${file} has the line that the guide names`).toBeGreaterThanOrEqual(0)
  lines.splice('above' in at ? found : found + 1, 0, ...text.replace(/\n$/, '').split('\n'))
  writeFileSync(full, lines.join('\n'))
}

async function signIn(url: string, login: string): Promise<{ token: string; company: { company_id: number } }> {
  const { auth } = await callAt(url, 'Auth', 'Login', { login, password: PASSWORD })
  return (auth as { user: Awaited<ReturnType<typeof signIn>> }).user
}

/** Switches the option of the owner's company that the guide chose. */
async function setOption(url: string, value: 0 | 1): Promise<void> {
  const { company_id: company } = (await signIn(url, 'owner')).company
  const { token } = await signIn(url, 'platform')
  const tables = [{ table: 'company', id: company, row: { allow_report: value } }]
  expect(await callAt(url, 'Reference', 'saveData', { tables }, { token, company })).toMatchObject({ status: 'OK' })
}

describe.skipIf(!existsSync(path.join(root, '.git')))('docs/adding-a-screen.md, followed literally', () => {
  const person = { ...clone('guided', undefined), uid: undefined }
  const { copy } = person
  const steps = readSteps(readFileSync(path.join(copy, 'docs/adding-a-screen.md'), 'utf8'))

  it('creates an entity whose checks pass', async () => {
    for (const step of steps) {
      if ('file' in step) write(copy, step)
      else
        for (const command of step.commands) {
          const run = npm(command.split(' ').slice(1), person)
          expect(await run.exited, run.said()).toBe(0)
        }
    }
    const touched = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd: copy, encoding: 'utf8' })
    expect(touched.trim().split('\n'), touched).toHaveLength(5)
  }, 900_000)

  it('has its list and editor in the console, found, gated and linked', async () => {
    const run = npm(['start'], { ...person, env: { PORT: port(), TIFFIN_HOME: path.join(person.home, 'data') } })
    const url = (await run.says(/http:\/\/127\.0\.0\.1:\d+(?=[\s\S]*npm run board)/)).trim()
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const page = await browser.newPage({ locale: 'en-GB' })
      await page.goto(url)
      await page.getByLabel('Login').fill('owner')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByTestId('board').waitFor()
      await page.goto(new URL('/Company/Supplier', url).href)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const editor = page.getByTestId('record-editor')
      await editor.getByLabel('Name').fill('Mill & Sons')
      await editor.getByLabel('Lead days').fill('61')
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await editor.getByText('60').first().waitFor()
      await editor.getByLabel('Lead days').fill('3')
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await editor.waitFor({ state: 'detached' })
      const row = page.getByTestId('record-table').locator('tbody tr', { hasText: 'Mill & Sons' })
      await row.waitFor()
      expect(await row.textContent()).toContain('3')
      // The palette finds the page and the record by name.
      for (const [text, found] of [
        ['suppl', 'Suppliers'],
        ['mill', 'Mill & Sons'],
      ] as const) {
        await page.keyboard.press('Control+k')
        await page.getByTestId('palette').getByRole('combobox').fill(text)
        await page.getByTestId('palette').getByRole('option', { name: found }).waitFor()
        await page.keyboard.press('Escape')
      }
      // The command prints its address, which opens it.
      await row.click()
      await editor.waitFor()
      const id = new URL(page.url()).searchParams.get('id') ?? ''
      const open = npm(['run', 'tiffin', '--', 'open', 'supplier', id, '--print', '--url', url], person)
      const link = await open.says(/http:\S+\/Company\/Supplier\?id=\d+/)
      await open.exited
      await page.goto(link)
      await editor.getByLabel('Name').waitFor()
      expect(await editor.getByLabel('Name').inputValue()).toBe('Mill & Sons')
      // Without the option, the page shows a hint instead.
      await setOption(url, 0)
      await page.goto(new URL('/Company/Supplier', url).href)
      await page.getByText('Not enabled for your company: Reports.').waitFor()
      await setOption(url, 1)
      await page.goto(link)
      await editor.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Yes' }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Suppliers' }).first().waitFor()
      await page.getByRole('link', { name: 'Customers' }).first().click()
      await page.waitForURL('**/Company/User')
      await page.keyboard.press('g')
      await page.keyboard.press('v')
      await page.waitForURL('**/Company/Supplier')
    } finally {
      await browser.close()
      run.press('\u0003')
      await run.exited
    }
  }, 600_000)
})
