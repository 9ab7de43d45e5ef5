import type { IconName } from '../ui/icon.tsx'

/** What was pressed, as far as keys are told apart. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A command was asked for: by a key, or from the palette. */
export interface Press {
  /** The digit of a `1-9` key, else 0. */
  digit: number
  /** What had the focus. */
  target: Element
}

/** Something that a person can do on a screen; keys, help and palette are all made from these. */
export interface Command {
  id: string
  /** What it does, in the person's language. */
  name: string
  /** What people also call it; the palette finds it by these too. A function is asked once something is typed. */
  words?: string | (() => string | undefined) | undefined
  /** As `KeyboardEvent.key`; `1-9` is any digit but 0, `Mod+k` goes with Ctrl or Cmd, `g o` is one key after the other. */
  key?: string
  /** Means something with a digit or a place only, so that the palette leaves it out. */
  keyOnly?: boolean
  icon?: IconName
  /** Whether it can act on what has the focus; the palette leaves it out where it cannot. */
  applies?: (target: Element) => boolean
  /** Leads to this address; the palette shows it as a link. */
  href?: string
  run: (press: Press) => void
}

const isLatin = (key: string): boolean => /^[\u0000-\u007f]$/.test(key)
/** Arabic and Persian digits. */
const isEasternDigit = (key: string): boolean => /^[\u0660-\u0669\u06f0-\u06f9]$/.test(key)
/** Russian keyboards have these where English ones have `/` and `?`. */
const isRussianSlash = ({ key, code }: Pressed): boolean => code === 'Slash' && (key === '.' || key === ',')

/** What an English keyboard has in the place of a key; undefined for keys with a name. */
function keyInPlace({ code, shiftKey }: Pressed): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase()
}

function signOf(pressed: Pressed): string {
  const { key } = pressed
  if (isEasternDigit(key)) return String(key.charCodeAt(0) & 15)
  if (key === '؟') return '?'
  if (isLatin(key) && !isRussianSlash(pressed)) return key.toLowerCase()
  return keyInPlace(pressed) ?? key
}

/** How a key is written in a keymap; by its place on the keyboard where the script of the layout is another. */
export const keyName = (pressed: Pressed): string =>
  pressed.ctrlKey || pressed.metaKey ? `Mod+${signOf(pressed)}` : signOf(pressed)

const digitOf = (name: string): number => (/^[1-9]$/.test(name) ? Number(name) : 0)

/** The command of keys pressed one after the other; `waits` when more keys could make one. */
export function findCommand(
  commands: readonly Command[],
  names: readonly string[],
): { command: Command; digit: number } | 'waits' | undefined {
  const typed = names.join(' ')
  const digit = names.length === 1 ? digitOf(typed) : 0
  const command = commands.find(({ key }) => key === typed || (digit > 0 && key === '1-9'))
  if (command) return { command, digit }
  return commands.some(({ key }) => key?.startsWith(`${typed} `)) ? 'waits' : undefined
}

/** So long a first key waits for its second. */
const PAUSE_MS = 1500

/** Hears key by key, with the time of each in ms, which command is meant; what follows too late or fits nothing begins anew. */
export function createKeySequence(): (
  commands: readonly Command[],
  name: string,
  at: number,
) => { command: Command; digit: number } | 'waits' | undefined {
  let earlier: { names: readonly string[]; at: number } = { names: [], at: 0 }
  return (commands, name, at) => {
    const names = at - earlier.at < PAUSE_MS ? [...earlier.names, name] : [name]
    const found = findCommand(commands, names) ?? findCommand(commands, [name])
    earlier = { names: found === 'waits' ? [name] : [], at }
    return found
  }
}

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of a command as they stand on the keyboard, for showing. */
export const shownKeys = (key: string, apple = isApple()): string[] =>
  key.split(' ').flatMap((part) =>
    part.split('+').map((name) => {
      if (name === 'Mod') return apple ? '⌘' : 'Ctrl'
      return arrows[name] ?? (part.includes('+') ? name.toUpperCase() : name)
    }),
  )
