import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createCore } from '@tiffin/core'
import { App } from './app.tsx'
import { onPageHidden } from './browser-drafts.ts'
import { browserPorts } from './browser-ports.ts'
import { followLanguage } from './document-language.ts'
import { readNumberKeys } from './number-keys.ts'
import { startSupportWidget } from './support-widget.ts'
import { createColorMode } from './theme/color-mode.ts'

const core = createCore({
  url: location.origin,
  app: { name: 'web', version: import.meta.env.TIFFIN_VERSION },
  ports: browserPorts(),
  keep: 'cookie',
})
const colorMode = createColorMode(window)
colorMode.follow()
followLanguage(core)
readNumberKeys()
startSupportWidget(core.session)
onPageHidden(core.drafts.flush)
core.sessionClock.start()
void core.session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <App core={core} colorMode={colorMode} />
  </StrictMode>,
)
