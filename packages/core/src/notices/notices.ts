import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'
import { type Message, type Param, type PlainKey, type ParamsOf, type Sentence, type TextKey, textOf } from '#i18n/text-key'

export type NoticeType = 'warning' | 'negative' | 'positive' | 'info'

/** An on-screen message (SHELL-33). */
export interface Notice {
  id: number
  type: NoticeType
  /** A text key, or text received over the wire. */
  text: string
  params?: readonly Param[] | undefined
  /** An action to offer, such as Undo. */
  action?: { label: PlainKey; run: () => void } | undefined
  closable: boolean
  /** True if it stays until it is closed. */
  isLasting?: boolean
  /** True if it is not a response to an action of the user. A terminal shows only one message, responses first. */
  isBackground: boolean
}

type Options = Partial<Pick<Notice, 'action' | 'closable' | 'isBackground'>> & { ms?: number }

export interface Notices {
  store: StoreApi<{ notices: readonly Notice[] }>
  /** Shows a message for 5 s, or for the given time in ms; Infinity keeps it until it is closed. Returns its id. */
  show(type: NoticeType, text: PlainKey, options?: Options): number
  show<K extends Exclude<TextKey, PlainKey>>(type: NoticeType, text: K, options: Options & { params: ParamsOf<K> }): number
  /** Shows a stored sentence or an error. */
  showSentence(type: NoticeType, what: Sentence | Message, options?: Options): number
  /** Updates a message still on screen, for example to show progress. */
  update(id: number, what: Sentence | Message): void
  close(id: number): void
  /** Closes all messages, so that the next user does not see those of the previous one. */
  clear(): void
}

/** How long a message stays (SHELL-34). */
export const NOTICE_MS = 5000

export function createNotices(clock: Clock): Notices {
  const store = createStore<{ notices: readonly Notice[] }>(() => ({ notices: [] }))
  let last = 0
  const close = (id: number): void => store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
  function add(
    notice: Pick<Notice, 'type' | 'text' | 'params'>,
    { ms = NOTICE_MS, closable = true, isBackground = !Number.isFinite(ms), action }: Options = {},
  ): number {
    last += 1
    const id = last
    const lasting = Number.isFinite(ms) ? {} : { isLasting: true }
    store.setState(({ notices }) => ({ notices: [...notices, { ...notice, id, action, closable, isBackground, ...lasting }] }))
    if (Number.isFinite(ms)) clock.after(ms, () => close(id))
    return id
  }
  return {
    store,
    show: (type: NoticeType, text: TextKey, options?: Options & Pick<Notice, 'params'>) =>
      add({ type, text, params: options?.params }, options),
    showSentence: (type, what, options) => add({ type, text: textOf(what), params: what.params }, options),
    update: (id, what) =>
      store.setState(({ notices }) => ({
        notices: notices.map((notice) => (notice.id === id ? { ...notice, text: textOf(what), params: what.params } : notice)),
      })),
    close,
    clear: () => store.setState({ notices: [] }),
  }
}
