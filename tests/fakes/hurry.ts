import path from 'node:path'

/** The environment of a program whose time runs so many times as fast, until SIGUSR2 is sent to it. */
export const hurried = (times: number): Record<string, string> => ({
  HURRY: String(times),
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'hurry.mjs')}`,
})
