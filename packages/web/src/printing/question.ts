import { createStore, type StoreApi } from 'zustand/vanilla'

/** Whether a ticket was printed: asked by printing, answered by a user. */
export interface Question {
  store: StoreApi<{ isOpen: boolean }>
  ask(): Promise<boolean>
  answer(yes: boolean): void
}

export function createQuestion(): Question {
  const store = createStore(() => ({ isOpen: false }))
  let answer: ((yes: boolean) => void) | undefined
  return {
    store,
    ask: () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
        store.setState({ isOpen: true })
      }),
    answer(yes) {
      answer?.(yes)
      store.setState({ isOpen: false })
    },
  }
}
