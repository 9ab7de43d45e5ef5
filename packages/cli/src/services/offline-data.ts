import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { SessionUser } from '@tiffin/sdk/contract'
import { stateFolder } from '../profile/folders.ts'

/** File of a profile's board settings on one server, because the profile may switch to another server. */
export const boardFile = (env: NodeJS.ProcessEnv, profile: string, url: string): string =>
  path.join(stateFolder(env), 'board', `${profile}@${new URL(url).host.replaceAll(':', '_')}.json`)

/** Folder of the data that the board keeps for offline use. */
export const offlineFolder = (file: string): string => `${file}.offline`

/** After the same user signs in again, the board still starts offline (MOON-04). Data of another user is deleted. */
export async function refreshOfflineData(folder: string, token: string, user: SessionUser): Promise<void> {
  if (!existsSync(folder)) return
  const [{ updateLastSession }, { folderStorage }] = await Promise.all([import('@tiffin/core'), import('@tiffin/tui')])
  updateLastSession(folderStorage(folder), token, user)
}

/** Customer data is deleted from this machine at sign-out; unsent moves are kept (MOON-04). */
export function forgetOfflineData(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names) if (/^(?:board\.|session\.)/.test(name)) rmSync(path.join(folder, name), { force: true })
}
