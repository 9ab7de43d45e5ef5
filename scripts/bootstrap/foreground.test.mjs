import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runForeground } from './foreground.mjs'

const module = pathToFileURL(path.join(import.meta.dirname, 'foreground.mjs')).href
/** Runs until a signal, then prints its name. */
const inner =
  "setInterval(() => {}, 1000); for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => { console.log(s); process.exit(5) }); console.log('up')"
const outer = `import('${module}').then((it) => it.runForeground(process.execPath, ['-e', ${JSON.stringify(inner)}])).then((code) => { console.log('exit', code) })`

async function start(command, args, env) {
  const child = spawn(command, args, {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value
  expect(await next()).toBe('up')
  return { child, next }
}

describe('runForeground', () => {
  it.each([
    ['process.exit(3)', 3],
    ["process.kill(process.pid, 'SIGKILL')", 137],
  ])('returns the exit code of %s', async (code, expected) => {
    expect(await runForeground(process.execPath, ['-e', code])).toBe(expected)
  })

  it('refuses a program that does not exist', async () => {
    await expect(runForeground('/nowhere/program', [])).rejects.toMatchObject({
      name: 'Failure',
      advice: expect.stringContaining('.tools'),
    })
  })

  it.each(['SIGTERM', 'SIGINT'])('forwards %s and waits for the program to end', async (signal) => {
    const { child, next } = await start(process.execPath, ['-e', outer])
    const closed = once(child, 'close')
    child.kill(signal)
    expect([await next(), await next()]).toEqual([signal, 'exit 5'])
    expect(await closed).toEqual([0, null])
  })

  it('ends with npm’s shell, which does not forward signals', async () => {
    const shell = ['-c', '"$0" -e "$1"; true', process.execPath, outer]
    const { child, next } = await start('/bin/sh', shell, { npm_lifecycle_event: 'start' })
    child.kill('SIGTERM')
    expect([await next(), await next()]).toEqual(['SIGTERM', 'exit 5'])
  })
})
