import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { testServerFolder } from './test-server-folder.ts'

/** On a busy machine, test processes take a while to end; those of another run keep the server. */
const TIMEOUT_MS = 10_000

/**
 * Vitest runs this in its own process: when all test processes have ended, the server is no longer needed. All its imports,
 * including indirect ones, are relative: in that process a `#name` resolves to built files, which a fresh copy does not have.
 */
export default function setup(): () => Promise<void> {
  return async () => {
    const dataDir = testServerFolder()
    const isRunning = () => existsSync(`${dataDir}/cluster/postmaster.pid`)
    for (const until = Date.now() + TIMEOUT_MS; isRunning() && Date.now() < until; await delay(250)) {
      const server = await startEmbedded({ dataDir })
      await server.stop()
    }
  }
}
