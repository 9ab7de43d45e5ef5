import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Key, useInput, usePaste } from 'ink'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { type Command, commandOf, footerKeys, type KeyBinding, type Place } from '../keys.ts'
import { type KeyEvent, keyEvents } from './key-events.ts'
import { latinKey } from './layouts.ts'

export type TextListener = (text: string, kind: 'text' | 'backspace' | 'clear') => void

interface Handler {
  place: Place
  run: (command: string, key: string) => void
  onText?: TextListener | undefined
  /** Commands of the place that do nothing now, for example on this line: the footer leaves them out. */
  inactive?: readonly string[] | undefined
  /** The reason, as text. */
  reason?: string | undefined
}

/**
 * Dispatches keys to the most recently opened place, one at a time, so that each sees the result of the previous one.
 */
export interface Keyboard {
  enter(handler: { readonly current: Handler }): () => void
  top(): Place | undefined
  /** The inactive commands of the top place, separated by spaces. */
  inactive(): string
  /** Reports that the inactive commands of the top place have changed. */
  changed(): void
  subscribe(listener: () => void): () => void
  input(input: string, key: Partial<Key>): void
  /** A paste is text for a field, never a command. */
  paste(text: string): void
}

/** More distinct characters at once than anyone types must be a paste, which never runs a command. */
const TYPED_AT_ONCE = 3

export function createKeyboard({
  onInactive,
  now = Date.now,
}: { onInactive?: (key: string, reason?: string) => void; now?: () => number } = {}): Keyboard {
  let open: readonly { readonly current: Handler }[] = []
  let latest = { key: '', at: 0 }
  /** The key that opened the top page: an accidental second press must not close it or answer its question. */
  let opener: typeof latest | undefined
  const entered = new WeakSet<object>()
  let queue: KeyEvent[] = []
  let isDispatching = false
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const change = (next: typeof open): void => {
    open = next
    changed()
  }
  function perform({ place, run, inactive = [], reason }: Handler, key: string): void {
    const command = commandOf(place, key)
    latest = { key, at: now() }
    if (key === opener?.key && latest.at - opener.at < DOUBLE_PRESS_MS) return
    opener = undefined
    if (command === undefined || inactive.includes(command)) onInactive?.(key, command === undefined ? undefined : reason)
    else run(command, key)
  }

  /** Returns the rest of the event, which goes to the place that is on top afterwards. */
  function dispatch(event: KeyEvent): KeyEvent | undefined {
    const handler = open.at(-1)?.current
    if (!handler) return undefined
    const { place, onText } = handler
    // Typing shows that the user has seen the page.
    if (onText && !('key' in event)) opener = undefined
    if ('pasted' in event) {
      onText?.(event.pasted, 'text')
      return undefined
    }
    if ('key' in event) {
      if (onText === undefined || commandOf(place, event.key) !== undefined) perform(handler, event.key)
      else if (event.key === 'backspace') onText('', 'backspace')
      else if (event.key === 'ctrl+u') onText('', 'clear')
      return undefined
    }
    if (onText) {
      onText(event.text, 'text')
      return undefined
    }
    const [first = '', ...rest] = event.text
    // Accepts other keyboard layouts, because no one changes the layout for one key.
    const key = first === ' ' ? 'space' : latinKey(first)
    if (commandOf(place, key) !== 'search' && rest.length >= TYPED_AT_ONCE && new Set(event.text).size > 1) return undefined
    // Replies of the terminal are not keys.
    if (!/^\p{Cc}/u.test(first)) perform(handler, key)
    return rest.length > 0 ? { text: rest.join('') } : undefined
  }

  function pump(): void {
    const [event, ...later] = queue
    if (event === undefined) {
      isDispatching = false
      return
    }
    isDispatching = true
    const left = dispatch(event)
    queue = left ? [left, ...later] : later
    // The next key must see the result of this one, even if it arrives at the same time. React renders between the
    // two callbacks.
    setImmediate(() => setImmediate(pump))
  }

  function take(events: readonly KeyEvent[]): void {
    queue.push(...events)
    if (!isDispatching) pump()
  }

  return {
    enter(handler) {
      // A place that is on top again because a page above it closed was not opened by a key. The board, which a key
      // opens at sign-in, can't be closed or answered by the same key.
      opener = entered.has(handler) || handler.current.place === 'board' ? undefined : latest
      entered.add(handler)
      change([...open, handler])
      return () => change(open.filter((other) => other !== handler))
    },
    top: () => open.at(-1)?.current.place,
    inactive: () => open.at(-1)?.current.inactive?.join(' ') ?? '',
    changed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    input: (input, key) => take(keyEvents(input, key)),
    paste: (text) => take([{ pasted: text }]),
  }
}

const KeyboardContext = createContext<Keyboard | null>(null)
export const KeyboardProvider = KeyboardContext.Provider

function useKeyboard(): Keyboard {
  const keyboard = useContext(KeyboardContext)
  if (!keyboard) throw new Error('useKeys needs a KeyboardProvider above it')
  return keyboard
}

/** Listens to the terminal; mounted once at the top. */
export function useTerminalKeys(): void {
  const keyboard = useKeyboard()
  useInput((input, key) => keyboard.input(input, key))
  usePaste((text) => keyboard.paste(text))
}

interface KeyOptions<P extends Place> {
  active?: boolean
  /** Receives typed text, for places with a field. */
  onText?: TextListener
  /** Commands that do nothing now; their keys say so, and the footer leaves them out. */
  inactive?: readonly Command<P>[]
  /** The reason, as text. */
  reason?: string | undefined
}

/** Runs the commands of a place's keys while it is active and on top. */
export function useKeys<P extends Place>(
  place: P,
  run: (command: Command<P>, key: string) => void,
  { active = true, onText, inactive, reason }: KeyOptions<P> = {},
): void {
  const keyboard = useKeyboard()
  const handler: Handler = { place, run: run as Handler['run'], onText, inactive, reason }
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  const inactiveNames = inactive?.join(' ')
  useLayoutEffect(() => keyboard.changed(), [keyboard, inactiveNames])
  useLayoutEffect(() => (active ? keyboard.enter(latest) : undefined), [keyboard, active])
}

/** The place whose keys work now. */
export function usePlace(): Place | undefined {
  const keyboard = useKeyboard()
  return useSyncExternalStore(keyboard.subscribe, keyboard.top)
}

/** The keys available now, most important first; shown in the footer. */
export function useActiveKeys(): { place: Place | undefined; bindings: readonly KeyBinding[] } {
  const keyboard = useKeyboard()
  const place = usePlace()
  const inactive = new Set(useSyncExternalStore(keyboard.subscribe, keyboard.inactive).split(' '))
  const bindings = place === undefined ? [] : footerKeys(place).filter(({ command }) => !inactive.has(command))
  return { place, bindings }
}
