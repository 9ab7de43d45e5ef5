import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { testServerFolder } from './test-server-folder.ts'

/** Test processes take a while to end on a busy machine; those of another run keep the server for themselves. */
const PATIENCE_MS = 10_000

/**
 * Vitest runs this in its own process: when all test processes have ended, nobody needs the server any more. Its imports
 * are relative down to the last: in that process a `#name` means what was built, and a fresh copy has built nothing.
 */
export default function setup(): () => Promise<void> {
  return async () => {
    const dataDir = testServerFolder()
    const isRunning = () => existsSync(`${dataDir}/cluster/postmaster.pid`)
    for (const until = Date.now() + PATIENCE_MS; isRunning() && Date.now() < until; await delay(250)) {
      const server = await startEmbedded({ dataDir })
      await server.stop()
    }
  }
}
