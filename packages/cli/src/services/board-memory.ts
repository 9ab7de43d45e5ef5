import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stateFolder } from '../profile/folders.ts'

/** Where the board of a profile remembers its settings, by server too, since it may hold a session of that server. */
export const boardFile = (env: NodeJS.ProcessEnv, profile: string, url: string): string =>
  path.join(stateFolder(env), 'board', `${profile}@${new URL(url).host.replaceAll(':', '_')}.json`)

/** What the board keeps for a while without a network. */
export const offlineFolder = (file: string): string => `${file}.offline`

/** What is known of customers leaves this machine with the session; moves that were not sent yet stay (MOON-04). */
export function forgetKnown(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names) if (/^(?:board\.|session\.)/.test(name)) rmSync(path.join(folder, name), { force: true })
}
