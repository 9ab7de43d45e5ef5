import { expect, it } from 'vitest'
import { createColorMode, type Theme } from './color-mode.ts'

type Page = Parameters<typeof createColorMode>[0]

/** Tabs of one browser, on a device set to dark or light. */
function browser(isDark: boolean) {
  const stored = new Map<string, string>()
  const hears = new Set<{ page: object; hear: (event: { key: string }) => void }>()
  const media = { matches: isDark, addEventListener: () => {}, removeEventListener: () => {} }
  function tab() {
    const classes = new Set<string>()
    const toggle = (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name))
    const page = {
      document: { documentElement: { classList: { toggle }, style: { colorScheme: '' } } },
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem(key: string, value: string) {
          stored.set(key, value)
          for (const other of hears) if (other.page !== page) other.hear({ key })
        },
      },
      matchMedia: () => media,
      addEventListener: (_name: string, hear: (event: { key: string }) => void) => hears.add({ page, hear }),
      removeEventListener: () => {},
    }
    const mode = createColorMode(page as unknown as Page)
    mode.follow()
    return { mode, painted: () => [...classes, page.document.documentElement.style.colorScheme] }
  }
  return { tab }
}

it.each<[Theme, boolean, string]>([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
])('the theme %s on a device that is dark: %s is painted %s, in every tab', (theme, isDark, painted) => {
  const { tab } = browser(isDark)
  const [item, other] = [tab(), tab()]
  item.mode.choose(theme)
  for (const { mode, painted: shown } of [item, other]) {
    expect(mode.store.getState().theme).toBe(theme)
    expect(shown()).toEqual([painted, painted])
  }
  expect(tab().mode.store.getState().theme).toBe(theme)
})
