import { describe, expect, it } from 'vitest'
import {
  appendChildNode,
  createNode,
  createTextNode,
  insertBeforeNode,
  removeChildNode,
  setNodeHidden,
  setTextNodeValue,
  setTransform,
} from './dom.js'
import squashTextNodes from './squash-text-nodes.js'

/** `<Text>one <Text>two</Text></Text>`, joined once, and how often the inner text was transformed. */
function joined() {
  const outer = createNode('ink-text')
  const inner = createNode('ink-virtual-text')
  const one = createTextNode('one ')
  const two = createTextNode('two')
  let transformed = 0
  setTransform(inner, (line) => {
    transformed += 1
    return `<${line}>`
  })
  appendChildNode(inner, two as never)
  // The types know only elements, but React passes text nodes as well.
  appendChildNode(outer, one as never)
  appendChildNode(outer, inner)
  expect(squashTextNodes(outer)).toBe('one <two>')
  return { outer, inner, one, two, transformed: () => transformed }
}

describe('the joined text of a node', () => {
  it('is not computed again while nothing changes', () => {
    const { outer, transformed } = joined()
    expect(squashTextNodes(outer)).toBe('one <two>')
    expect(transformed()).toBe(1)
  })

  it('follows a change of its text', () => {
    const { outer, one } = joined()
    setTextNodeValue(one, '1 ')
    expect(squashTextNodes(outer)).toBe('1 <two>')
  })

  it('follows a change of a nested text', () => {
    const { outer, two } = joined()
    setTextNodeValue(two, '2')
    expect(squashTextNodes(outer)).toBe('one <2>')
  })

  it('follows added, inserted and removed children at any depth', () => {
    const { outer, inner, one, two } = joined()
    appendChildNode(inner, createTextNode('!') as never)
    expect(squashTextNodes(outer)).toBe('one <two!>')
    insertBeforeNode(inner, createTextNode('?'), two)
    expect(squashTextNodes(outer)).toBe('one <?two!>')
    removeChildNode(inner, two)
    expect(squashTextNodes(outer)).toBe('one <?!>')
    removeChildNode(outer, one)
    expect(squashTextNodes(outer)).toBe('<?!>')
  })

  it('follows a child that is hidden and shown', () => {
    const { outer, inner } = joined()
    setNodeHidden(inner, true)
    expect(squashTextNodes(outer)).toBe('one ')
    setNodeHidden(inner, false)
    expect(squashTextNodes(outer)).toBe('one <two>')
  })

  it('follows a changed transform of a nested text', () => {
    const { outer, inner } = joined()
    setTransform(inner, (line) => line.toUpperCase())
    expect(squashTextNodes(outer)).toBe('one TWO')
  })
})
