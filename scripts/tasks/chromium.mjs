import { existsSync } from 'node:fs'
import { capture } from '../bootstrap/capture.mjs'
import { Failure } from '../bootstrap/failure.mjs'

const places = [
  // The headless build first: it starts and renders with less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for tests: CHROMIUM_PATH if set, otherwise an installed Chromium or Chrome, otherwise undefined. */
export function findChromium({ env = process.env, exists = existsSync } = {}) {
  if (!env.CHROMIUM_PATH) return places.find((place) => exists(place))
  if (exists(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
  throw new Failure(
    `CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which does not exist.`,
    'Point it at a Chromium or Chrome, or unset it.',
  )
}

/**
 * Like findChromium, but as root on Debian and derivatives it installs the distribution's Chromium if there is none. Throws a
 * Failure.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  const advice =
    'Install Chromium (Debian: `sudo apt-get install chromium`) or Google Chrome, or set CHROMIUM_PATH, then run `npm test` again.'
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Failure('some tests need a browser and none was found.', advice)
  process.stderr.write("tiffin: installing Debian's chromium for the tests …\n")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await capture('apt-get', ['update', '-q'], { env })
  let output = ''
  // Older distributions have no headless build.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    ;({ output } = await capture('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env }))
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Failure('apt-get could not install chromium.', advice, output)
}
