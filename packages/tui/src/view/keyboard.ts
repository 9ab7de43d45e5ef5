import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Key, useInput, usePaste } from 'ink'
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

export function createKeyboard({ onInactive }: { onInactive?: (key: string, reason?: string) => void } = {}): Keyboard {
  let open: readonly { readonly current: Handler }[] = []
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
  const perform = ({ run, inactive = [], reason }: Handler, command: string, key: string): void =>
    inactive.includes(command) ? onInactive?.(key, reason) : run(command, key)

  /** Answers what is left of the event for whoever is on top then. */
  function dispatch(event: KeyEvent): KeyEvent | undefined {
    const handler = open.at(-1)?.current
    if (!handler) return undefined
    const { place, onText } = handler
    if ('pasted' in event) {
      onText?.(event.pasted, 'text')
      return undefined
    }
    if ('key' in event) {
      const command = commandOf(place, event.key)
      if (command !== undefined) perform(handler, command, event.key)
      else if (event.key === 'backspace') onText?.('', 'backspace')
      else if (event.key === 'ctrl+u') onText?.('', 'clear')
      return undefined
    }
    if (onText) {
      onText(event.text, 'text')
      return undefined
    }
    const [first = '', ...rest] = event.text
    // A cook does not change the layout of the keyboard for one key.
    const key = first === ' ' ? 'space' : latinKey(first)
    const command = commandOf(place, key)
    if (command !== 'search' && rest.length >= TYPED_AT_ONCE && new Set(event.text).size > 1) return undefined
    if (command !== undefined) perform(handler, command, key)
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
