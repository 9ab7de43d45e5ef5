import { expect, it } from 'vitest'
import type { Card } from '@tiffin/core'
import { orderAtDigit, adjacentOrder, placeOfCard, type Step } from './card-steps.ts'

const cards = (...ids: number[]) => ids.map((order_id) => ({ order_id }) as Card)
const columns = [
  { cards: [] },
  { cards: cards(...Array.from({ length: 40 }, (_, index) => 100 + index)) },
  { cards: [] },
  { cards: cards(201, 202) },
]

it.each([
  [undefined, 1, 100],
  [130, 1, 100],
  [130, 9, 108],
  [201, 2, 202],
  [201, 3, undefined],
])('KDS-01: with order %s in focus, digit %i selects the card at that position, rendered or not', (focused, digit, order) => {
  expect(orderAtDigit(columns, placeOfCard(columns, focused), digit)).toBe(order)
})

it.each<[number | undefined, Step, number | undefined]>([
  [undefined, 'down', 100],
  [100, 'up', 100],
  [130, 'up', 129],
  [130, 'down', 131],
  [139, 'down', undefined],
  [101, 'right', 202],
  [130, 'right', 202],
  [202, 'left', 101],
  [202, 'right', undefined],
])('KDS-01: from order %s, %s goes to %s', (focused, step, order) => {
  expect(adjacentOrder(columns, placeOfCard(columns, focused), step)).toBe(order)
})
