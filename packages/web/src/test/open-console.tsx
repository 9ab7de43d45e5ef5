import { type CoreOptions, createCore, memoryStorage, type PushPort } from '@tiffin/core'
import type { EntityName, SessionUser } from '@tiffin/sdk/contract'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'
import { App } from '../app.tsx'
import { browserPorts } from '../browser-ports.ts'
import { followLanguage } from '../document-language.ts'
import { readNumberKeys } from '../number-keys.ts'
import { createColorMode, type Theme } from '../theme/color-mode.ts'
import { type FakeServer, fakeServer } from './fake-server.ts'
import { owner } from './people.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds by selector, for elements with neither a role nor a test id. */
    css: (selector: string) => Locator
  }
}
locators.extend({ css: (selector: string) => selector })

const { activity, clock, log } = browserPorts()
readNumberKeys()

interface Options {
  /** Who is signed in; null for no one. */
  user?: SessionUser | null
  rows?: Partial<Record<EntityName, readonly Record<string, unknown>[]>>
  /** Responses to calls that the server in memory does not know or answers differently, such as `Device.asking`. */
  answers?: Readonly<Record<string, object | number>>
  /** Initial contents of the browser's storage, instead of those that suppress tour and news; empty values are left out. */
  stored?: Readonly<Record<string, string>>
  lang?: 'en' | 'ru' | 'ar'
  theme?: Theme
  width?: number
  height?: number
  /** Watches whether someone is there, so that the session can expire. */
  hasActivity?: boolean
  /** Push messages to this device; by default it can't show them. */
  push?: PushPort
  /** The live connection; by default it never connects. */
  webSocket?: NonNullable<CoreOptions['webSocket']>
}

/** Nothing is shown by itself, and help leaves the page its width. */
const quietFor = (user: number) => ({ 'help.closed': '1', [`tour.${user}`]: 'done', [`guide.contacts.${user}`]: 'shown' })

let close = (): void => {}

/** Opens the whole console at an address, on a server in memory. It is closed when the test ends or opens it again. */
export async function openConsole(path: string, options: Options = {}): Promise<FakeServer> {
  const {
    user = owner(),
    rows = {},
    answers = {},
    stored = {},
    lang = 'en',
    theme = 'light',
    width = 1440,
    height = 900,
    hasActivity = false,
    push,
    webSocket = () => new Promise(() => {}),
  } = options
  close()
  await page.viewport(width, height)
  history.replaceState(null, '', path)
  const server = fakeServer({ user, tables: rows })
  for (const [call, answer] of Object.entries(answers)) server.on(call, () => answer)
  const storage = memoryStorage()
  for (const [key, value] of Object.entries({ ...quietFor((user ?? owner()).admin_id), ...stored, lang }))
    if (value !== '') storage.set(key, value)
  const core = createCore({
    url: location.origin,
    app: { name: 'web', version: '0' },
    ports: {
      clock,
      storage,
      moves: storage,
      tabStorage: memoryStorage(),
      log,
      ...(hasActivity ? { activity } : {}),
      ...(push ? { push } : {}),
    },
    keep: 'cookie',
    transport: server.transport,
    // Answers of the server in memory must be possible ones.
    validate: true,
    webSocket,
  })
  const stopClock = core.sessionClock.start()
  const colorMode = createColorMode(window)
  colorMode.choose(theme)
  const unfollow = followLanguage(core)
  const container = document.body.appendChild(document.createElement('div'))
  container.id = 'root'
  const root = createRoot(container)
  close = () => {
    root.unmount()
    container.remove()
    unfollow()
    stopClock()
    localStorage.clear()
    sessionStorage.clear()
    close = () => {}
  }
  onTestFinished(close)
  void core.session.start()
  root.render(<App core={core} colorMode={colorMode} />)
  return server
}

/** Presses keys in a field, at its end if it has text. */
export async function press(input: Locator, keys: string): Promise<void> {
  await expect.element(input).toBeVisible()
  ;(input.element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
}

/** Waits until the address matches. */
export const expectUrl = (pattern: RegExp) => expect.poll(() => location.pathname + location.search).toMatch(pattern)

export const notices = page.getByTestId('notices')
export const row = (id: number) => page.getByTestId(`row-${id}`)
export const rows = page.getByTestId('record-table').css('tbody tr')
export const editor = page.getByTestId('record-editor')
/** The input of a field in the open editor. */
export const field = (name: string): Locator => editor.css(`[data-field=${name}]`)
export const save = () => editor.getByRole('button', { name: 'Save', exact: true }).click()
/** Switches to a tab of the open editor, and waits until its fields are visible. */
export async function openTab(name: string): Promise<void> {
  const tab = editor.getByRole('tab', { name, exact: true })
  await tab.click()
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
}
