import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './tests/browser-options.ts'

// Tests run the sources, which the packages' `exports` offer under a separate condition. 'import' must not be in the list:
// workers apply it to require() too, and pg would load pg-pool's ES module and fail.
const conditions = ['@tiffin/source', 'module', 'node', 'development|production']

// tests/full needs the network or many minutes; only `npm run test:full` runs it, and files named *.full.test.ts: faults,
// long operation, many kinds of terminals.
const full = process.env.TIFFIN_TESTS === 'full'
const exclude = ['**/dist/**', '**/node_modules/**']
const inBrowser = 'src/**/*.browser.test.tsx'

const patience = {
  // Generous, because two cores may be shared by browsers, databases and other tests.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  // Even a dedicated machine may stall for seconds, so only a test that fails twice is broken. The report marks retried tests.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Node loads Ink, as for the libraries built on it: a copy loaded by Vitest would not share its contexts with theirs.
    server: { deps: { external: [/\/packages\/ink\/src\/.*\.js$/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...exclude, 'tests/full/**', `packages/web/${inBrowser}`, ...(full ? [] : ['**/*.full.test.{ts,tsx}'])],
          // One more than the two cores, because many tests wait for a printer, a clock or a terminal. Files of a worker
          // share imported modules: loading them again for each file took longer than running most files.
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      // The console in a real browser, on a server in memory.
      {
        extends: './packages/web/vite.config.ts',
        root: 'packages/web',
        define: { 'import.meta.env.TIFFIN_TESTS': JSON.stringify(process.env.TIFFIN_TESTS) },
        test: {
          name: 'browser',
          include: [inBrowser],
          exclude,
          // As in the usual tests; each file would also load the console's several hundred modules again.
          isolate: false,
          // A group of its own, because the usual tests have another number of workers.
          sequence: { groupOrder: 2 },
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // As in journeys.
            locators: { exact: false },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: browserOptions,
              // Otherwise each click waits for an animation to end.
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 10_000,
            }),
          },
        },
      },
      // Run last and one at a time: they kill servers, install packages and need the whole machine.
      ...(full
        ? [
            {
              extends: true as const,
              test: {
                name: 'full',
                include: ['tests/full/**/*.test.ts'],
                exclude,
                maxWorkers: 1,
                sequence: { groupOrder: 1 },
              },
            },
          ]
        : []),
    ],
    globalSetup: ['packages/server/src/test/stop-test-server.ts'],
    ...patience,
  },
})
