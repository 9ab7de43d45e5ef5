import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Key, useInput, usePaste } from 'ink'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { type Command, commandOf, footerKeys, type KeyBinding, type Place } from '../keys.ts'
import { type KeyEvent, keyEvents } from './key-events.ts'
import { latinKey } from './layouts.ts'

export type Typed = (text: string, kind: 'text' | 'backspace' | 'clear') => void

interface Handler {
  place: Place
  run: (command: string, key: string) => void
  onText?: Typed | undefined
  /** Commands of the place that do nothing at this moment, such as on this line: the footer leaves them out. */
  inactive?: readonly string[] | undefined
  /** Why they do nothing, in words. */
  reason?: string | undefined
}

/** Gives each key to the place that was entered last, one after the other, so that each finds what the one before it did. */
export interface Keyboard {
  enter(handler: { readonly current: Handler }): () => void
  top(): Place | undefined
  /** The inactive commands of the top place, with blanks between. */
  inactive(): string
  /** The place on top has other inactive commands now. */
  changed(): void
  subscribe(listener: () => void): () => void
  input(input: string, key: Partial<Key>): void
  /** A paste is text for a field, and never a command. */
  paste(text: string): void
}

/** More different characters at once than fingers type are a paste, which no command may come from. */
const TYPED_AT_ONCE = 3

export function createKeyboard({
  onInactive,
  now = Date.now,
}: { onInactive?: (key: string, reason?: string) => void; now?: () => number } = {}): Keyboard {
  let open: readonly { readonly current: Handler }[] = []
  let latest = { key: '', at: 0 }
  /** The key that opened the page on top: pressed twice by accident it must not close it, or answer its question. */
  let opener: typeof latest | undefined
  const entered = new WeakSet<object>()
  let queue: KeyEvent[] = []
  let pumping = false
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

  /** Answers what is left of the event for whoever is on top then. */
  function dispatch(event: KeyEvent): KeyEvent | undefined {
    const handler = open.at(-1)?.current
    if (!handler) return undefined
    const { place, onText } = handler
    // What is typed first shows that the page was seen.
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
    // A cook does not change the layout of the keyboard for one key.
    const key = first === ' ' ? 'space' : latinKey(first)
    if (commandOf(place, key) !== 'search' && rest.length >= TYPED_AT_ONCE && new Set(event.text).size > 1) return undefined
    // Answers of the terminal itself are no keys.
    if (!/^\p{Cc}/u.test(first)) perform(handler, key)
    return rest.length > 0 ? { text: rest.join('') } : undefined
  }

  function pump(): void {
    const [event, ...later] = queue
    if (event === undefined) {
      pumping = false
      return
    }
    pumping = true
    const left = dispatch(event)
    queue = left ? [left, ...later] : later
    // The next key belongs to what this one has drawn, also when it comes in the same moment. React asks for its turn
    // after this one has ended and gets it behind the first of the two.
    setImmediate(() => setImmediate(pump))
  }

  function take(events: readonly KeyEvent[]): void {
    queue.push(...events)
    if (!pumping) pump()
  }

  return {
    enter(handler) {
      // Who is back on top, because a page above it closed, was not opened.
      opener = entered.has(handler) ? undefined : latest
      entered.add(handler)
      change([...open, handler])
      return () => change(open.filter((one) => one !== handler))
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

/** Listens to the terminal; stands once, at the top. */
export function useTerminalKeys(): void {
  const keyboard = useKeyboard()
  useInput((input, key) => keyboard.input(input, key))
  usePaste((text) => keyboard.paste(text))
}

interface KeyOptions<P extends Place> {
  active?: boolean
  /** Gets what is typed besides, for places with a field. */
  onText?: Typed
  /** Commands that do nothing now; their keys say so, and the footer leaves them out. */
  inactive?: readonly Command<P>[]
  /** Why they do nothing, in words. */
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

/** The keys that work now, the most needed first; the footer shows them. */
export function useActiveKeys(): { place: Place | undefined; bindings: readonly KeyBinding[] } {
  const keyboard = useKeyboard()
  const place = useSyncExternalStore(keyboard.subscribe, keyboard.top)
  const inactive = new Set(useSyncExternalStore(keyboard.subscribe, keyboard.inactive).split(' '))
  const bindings = place === undefined ? [] : footerKeys(place).filter(({ command }) => !inactive.has(command))
  return { place, bindings }
}
