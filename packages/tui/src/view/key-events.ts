import type { Key } from 'ink'

/** A key with a name, characters that were typed, or a paste that the terminal has marked as one. */
export type KeyEvent = { key: string } | { text: string } | { pasted: string }

const named = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
] as const satisfies readonly (readonly [keyof Key, string])[]

/** Keys that come in the middle of what was typed. */
const between = new Map([
  ['\t', 'tab'],
  ['\r', 'enter'],
  ['\u0015', 'ctrl+u'],
])

/** The keys in one piece of input: slow lines and programs that fill in forms send several at once. */
export function keyEvents(input: string, key: Partial<Key>): KeyEvent[] {
  const special = named.find(([flag]) => key[flag] === true)
  if (special) return [{ key: special[1] }]
  if (key.ctrl === true) return [{ key: `ctrl+${input}` }]
  // Esc and a key right behind it look like the key with Alt, which means nothing here.
  if (key.meta === true) return [{ key: 'esc' }, { text: input }]
  return input
    .split(/([\t\r\u0015])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = between.get(piece)
      return name === undefined ? { text: piece } : { key: name }
    })
}
