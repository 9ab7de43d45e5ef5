import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** An empty folder, as `npm init` leaves it, and programs in it without this process's environment. */
export function createFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tiffin-package-'))
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  const PATH = `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const env = { PATH, HOME: folder, LANG: 'C.UTF-8', NO_COLOR: '1' }
  const inFolder = (program: string, args: readonly string[], more: Record<string, string> = {}) =>
    // The description of all calls is longer than the usual limit.
    run(program, args, { cwd: folder, env: { ...env, ...more }, maxBuffer: 64e6 })
  return {
    folder,
    env,
    run: inFolder,
    // With the settings of this machine, which say where the registry is.
    install: (...args: string[]) =>
      run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...args], {
        cwd: folder,
        env: { ...process.env, PATH },
        timeout: 300_000,
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes the packages as a publisher does, and returns their files by name. */
export async function pack(folder: string): Promise<{ sdk: string; cli: string }> {
  await run('npm', ['run', '--silent', 'pack', '--', folder], { cwd: root })
  const find = (name: string) => path.join(folder, readdirSync(folder).find((file) => file.startsWith(name)) ?? name)
  return { sdk: find('tiffin-sdk-'), cli: find('tiffin-cli-') }
}
