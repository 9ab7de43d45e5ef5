import { defineConfig } from 'vitest/config'

// Tests run the sources: the packages' `exports` have a condition of their own for them.
// No 'import' here: the workers apply the list to require() too, and pg then loads pg-pool's ES module and fails.
const conditions = ['@tiffin/source', 'module', 'node', 'development|production']

// tests/full needs the network or many minutes; `npm run test:full` asks for it.
const full = process.env.TIFFIN_TESTS === 'full' ? [] : ['tests/full/**']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    exclude: ['**/dist/**', '**/node_modules/**', ...full],
    globalSetup: ['packages/server/src/test/stop-test-server.ts'],
    // Ample: two cores may be shared by browsers, databases and other tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    // A machine of its own may stall for seconds; a test that fails twice is broken. The report marks what was tried again.
    retry: process.env.CI ? 1 : 0,
  },
})
