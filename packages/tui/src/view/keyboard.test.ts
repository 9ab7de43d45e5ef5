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

describe('keyboard', () => {
  it.each([
    ['one key', 'j', ['down']],
    ['a key that was held down on a slow line', 'jjjjjj', Array.from({ length: 6 }, () => 'down')],
    ['two keys at once', 'jb', ['down', 'bump']],
    ['a key of the Russian layout', 'ь', ['move']],
    ['a key of the Russian layout with Shift', 'Ь', ['merchants']],
    ['a key of the Arabic layout', 'ع', ['undo']],
    ['a paste, which runs no command', 'beef and cabbage', []],
    ['a search that was typed at once', '/anna', ['search', 'down'].slice(0, 1)],
  ])('parses %s', async (_, input, requested) => {
    const { keyboard, settled } = listening('board')
    keyboard.input(input, {})
    const heard = await settled()
    expect(heard.slice(0, Math.max(1, requested.length))).toEqual(requested)
  })

  it('passes text to fields, including the keys between', async () => {
    const { keyboard, settled } = listening('signIn', true)
    keyboard.input('owner\tsecret\r', {})
    keyboard.input('', { backspace: true })
    expect(await settled()).toEqual(['"owner"', 'next', '"secret"', 'choose', 'backspace'])
  })

  it('passes keys to the most recently opened place, and back when it closes', async () => {
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

  it.each([
    ['a second press of the key that opened a page is an accident', ['a'], 100, []],
    ['after a moment it closes the page', ['a'], 400, ['back']],
    ['another key works at once', ['q'], 100, ['back']],
    ['and it works after another one', ['j', 'a'], 100, ['down', 'back']],
  ])('%s', async (_, keys, passed, target) => {
    let now = 1000
    const keyboard = createKeyboard({ now: () => now })
    const heard: string[] = []
    const page = { current: { place: 'allDay' as const, run: (command: string) => void heard.push(command) } }
    keyboard.enter({ current: { place: 'board', run: () => void keyboard.enter(page) } })
    keyboard.input('a', {})
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    now += passed
    for (const key of keys) keyboard.input(key, {})
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    expect(heard).toEqual(target)
  })

  it('the key that signed in works on the board at once', async () => {
    const heard: string[] = []
    const keyboard = createKeyboard({ now: () => 1000 })
    const leave = keyboard.enter({ current: { place: 'signIn', run: () => undefined } })
    keyboard.input('', { return: true })
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    leave()
    keyboard.enter({ current: { place: 'board', run: (command: string) => void heard.push(command) } })
    keyboard.input('', { return: true })
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    expect(heard).toEqual(['open'])
  })

  it.each(['#', 'ctrl+x'])('says that %j does nothing if no command has it', async (key) => {
    const silent: (string | undefined)[][] = []
    const keyboard = createKeyboard({ onInactive: (...said) => void silent.push(said) })
    keyboard.enter({ current: { place: 'board', run: () => {} } })
    if (key.startsWith('ctrl')) keyboard.input('x', { ctrl: true })
    else keyboard.input(key, {})
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    expect(silent).toEqual([[key, undefined]])
  })
})
