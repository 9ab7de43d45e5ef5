import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const board = `
import { guardScreen } from ${JSON.stringify(new URL('screen-guard.ts', import.meta.url).href)}
guardScreen({ close: () => process.stdout.write('closed'), log() {} })
setInterval(() => {}, 1000)
process.kill(process.pid, process.argv[1])`

it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const)(
  'a board that is ended by %s restores the screen itself if nothing else can',
  async (signal) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', board, signal], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect([said, child.exitCode]).toEqual(['closed', 128 + constants.signals[signal]])
  },
)
