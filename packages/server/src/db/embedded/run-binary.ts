import { spawn, type SpawnOptions } from 'node:child_process'
import type { ServerAccount } from './server-account.ts'

/** What every PostgreSQL program is started with. */
export function spawnOptions(folder: string, account: ServerAccount | undefined): SpawnOptions {
  return {
    // The folder that Node stands in may be closed to the account, and PostgreSQL stops when it cannot name its own.
    cwd: folder,
    // Messages stay English, because causes are told from them; PG* variables of the user's do not reach the server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program to its end; its exit code (undefined when it was killed) and the lines it wrote. */
export function runBinary(
  program: string,
  args: readonly string[],
  options: { folder: string; account: ServerAccount | undefined },
): Promise<{ code: number | undefined; lines: string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions(options.folder, options.account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => void (output += chunk.toString('utf8'))
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? undefined, lines: lastLines(output) }))
  })
}

/** The last lines with text in them: enough to see why PostgreSQL stopped. */
export function lastLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(-12)
}
