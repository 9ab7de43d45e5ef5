import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, failure } from '../failure.ts'
import { stateFolder } from '../profile/folders.ts'
import { writeErrorAdvice } from '../write-error-advice.ts'

interface ListenState {
  /** Feed number up to which events were forwarded. */
  feed?: number
  /** Events of the next feed number that were forwarded too. */
  offset?: number
  /** Kept, so that the receiver need not be configured again. */
  secret?: string
}

interface Listener {
  profile: string
  url: string
  company: number
  target: string
}

/** Where `webhook listen` continues, in a file that only its owner can read; each address has its own. */
export function openListenState(env: Readonly<Record<string, string | undefined>>, listener: Listener) {
  const { profile, url, company, target } = listener
  const name = createHash('sha256')
    .update(JSON.stringify([url, company, target]))
    .digest('hex')
    .slice(0, 16)
  const file = path.join(stateFolder(env), 'webhooks', `${profile}-${name}.json`)
  return {
    /** Empty if there is none, or it is damaged. */
    read(): ListenState {
      try {
        const { feed, offset, secret } = JSON.parse(readFileSync(file, 'utf8')) as ListenState
        return {
          ...(Number.isSafeInteger(feed) ? { feed: feed as number } : {}),
          ...(Number.isSafeInteger(offset) ? { offset: offset as number } : {}),
          ...(typeof secret === 'string' ? { secret } : {}),
        }
      } catch {
        return {}
      }
    },
    write(state: ListenState): void {
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
        const fresh = `${file}.${process.pid}`
        writeFileSync(fresh, `${JSON.stringify({ ...state, ...listener })}\n`, { mode: 0o600 })
        renameSync(fresh, file)
      } catch (error) {
        const advice = writeErrorAdvice[(error as NodeJS.ErrnoException).code ?? ''] ?? { message: String(error) }
        throw failure(exitCodes.failed, 'state_unusable')("Can't save in %1 up to which event was received", {
          params: [file],
          next: [advice],
        })
      }
    },
  }
}
