import type { Clock } from '@tiffin/sdk/client'

const ALTERNATE_MS = 5000
const MOST_CHANGES = 4

/** Counts up every 5 s, at most to 4: the contact icon alternates between two messengers (SHELL-37). Returns how to stop. */
export function alternate(clock: Clock, onChange: (changes: number) => void): () => void {
  let cancel = (): void => {}
  const next = (changes: number): void => {
    if (changes > MOST_CHANGES) return
    cancel = clock.after(ALTERNATE_MS, () => {
      onChange(changes)
      next(changes + 1)
    })
  }
  next(1)
  return () => cancel()
}
