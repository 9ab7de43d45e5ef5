import { ChakraProvider } from '@chakra-ui/react'
import type { NoticeType } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { NoticeItem } from './notice-list.tsx'

const types: readonly NoticeType[] = ['warning', 'negative', 'positive', 'info']

const drawn = (type: NoticeType, closable = true): string =>
  renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <NoticeItem notice={{ id: 1, type, text: 'Company selected', closable }} onClose={() => {}} />
      </ChakraProvider>
    </CoreProvider>,
  )

const iconOf = (html: string): string => /<path d="([^"]+)"/.exec(html)?.[1] ?? ''
const colorsOf = (html: string): string[] =>
  [...html.matchAll(/color:var\(--tiffin-colors-([a-z]+)\)/g)].map(([, name = '']) => name)

describe('notices', () => {
  it('SHELL-33: each type has an icon and a colour of its own', () => {
    expect(new Set(types.map((type) => iconOf(drawn(type)))).size).toBe(4)
    for (const type of types) expect(colorsOf(drawn(type))).toContain(type)
  })

  it.each(types)('SHELL-33: a notice of type %s says its text, and a failure interrupts', (type) => {
    const html = drawn(type)
    expect(html).toContain(`data-notice="${type}"`)
    expect(html).toContain('Company selected')
    expect(html.includes('role="alert"')).toBe(type === 'negative')
  })

  it('SHELL-35: one that is not closable has nothing to close it with', () => {
    expect(drawn('info')).toContain('aria-label="Close"')
    expect(drawn('info', false)).not.toContain('<button')
  })
})
