import type { IconName } from '../ui/icon.tsx'

/** The properties that distinguish keys. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** How a command was triggered: by a key or from the palette. */
export interface CommandTrigger {
  /** The digit of a `1-9` key, else 0. */
  digit: number
  /** The element that had the focus. */
  target: Element
}

/** An action on a screen. Keys, help and palette are built from these. */
export interface Command {
  id: string
  /** Its name in the user's language. */
  name: string
  /** Additional search terms for the palette. A function is called only after typing. */
  keywords?: string | (() => string | undefined) | undefined
  /**
   * As in `KeyboardEvent.key`; `1-9` is any digit but 0, `Mod+k` means with Ctrl or Cmd, `g o` is one key after the
   * other.
   */
  key?: string
  /** Only works with a digit or a position, so the palette leaves it out. */
  keyOnly?: boolean
  icon?: IconName
  /** Whether it applies to the focused element; if not, the palette leaves it out. */
  applies?: (target: Element) => boolean
  /** The address it opens; the palette shows it as a link. */
  href?: string
  run: (trigger: CommandTrigger) => void
}

const isLatin = (key: string): boolean => /^[\u0000-\u007f]$/.test(key)
/** Arabic and Persian digits. */
const isEasternDigit = (key: string): boolean => /^[\u0660-\u0669\u06f0-\u06f9]$/.test(key)
/** Russian keyboards have these in place of `/` and `?`. */
const isRussianSlash = ({ key, code }: KeyPress): boolean => code === 'Slash' && (key === '.' || key === ',')

/** The English key at the same position; undefined for named keys. */
function keyInPlace({ code, shiftKey }: KeyPress): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase()
}

function signOf(pressed: KeyPress): string {
  const { key } = pressed
  if (isEasternDigit(key)) return String(key.charCodeAt(0) & 15)
  if (key === '؟') return '?'
  if (isLatin(key) && !isRussianSlash(pressed)) return key.toLowerCase()
  return keyInPlace(pressed) ?? key
}

/** The notation of a key in keymaps; by position if the layout has another script. */
export const keyName = (pressed: KeyPress): string =>
  pressed.ctrlKey || pressed.metaKey ? `Mod+${signOf(pressed)}` : signOf(pressed)

const digitOf = (name: string): number => (/^[1-9]$/.test(name) ? Number(name) : 0)

/** The command for a sequence of keys; `waits` if more keys could complete one. */
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

/** How long a first key waits for its second. */
const SEQUENCE_TIMEOUT_MS = 1500

/**
 * Called for each key with its time in ms; returns the matching command. A key that is late or does not match starts a
 * new sequence.
 */
export function createKeySequence(): (
  commands: readonly Command[],
  name: string,
  at: number,
) => { command: Command; digit: number } | 'waits' | undefined {
  let earlier: { names: readonly string[]; at: number } = { names: [], at: 0 }
  return (commands, name, at) => {
    const names = at - earlier.at < SEQUENCE_TIMEOUT_MS ? [...earlier.names, name] : [name]
    const found = findCommand(commands, names) ?? findCommand(commands, [name])
    earlier = { names: found === 'waits' ? [name] : [], at }
    return found
  }
}

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A command's keys as on the keyboard, for display. */
export const formatShortcut = (key: string, apple = isApple()): string[] =>
  key.split(' ').flatMap((part) =>
    part.split('+').map((name) => {
      if (name === 'Mod') return apple ? '⌘' : 'Ctrl'
      return arrows[name] ?? (part.includes('+') ? name.toUpperCase() : name)
    }),
  )
