/**
 * Begins anew in the same process, before anything is loaded, where the program runs for days: each thread of Node's would keep
 * a store of freed memory of its own, a tenth of what a board takes after a rush. Only the environment of a start can say so.
 */
export function startLean({ argv, execArgv, execPath, env, execve }: NodeJS.Process): void {
  if (!argv.includes('board') || env['MALLOC_ARENA_MAX'] !== undefined) return
  // Windows cannot do this, and needs no such word.
  execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '1' })
}
