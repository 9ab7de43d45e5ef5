import { expect, it } from 'vitest'
import { stepKeys, type StepName, steps } from './crop-steps.ts'

/** The cropper calls of a step. */
function asked(name: StepName, times = 1): unknown[] {
  const calls: unknown[] = []
  const tell =
    (what: string) =>
    (value: unknown): void =>
      void calls.push(what, value)
  const cropper = { moveCoordinates: tell('move'), zoomImage: tell('zoom'), rotateImage: tell('turn') }
  steps[name](cropper, times)
  return calls
}

it.each<[StepName, unknown[]]>([
  ['left', ['move', { left: -1 }]],
  ['right', ['move', { left: 1 }]],
  ['up', ['move', { top: -1 }]],
  ['down', ['move', { top: 1 }]],
  ['zoomIn', ['zoom', 1.01]],
  ['zoomOut', ['zoom', 1 / 1.01]],
  ['turnLeft', ['turn', -10]],
  ['turnRight', ['turn', 10]],
])('IMG-21: a step %s calls %j of the cropper', (name, calls) => {
  expect(asked(name)).toEqual(calls)
})

it('IMG-21: with Shift a key makes ten steps', () => {
  expect(asked(stepKeys['ArrowLeft'] ?? 'right', 10)).toEqual(['move', { left: -10 }])
  expect(stepKeys[']']).toBe('turnRight')
})
