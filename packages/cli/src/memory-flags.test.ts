import { expect, it } from 'vitest'
import { restartWithMemoryFlags } from './memory-flags.ts'

type Given = Parameters<typeof restartWithMemoryFlags>[0]

/** The flags and variables of the restart; undefined if the process continues. */
function restartOf(args: string[], given: Partial<Given> = {}) {
  let begun: { flags: string[]; env: NodeJS.ProcessEnv } | undefined
  const execArgv = given.execArgv ?? ['--conditions=@tiffin/source']
  restartWithMemoryFlags({
    argv: ['/usr/bin/node', 'main.ts', ...args],
    execPath: '/usr/bin/node',
    platform: 'linux',
    env: {},
    ...given,
    execArgv,
    execve: ((file: string, [self, ...rest]: string[], env: NodeJS.ProcessEnv) => {
      const own = rest.slice(0, -1 - args.length)
      expect([file, self, ...rest.slice(own.length)]).toEqual(['/usr/bin/node', '/usr/bin/node', 'main.ts', ...args])
      expect(own).toEqual(expect.arrayContaining(execArgv))
      begun = { flags: own.filter((flag) => !execArgv.includes(flag)), env }
    }) as Given['execve'],
  })
  return begun
}

const young = { flags: ['--max-semi-space-size=16'], env: {} }
const NODE_OPTIONS = '--enable-source-maps --max_semi_space_size=32'

it.each<[string[], Partial<Given>, ReturnType<typeof restartOf>]>([
  [['board'], {}, { flags: [], env: { MALLOC_ARENA_MAX: '1' } }],
  [
    ['--lang', 'ru', 'board', '--ascii'],
    { env: { HOME: '/root' } },
    { flags: [], env: { HOME: '/root', MALLOC_ARENA_MAX: '1' } },
  ],
  [['board'], { env: { MALLOC_ARENA_MAX: '4' } }, undefined],
  [['export', 'order', '--out', 'serve'], {}, { flags: ['--max-semi-space-size=4', '--max-old-space-size=512'], env: {} }],
  [
    ['export', 'order'],
    { env: { NODE_OPTIONS: '--max-old-space-size=4096' } },
    { flags: ['--max-semi-space-size=4'], env: { NODE_OPTIONS: '--max-old-space-size=4096' } },
  ],
  [['serve'], {}, young],
  [['demo', '--port', '0'], {}, young],
  [['serve'], { env: { NODE_OPTIONS: '--enable-source-maps' } }, { ...young, env: { NODE_OPTIONS: '--enable-source-maps' } }],
  [['serve'], { execArgv: ['--max-semi-space-size=8'] }, undefined],
  [['serve'], { env: { NODE_OPTIONS } }, undefined],
  [['orders', 'list'], {}, undefined],
  [['constructor'], {}, undefined],
  [['board'], { platform: 'win32' }, undefined],
])('tiffin %j with %j restarts with %j', (args, given, expected) => {
  expect(restartOf(args, given)).toEqual(expected)
})

it("continues if the runtime can't replace its process", () => {
  const { argv, execPath, env, platform } = process
  expect(() =>
    restartWithMemoryFlags({ argv: [...argv.slice(0, 2), 'board'], execArgv: [], execPath, env, platform, execve: undefined }),
  ).not.toThrow()
})
