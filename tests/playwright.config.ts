import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
// Journeys that need long are tagged so; `npm run test:full` asks for them, as for tests/full.
const slow = process.env['TIFFIN_TESTS'] === 'full' ? {} : { grepInvert: /@full/ }
const asRoot = process.getuid?.() === 0

// Journeys drive the built console in a real browser against a real server with a database of its own.
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  ...slow,
  outputDir: '../reports/journeys',
  // Each has a browser, a server and a database of its own.
  workers: 2,
  timeout: 60_000,
  // As in vitest.config.ts.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Or boards that were opened by address would ask for a click first.
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
