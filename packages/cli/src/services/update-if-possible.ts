import { isFailure } from '../failure.ts'
import type { ProfileStore } from '../profile/profile.ts'

/** Changes the profile, unless nothing can be stored, such as in a container. */
export function updateIfPossible(store: ProfileStore, change: Parameters<ProfileStore['update']>[0]): void {
  try {
    store.update(change)
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}
