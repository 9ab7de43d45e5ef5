import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { SessionUser } from '@tiffin/sdk/contract'
import { stateFolder } from '../profile/folders.ts'

/** Where the board of a profile remembers its settings, by server too, since it may hold a session of that server. */
export const boardFile = (env: NodeJS.ProcessEnv, profile: string, url: string): string =>
  path.join(stateFolder(env), 'board', `${profile}@${new URL(url).host.replaceAll(':', '_')}.json`)

/** What the board keeps for a while without a network. */
export const offlineFolder = (file: string): string => `${file}.offline`

/** After another sign-in of the same person the board still starts without a network (MOON-04); what it knew for another one goes. */
export async function renewKnown(folder: string, token: string, user: SessionUser): Promise<void> {
  if (!existsSync(folder)) return
  const [{ renewLastSession }, { folderStorage }] = await Promise.all([import('@tiffin/core'), import('@tiffin/tui')])
  renewLastSession(folderStorage(folder), token, user)
}

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
