interface Start {
  env?: Readonly<Record<string, string>>
  flags?: readonly string[]
}

/**
 * In megabytes. By default, V8 gives new objects 130 MB during an export, which stay resident. With half of this value, saving
 * many whole rows takes 5 % longer.
 */
const server: Start = { flags: ['--max-semi-space-size=16'] }

/**
 * In megabytes. Rows of an export are short-lived, but by default V8 collects them late. An export holds about 30 MB; a limit far
 * above that makes V8 collect earlier.
 */
const exporting: Start = { flags: ['--max-semi-space-size=4', '--max-old-space-size=512'] }

/** Settings of long-running commands that can only be set when a process starts. */
const starts: Readonly<Record<string, Start>> = {
  // Otherwise each Node thread keeps its own pool of freed memory, a tenth of a board's memory after a rush.
  board: { env: { MALLOC_ARENA_MAX: '1' } },
  export: exporting,
  serve: server,
  demo: server,
}

type Process = Pick<NodeJS.Process, 'argv' | 'execArgv' | 'execPath' | 'env' | 'platform'> & {
  execve?: NodeJS.Process['execve'] | undefined
}

/**
 * Restarts the process with the same arguments before anything is loaded, if the command runs better with other memory
 * settings. Settings made by the user are kept. Windows can't replace a process.
 */
export function restartWithMemoryFlags({ argv, execArgv, execPath, env, platform, execve }: Process): void {
  const command = argv.slice(2).find((arg) => Object.hasOwn(starts, arg))
  if (command === undefined || !execve || platform === 'win32') return
  const { env: requested = {}, flags = [] } = starts[command] as Start
  const given = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)].map(nameOf)
  const missingEnv = Object.entries(requested).filter(([name]) => env[name] === undefined)
  const missingFlags = flags.filter((flag) => !given.includes(nameOf(flag)))
  if (missingEnv.length + missingFlags.length === 0) return
  const args = [execPath, ...missingFlags, ...execArgv, ...argv.slice(1)]
  execve(execPath, args, { ...env, ...Object.fromEntries(missingEnv) })
}

/** Node treats `--max_semi_space_size` as the same flag. */
const nameOf = (flag: string): string => (flag.split('=')[0] ?? flag).replaceAll('_', '-')
