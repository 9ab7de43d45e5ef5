import type { Key } from 'ink'

/** A named key, typed characters, or a paste marked by the terminal. */
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

/** Keys that can occur within typed text. */
const between = new Map([
  ['\t', 'tab'],
  ['\r', 'enter'],
  ['\u0015', 'ctrl+u'],
])

/** The keys in one chunk of input: slow lines and automation send several at once. */
export function keyEvents(input: string, key: Partial<Key>): KeyEvent[] {
  const special = named.find(([flag]) => key[flag] === true)
  if (special) return [{ key: special[1] }]
  if (key.ctrl === true) return [{ key: `ctrl+${input}` }]
  // Esc followed directly by a key looks like Alt with that key, which has no meaning here.
  if (key.meta === true) return [{ key: 'esc' }, { text: input }]
  return input
    .split(/([\t\r\u0015])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = between.get(piece)
      return name === undefined ? { text: piece } : { key: name }
    })
}
