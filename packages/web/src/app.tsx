import { ChakraProvider, LocaleProvider } from '@chakra-ui/react'
import type { Core } from '@tiffin/core'
import { CoreProvider, useCore, useSelected } from '@tiffin/core/react'
import { startTransition, useLayoutEffect, useState } from 'react'
import { Router } from 'react-router'
import { type ConsoleHistory, createConsoleHistory } from './console-history.ts'
import { Splash } from './pages/splash.tsx'
import { Unreachable } from './pages/unreachable.tsx'
import { Pages } from './routes.tsx'
import type { ColorMode } from './theme/color-mode.ts'
import { ColorModeProvider } from './theme/color-mode-context.ts'
import { system } from './theme/system.ts'
import { NoticeList } from './ui/notice-list.tsx'
import { HistoryProvider } from './ui/use-history.ts'

/** The console for one core. */
export const App = ({ core, colorMode }: { core: Core; colorMode: ColorMode }) => (
  <CoreProvider core={core}>
    <ColorModeProvider value={colorMode}>
      <ChakraProvider value={system}>
        <Localized />
      </ChakraProvider>
    </ColorModeProvider>
  </CoreProvider>
)

function Localized() {
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [history] = useState(() => createConsoleHistory())
  const { location, action } = usePlace(history)
  return (
    <LocaleProvider locale={lang || 'en'}>
      <Router navigator={history} location={location} navigationType={action}>
        <HistoryProvider value={history}>
          <Started />
        </HistoryProvider>
      </Router>
      <NoticeList />
    </LocaleProvider>
  )
}

/** A page stays until the next one is loaded. */
function usePlace(history: ConsoleHistory) {
  const [place, setPlace] = useState(history.place)
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history])
  return place
}

/** Nothing is rendered before languages, texts, countries and settings are loaded (SHELL-04, SHELL-06). */
function Started() {
  const { session } = useCore()
  const phase = useSelected(session.store, (state) => state.phase)
  if (phase === 'starting') return <Splash awaits="Waiting for the server…" />
  if (phase === 'unreachable') return <Unreachable />
  return <Pages />
}
