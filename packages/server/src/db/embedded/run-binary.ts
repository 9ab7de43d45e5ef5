import { spawn, type SpawnOptions } from 'node:child_process'
import type { ServerAccount } from './server-account.ts'

export function spawnOptions(folder: string, account: ServerAccount | undefined): SpawnOptions {
  return {
    // The account may be unable to enter Node's working folder, and PostgreSQL stops if it can't determine its own.
    cwd: folder,
    // Messages stay English because causes are detected from them; the user's PG* variables don't reach the server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a program to its end; returns its exit code (undefined if killed) and its output lines. */
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

/** The last non-empty lines: enough to see why PostgreSQL stopped. */
export function lastLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(-12)
}
