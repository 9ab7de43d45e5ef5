import type { Ports } from '@tiffin/core'

/** The core's ports in a terminal. The screen belongs to the board, so the caller decides where logs go. */
export const terminalPorts = (storage: Ports['storage'], log: Ports['log']): Ports => ({
  clock: {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  storage,
  log,
})
