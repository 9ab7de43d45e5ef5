import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFound } from './not-found.tsx'
import { StatePage } from './state-page.tsx'

/** A page as a signed-in user sees it. */
function drawn(page: React.ReactElement, user: Parameters<typeof stubCore>[0] = {}): string {
  const core = stubCore(user)
  core.session.store.setState({ phase: 'signed_in' })
  core.session.store.getInitialState = core.session.store.getState
  return renderToStaticMarkup(
    <CoreProvider core={core}>
      <ChakraProvider value={system}>
        <MemoryRouter>{page}</MemoryRouter>
      </ChakraProvider>
    </CoreProvider>,
  )
}
const textOf = (html: string): string =>
  html
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('NAV-13 NAV-14: an unknown page says so and links to the order page', () => {
  const html = drawn(<NotFound />, { user: { navigation: ['Company-Order'] } })
  expect(textOf(html)).toContain('404 Page not found')
  expect(html).toMatch(/<a [^>]*href="\/Company\/Order"[^>]*>To the order page<\/a>/)
})

it.each<[unknown, string]>([
  [new Error('The board is broken'), 'The board is broken'],
  ['a word', '"a word"'],
  [{ code: 7 }, '{"code":7}'],
])('ERR-10: a thrown %j is shown as text', (error, text) => {
  expect(textOf(drawn(<ErrorPage error={error} />)).replaceAll('&quot;', '"')).toContain(text)
})

it.each([
  ['chunk_timeout', 'The page took too long to load'],
  ['chunk_failed', 'Can&#x27;t load the page'],
  ['style_failed', 'Can&#x27;t load the page styles'],
])('ERR-11 ERR-12: a load error shows its code %s and its sentence', (code, sentence) => {
  const error = Object.assign(new Error(sentence.replace('&#x27;', "'")), { name: 'LoadError', code })
  expect(textOf(drawn(<ErrorPage error={error} />))).toMatch(new RegExp(` ${sentence} .* ${code} `))
})

it('SHELL-41: the state page shows every store of the application, to platform administrators', () => {
  const html = drawn(<StatePage />, { user: { role: 1 } }).replaceAll('&quot;', '"')
  const state = JSON.parse(/data-testid="state"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}') as object
  expect(Object.keys(state)).toEqual(['session', 'sessionClock', 'drawer', 'board', 'boardSettings', 'notices'])
  expect(textOf(drawn(<StatePage />, { user: { role: 2 } }))).toContain('Page not found')
})
