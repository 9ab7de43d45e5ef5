import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import * as upstream from 'ink'
import { createElement, type ReactNode } from 'react'
import { afterAll, describe, expect, it, vi } from 'vitest'
import Yoga, { type Node as YogaNode } from 'yoga-layout'
import * as fork from './index.js'

type Ink = Pick<typeof upstream, 'Box' | 'Text' | 'Transform' | 'render' | 'renderToString'>

const transforms = {
  none: (line: string) => line,
  upperCase: (line: string) => line.toUpperCase(),
  marked: (line: string, index: number) => `${index}> ${line}`,
  emptied: () => '',
}

interface TextSpec {
  parts: (string | TextSpec)[]
  transform: keyof typeof transforms
  style: { bold?: boolean; inverse?: boolean; color?: string; wrap?: 'wrap' | 'truncate' | 'truncate-middle' | 'hard' }
}
interface BoxSpec {
  children: (BoxSpec | TextSpec)[]
  style: Record<string, string | number>
}

const word = fc.oneof(
  fc.constantFrom(
    'New',
    ' ',
    'Ждёт',
    '字符',
    '👩‍🍳',
    'e\u0301',
    '\u200B',
    '│',
    'a\tb',
    'two\nlines',
    '\u001B[32mgreen\u001B[39m',
    '\u001B[2Kx',
    '\u0007',
  ),
  fc.string({ maxLength: 12 }),
)
const textStyle = fc.record(
  {
    bold: fc.boolean(),
    inverse: fc.boolean(),
    color: fc.constantFrom('red', '#ff8800'),
    wrap: fc.constantFrom('wrap', 'truncate', 'truncate-middle', 'hard'),
  },
  { requiredKeys: [] },
)
const boxStyle = fc.record(
  {
    flexDirection: fc.constantFrom('row', 'column'),
    width: fc.integer({ min: 1, max: 30 }),
    height: fc.integer({ min: 1, max: 6 }),
    overflow: fc.constantFrom('visible', 'hidden'),
    position: fc.constantFrom('absolute', 'relative'),
    marginLeft: fc.integer({ min: -3, max: 6 }),
    marginTop: fc.integer({ min: -1, max: 3 }),
    paddingX: fc.integer({ min: 0, max: 2 }),
    columnGap: fc.integer({ min: 0, max: 2 }),
    borderStyle: fc.constantFrom('single', 'round'),
    backgroundColor: fc.constantFrom('blue', 'green'),
  },
  { requiredKeys: [] },
)
/** Without a limit, a screen in some thousands is too large for the memory. */
const depth = { depthSize: 'small', maxDepth: 5, depthIdentifier: 'screen' } as const
const { box } = fc.letrec<{ text: TextSpec; box: BoxSpec }>((tie) => ({
  text: fc.record({
    parts: fc.array(fc.oneof(depth, word, tie('text')), { maxLength: 4 }),
    style: textStyle,
    transform: fc.constantFrom('none', 'upperCase', 'marked', 'emptied'),
  }),
  box: fc.record({
    children: fc.array(fc.oneof(depth, tie('text'), tie('box')), { maxLength: 4 }),
    style: boxStyle,
  }),
}))

const elementOf = (ink: Ink, spec: BoxSpec | TextSpec | string): ReactNode => {
  if (typeof spec === 'string') return spec
  if ('children' in spec) return createElement(ink.Box, spec.style, ...spec.children.map((child) => elementOf(ink, child)))
  const element = createElement(ink.Text, spec.style, ...spec.parts.map((part) => elementOf(ink, part)))
  if (spec.transform === 'none') return element
  return <ink.Transform transform={transforms[spec.transform]}>{element}</ink.Transform>
}

/** Draws the screens one after the other with one renderer, as changes; returns what was written for each. */
function framesOf(ink: Ink, screens: readonly BoxSpec[]): string[][] {
  let written: string[] = []
  const stdout = Object.assign(new EventEmitter(), {
    columns: 40,
    rows: 20,
    isTTY: true,
    write: (chunk: string) => written.push(chunk),
  }) as unknown as NodeJS.WriteStream
  const frames: string[][] = []
  const instance = ink.render(null, { stdout, debug: true, patchConsole: false, interactive: true })
  for (const screen of screens) {
    written = []
    instance.rerender(elementOf(ink, screen))
    frames.push(written)
  }
  instance.unmount()
  instance.cleanup()
  return frames
}

const yogaNode = Object.getPrototypeOf(Yoga.Node.create()) as YogaNode
const widths = vi.spyOn(yogaNode, 'getComputedWidth')
afterAll(() => widths.mockRestore())
/** Whether Yoga gave every box of what was just drawn a size that upstream can draw (https://github.com/react/yoga/issues/1783). */
const isDrawable = () => widths.mock.results.every(({ value }) => Number(value) < 5000)

describe('the fork draws what upstream draws', () => {
  it('for any screen', () => {
    fc.assert(
      fc.property(box, (screen) => {
        const draw = (ink: Ink) => ink.renderToString(elementOf(ink, screen), { columns: 40 })
        widths.mockClear()
        const drawn = draw(fork)
        fc.pre(isDrawable())
        expect(drawn).toBe(draw(upstream))
      }),
      { numRuns: 200 },
    )
  })

  it('for any changes of a screen', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 2, maxLength: 4 }), (screens) => {
        widths.mockClear()
        const frames = framesOf(fork, screens)
        fc.pre(isDrawable())
        expect(frames).toEqual(framesOf(upstream, screens))
      }),
      { numRuns: 80 },
    )
  })
})
