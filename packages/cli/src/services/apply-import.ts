import { setTimeout as wait } from 'node:timers/promises'
import { applyImport } from '@tiffin/core/import'
import type { Call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { isConnectionLost } from '../connection-lost.ts'
import { createProgress } from '../progress.ts'
import { interrupted } from '../prompt.ts'
import { sendAgain } from './import-plan-view.ts'
import { stopSignal } from './local-server.ts'

const POLL_MS = 500

/**
 * Applies a plan and returns the number of the change. If the answer is lost, it asks again: the server applies a plan once.
 * Ctrl+C stops it, unless the change has just been made.
 * @throws `stopped`, or why the plan was not applied
 */
export async function applyImportPlan(
  call: Pick<Call<object>, 'io' | 't' | 'say'>,
  { client }: Pick<Connection, 'client'>,
  importId: string,
  { skipRefused, again }: { skipRefused?: boolean; again?: boolean } = {},
): Promise<number> {
  const progress = createProgress(call.io)
  const signal = stopSignal()
  try {
    const { onLost } = sendAgain(call, progress, { signal })
    const { change } = await applyImport(client, importId, { skipRejected: skipRefused, again, signal, onLost })
    return change
  } catch (error) {
    const outcome = signal.aborted ? await changeAfterStop(client, importId).catch((failed: unknown) => failed) : error
    if (typeof outcome === 'number') return outcome
    if (isConnectionLost(outcome))
      call.say(
        call.t('It is not known whether the plan was applied. To see its change, or 0: %1', [
          `tiffin api Import status -f import_id=${importId} --jq .data.change`,
        ]),
      )
    throw outcome
  } finally {
    progress.end()
  }
}

/** @throws `stopped` if the plan was not applied */
async function changeAfterStop(client: Connection['client'], importId: string): Promise<number> {
  for (;;) {
    const { data } = await client.Import.status({ import_id: importId })
    if (data.state === 'applied') return data.change
    if (data.state !== 'applying') throw interrupted()
    await wait(POLL_MS)
  }
}
