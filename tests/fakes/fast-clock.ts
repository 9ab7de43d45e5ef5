import path from 'node:path'

/** The environment of a program whose time runs `times` as fast, at once or `later`; SIGUSR2 toggles the pace. */
export const fastClockEnv = (times: number, { later = false } = {}): Record<string, string> => ({
  HURRY: String(times),
  ...(later ? { HURRY_LATER: 'yes' } : {}),
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'fast-clock.mjs')}`,
})
