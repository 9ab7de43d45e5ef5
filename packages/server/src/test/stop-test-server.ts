import { existsSync } from 'node:fs'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { testServerFolder } from './test-server-folder.ts'

/**
 * Vitest runs this in its own process: when all test processes have ended, nobody needs the server any more. Its imports
 * are relative down to the last: in that process a `#name` means what was built, and a fresh copy has built nothing.
 */
export default function setup(): () => Promise<void> {
  return async () => {
    const dataDir = testServerFolder()
    if (!existsSync(`${dataDir}/cluster/postmaster.pid`)) return
    const server = await startEmbedded({ dataDir })
    await server.stop()
  }
}
