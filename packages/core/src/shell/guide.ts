import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'
import type { Storage } from '../ports.ts'

/** Number of the latest news; kept here, so that the texts can load later. */
export const LATEST_NEWS = 3

/** Cards that the console shows unasked, one at a time, in order of precedence (AMB-260). */
export const guideKinds = ['tour', 'news', 'contacts'] as const
export type GuideKind = (typeof guideKinds)[number]

export interface GuideStart {
  user: number
  /** The tour was finished or closed, on any device. */
  tourDone: boolean
  /** Number of the latest news. */
  latestNews: number
  hasContacts(): Promise<boolean>
  /** Whether the user is at work, such as on a board with orders, in a dialog or on a page that asks something. */
  isBusy(): boolean
}

export interface Guide {
  store: StoreApi<{ shown: GuideKind | null }>
  /** Begins for a user who has just opened the console; returns how to stop. */
  start(options: GuideStart): () => void
  /** Shows it now, because the user asks for it. */
  open(kind: GuideKind): void
  close(): void
}

/** TOUR-02 */
const TOUR_MS = 2000
/** Multiplied by the number of starts without the contacts (SHELL-36). */
const CONTACTS_MS = 10_000
const BUSY_MS = 5000

/** Decides when the console shows the tour, news and contacts by itself (TOUR-02, SHELL-36, AMB-052, AMB-260). */
export function createGuide({ clock, storage }: { clock: Clock; storage: Storage }): Guide {
  const store = createStore<{ shown: GuideKind | null }>(() => ({ shown: null }))
  const show = (shown: GuideKind | null): void => store.setState({ shown })

  function start({ user, tourDone, latestNews, hasContacts, isBusy }: GuideStart): () => void {
    const key = (name: string): string => `guide.${name}.${user}`
    const due = new Set<GuideKind>()
    const cancels: (() => void)[] = []
    let stopped = false

    function showNext(): void {
      const [next] = guideKinds.filter((kind) => due.has(kind))
      if (stopped || next === undefined || store.getState().shown !== null) return
      if (isBusy()) return void cancels.push(clock.after(BUSY_MS, showNext))
      due.delete(next)
      if (next === 'contacts') storage.set(key('contacts'), 'shown')
      if (next === 'news') storage.set(key('news'), String(latestNews))
      show(next)
    }
    function showAfter(kind: GuideKind, ms: number): void {
      cancels.push(
        clock.after(ms, () => {
          due.add(kind)
          showNext()
        }),
      )
    }

    if (!tourDone) showAfter('tour', TOUR_MS)
    const seen = storage.get(key('news'))
    // Nothing is new to a user who starts for the first time.
    if (seen === undefined) storage.set(key('news'), String(latestNews))
    else if (Number(seen) < latestNews) showAfter('news', TOUR_MS)
    if (storage.get(key('contacts')) === undefined) {
      const starts = Number(storage.get(key('starts')) ?? 0) + 1
      storage.set(key('starts'), String(starts))
      cancels.push(
        clock.after(CONTACTS_MS * starts, () => {
          hasContacts().then(
            (has) => {
              if (has) due.add('contacts')
              showNext()
            },
            // Without them there is nothing to show.
            () => {},
          )
        }),
      )
    }
    const unsubscribe = store.subscribe(({ shown }) => shown === null && showNext())
    return () => {
      stopped = true
      unsubscribe()
      for (const cancel of cancels) cancel()
      show(null)
    }
  }
  return { store, start, open: show, close: () => show(null) }
}
