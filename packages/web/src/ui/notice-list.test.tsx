import { ChakraProvider } from '@chakra-ui/react'
import type { NoticeType } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { Icon, type IconName } from './icon.tsx'
import { NoticeItem } from './notice-list.tsx'

const types: readonly NoticeType[] = ['warning', 'negative', 'positive', 'info']

const drawnAlone = (notice: ReactNode): string =>
  renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>{notice}</ChakraProvider>
    </CoreProvider>,
  )
const drawn = (type: NoticeType, closable = true): string =>
  drawnAlone(<NoticeItem notice={{ id: 1, type, text: 'Company selected', closable, isBackground: false }} onClose={() => {}} />)

const iconOf = (html: string): string => /<path d="([^"]+)"/.exec(html)?.[1] ?? ''
const colorsOf = (html: string): string[] =>
  [...html.matchAll(/color:var\(--tiffin-colors-([a-z]+)\)/g)].map(([, name = '']) => name)

describe('notices', () => {
  it.each<[NoticeType, IconName]>([
    ['warning', 'alert'],
    ['negative', 'failure'],
    ['positive', 'check'],
    ['info', 'info'],
  ])('SHELL-33: type %s has the icon %s and the colour of its type only', (type, icon) => {
    expect(iconOf(drawn(type))).toBe(iconOf(renderToStaticMarkup(<Icon name={icon} />)))
    const ofThePage = colorsOf(drawnAlone(null)).length
    const own = colorsOf(drawn(type)).slice(ofThePage)
    expect(own.filter((color) => types.some((item) => item === color))).toEqual([type])
  })

  it.each(types)('SHELL-33: a notice of type %s shows its text, and a failure interrupts', (type) => {
    const html = drawn(type)
    expect(html).toContain(`data-notice="${type}"`)
    expect(html).toContain('Company selected')
    expect(html.includes('role="alert"')).toBe(type === 'negative')
  })

  it('SHELL-35: a notice that is not closable has no close button', () => {
    expect(drawn('info')).toContain('aria-label="Close"')
    expect(drawn('info', false)).not.toContain('<button')
  })
})
