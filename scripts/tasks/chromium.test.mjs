import { describe, expect, it } from 'vitest'
import { findChromium } from './chromium.mjs'

const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

describe('findChromium', () => {
  it.each([
    ['the named one', { CHROMIUM_PATH: '/opt/c' }, ['/opt/c', '/usr/bin/chromium'], '/opt/c'],
    ["Debian's before Chrome", {}, ['/usr/bin/google-chrome', '/usr/bin/chromium'], '/usr/bin/chromium'],
    ['the headless build', {}, ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'], '/usr/bin/chromium-headless-shell'],
    ['Chrome', {}, ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
    ['Chrome on macOS', {}, [chrome], chrome],
    ['none', {}, [], undefined],
  ])('finds %s', (_, env, there, expected) => {
    expect(findChromium({ env, exists: (file) => there.includes(file) })).toBe(expected)
  })

  it('refuses a CHROMIUM_PATH that does not exist instead of using another browser', () => {
    expect(() => findChromium({ env: { CHROMIUM_PATH: '/gone' }, exists: (file) => file === '/usr/bin/chromium' })).toThrow(
      /\/gone/,
    )
  })
})
