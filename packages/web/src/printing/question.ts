/** Whether a ticket came out: asked by printing, answered by a person. */
export interface Question {
  ask(): Promise<boolean>
  answer(yes: boolean): void
  isOpen(): boolean
  onChange(hear: () => void): () => void
}

export function createQuestion(): Question {
  let open: ((yes: boolean) => void) | undefined
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((hear) => hear())
  return {
    ask: () =>
      new Promise<boolean>((resolve) => {
        open = resolve
        tell()
      }),
    answer(yes) {
      open?.(yes)
      open = undefined
      tell()
    },
    isOpen: () => open !== undefined,
    onChange(hear) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
}
