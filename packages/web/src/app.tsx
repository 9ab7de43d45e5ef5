import { ChakraProvider, LocaleProvider } from '@chakra-ui/react'
import type { Core } from '@tiffin/core'
import { CoreProvider, useCore, useSelected } from '@tiffin/core/react'
import { useState } from 'react'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router'
import { createHeldHistory } from './held-history.ts'
import { Splash } from './pages/splash.tsx'
import { Unreachable } from './pages/unreachable.tsx'
import { Pages } from './routes.tsx'
import type { ColorMode } from './theme/color-mode.ts'
import { ColorModeProvider } from './theme/color-mode-context.ts'
import { system } from './theme/system.ts'
import { NoticeList } from './ui/notice-list.tsx'
import { HeldHistoryProvider } from './ui/use-unsaved.ts'

/** The console around one core. */
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
  const [history] = useState(() => createHeldHistory())
  return (
    <LocaleProvider locale={lang || 'en'}>
      <HistoryRouter history={history}>
        <HeldHistoryProvider value={history}>
          <Started />
        </HeldHistoryProvider>
      </HistoryRouter>
      <NoticeList />
    </LocaleProvider>
  )
}

/** Nothing is drawn before languages, texts, countries and settings are there (SHELL-04, SHELL-06). */
function Started() {
  const { session } = useCore()
  const phase = useSelected(session.store, (state) => state.phase)
  if (phase === 'starting') return <Splash awaits="Waiting for the server…" />
  if (phase === 'unreachable') return <Unreachable />
  return <Pages />
}
