interface Start {
  env?: Readonly<Record<string, string>>
  flags?: readonly string[]
}

/**
 * V8, left to itself, gives what has just been made 130 MB under an export, which stay resident. With half of this, a save of
 * many whole rows takes 5 % longer; megabytes.
 */
const server: Start = { flags: ['--max-semi-space-size=16'] }

/** What commands that run for days begin with, as only the start of a process can say it. */
const starts: Readonly<Record<string, Start>> = {
  // Each thread of Node's would keep a store of freed memory of its own, a tenth of what a board takes after a rush.
  board: { env: { MALLOC_ARENA_MAX: '1' } },
  serve: server,
  demo: server,
}

type Process = Pick<NodeJS.Process, 'argv' | 'execArgv' | 'execPath' | 'env' | 'platform'> & {
  execve?: NodeJS.Process['execve'] | undefined
}

/**
 * Begins anew before anything is loaded, as the same process with the same arguments, where the command runs better with other
 * memory. Whoever has set it keeps theirs; Windows starts no program in the place of another.
 */
export function startLean({ argv, execArgv, execPath, env, platform, execve }: Process): void {
  const command = argv.slice(2).find((arg) => Object.hasOwn(starts, arg))
  if (command === undefined || !execve || platform === 'win32') return
  const { env: wanted = {}, flags = [] } = starts[command] as Start
  const given = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].map(nameOf)
  const missingEnv = Object.entries(wanted).filter(([name]) => env[name] === undefined)
  const missingFlags = flags.filter((flag) => !given.includes(nameOf(flag)))
  if (missingEnv.length + missingFlags.length === 0) return
  const args = [execPath, ...missingFlags, ...execArgv, ...argv.slice(1)]
  execve(execPath, args, { ...env, ...Object.fromEntries(missingEnv) })
}

/** Node takes `--max_semi_space_size` for the same. */
const nameOf = (flag: string): string => (flag.split('=')[0] ?? flag).replaceAll('_', '-')
