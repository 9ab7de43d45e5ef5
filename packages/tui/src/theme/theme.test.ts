import { expect, it } from 'vitest'
import { type ColorRole, createTheme } from './theme.ts'

const roles: readonly ColorRole[] = ['warning', 'note', 'customerNote', 'comment', 'allergens', 'late', 'due', 'flash']

it('never writes yellow letters, which a white background makes unreadable', () => {
  for (const role of roles) expect(createTheme().style(role).color).not.toBe('yellow')
  expect(createTheme().style('note')).toEqual({ color: 'black', backgroundColor: 'yellow' })
})

it('emphasises without colours what colours emphasise', () => {
  for (const role of roles) {
    const style = createTheme({ color: false }).style(role)
    expect(style).not.toHaveProperty('color')
    expect(style).not.toHaveProperty('backgroundColor')
    expect(style.bold === true || style.inverse === true).toBe(true)
  }
})
