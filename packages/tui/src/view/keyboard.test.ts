import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Place } from '../keys.ts'
import { createKeyboard } from './keyboard.ts'

function listening(place: Place, texts = false) {
  const heard: string[] = []
  const keyboard = createKeyboard()
  const handler = {
    current: {
      place,
      run: (command: string) => void heard.push(command),
      ...(texts ? { onText: (text: string, kind: string) => void heard.push(kind === 'text' ? `"${text}"` : kind) } : {}),
    },
  }
  keyboard.enter(handler)
  const settled = async () => {
    for (let turn = 0; turn < 40; turn += 1) await setImmediate()
    return heard
  }
  return { keyboard, heard, settled }
}

describe('the keyboard', () => {
  it.each([
    ['one key', 'j', ['down']],
    ['a key that was held down on a slow line', 'jjjjjj', Array.from({ length: 6 }, () => 'down')],
    ['two keys at once', 'jb', ['down', 'bump']],
    ['a key of the Russian layout', 'ь', ['move']],
    ['a key of the Russian layout with Shift', 'Ь', ['merchants']],
    ['a key of the Arabic layout', 'ع', ['undo']],
    ['a paste, which no command may come from', 'beef and cabbage', []],
    ['a search that was typed at once', '/anna', ['search', 'down'].slice(0, 1)],
  ])('hears %s', async (_, input, wanted) => {
    const { keyboard, settled } = listening('board')
    keyboard.input(input, {})
    const heard = await settled()
    expect(heard.slice(0, Math.max(1, wanted.length))).toEqual(wanted)
  })

  it('gives fields their text, with the keys between', async () => {
    const { keyboard, settled } = listening('signIn', true)
    keyboard.input('owner\tsecret\r', {})
    keyboard.input('', { backspace: true })
    expect(await settled()).toEqual(['"owner"', 'next', '"secret"', 'choose', 'backspace'])
  })

  it('gives keys to the place that was entered last, and back when it leaves', async () => {
    const { keyboard, heard, settled } = listening('board')
    const upper: string[] = []
    const leave = keyboard.enter({ current: { place: 'list', run: (command) => void upper.push(command) } })
    keyboard.input('j', {})
    await settled()
    leave()
    keyboard.input('k', {})
    await settled()
    expect([upper, heard]).toEqual([['down'], ['up']])
    expect(keyboard.top()).toBe('board')
  })
})
