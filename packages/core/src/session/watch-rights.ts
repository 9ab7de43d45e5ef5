import type { Ports } from '../ports.ts'
import type { SessionStore } from './session-store.ts'

/** How often rights are checked. */
const CHECK_MS = 5000

/**
 * Checks the user's rights until the returned function is called. A user who may see nothing has no live connection
 * that would report when access is granted.
 */
export function watchRights(session: Pick<SessionStore, 'refresh'>, { clock, log }: Pick<Ports, 'clock' | 'log'>): () => void {
  let cancel = (): void => {}
  let isStopped = false
  async function check(): Promise<void> {
    await session.refresh().catch((error: unknown) => log("can't check the rights", error))
    if (!isStopped) wait()
  }
  const wait = (): void => void (cancel = clock.after(CHECK_MS, () => void check()))
  wait()
  return () => {
    isStopped = true
    cancel()
  }
}
