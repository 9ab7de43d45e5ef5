import { defineConfig } from '@playwright/test'
import { browserOptions } from './browser-options.ts'

// Slow journeys have this tag; like tests/full, they run only in `npm run test:full`.
const slow = process.env['TIFFIN_TESTS'] === 'full' ? {} : { grepInvert: /@full/ }

// Journeys drive the built console in a real browser against a real server with its own database.
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  ...slow,
  outputDir: '../reports/journeys',
  // Each has its own browser, server and database.
  workers: 2,
  timeout: 60_000,
  // As in vitest.config.ts.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    // A new browser context compiles the console's scripts again, which takes longer than most journeys. Playwright empties its
    // storage between journeys; support.ts resets the rest.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: browserOptions,
    // Otherwise each click waits for an animation to end, and axe may look at a dialog that isn't there yet.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
