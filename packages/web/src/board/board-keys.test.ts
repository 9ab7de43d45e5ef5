import { describe, expect, it } from 'vitest'
import { findCommand } from '../keys/keymap.ts'
import { boardKeys } from './board-keys.ts'

const commands = boardKeys.map(({ command, key }) => ({
  id: command,
  name: command,
  run: () => {},
  ...(key === undefined ? {} : { key }),
}))

describe('board keys', () => {
  it('KDS-01: a digit selects a position', () => {
    expect(findCommand(commands, ['3'])).toMatchObject({ command: { id: 'pick' }, digit: 3 })
    expect(findCommand(commands, ['0'])).toBeUndefined()
  })

  it('are unique, and leave g to the jumps', () => {
    const keys = boardKeys.flatMap(({ key }) => key ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain('g')
  })
})
