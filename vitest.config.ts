import { defineConfig } from 'vitest/config'

// Tests run the sources: the packages' `exports` have a condition of their own for them.
// No 'import' here: the workers apply the list to require() too, and pg then loads pg-pool's ES module and fails.
const conditions = ['@tiffin/source', 'module', 'node', 'development|production']

// tests/full needs the network or many minutes; `npm run test:full` asks for it.
const full = process.env.TIFFIN_TESTS === 'full'
const exclude = ['**/dist/**', '**/node_modules/**']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...exclude, 'tests/full/**'],
          // One more than two cores: many wait for a printer, a clock or a terminal. Files of a worker share what they import,
          // which took longer to load anew for each of them than most take to run.
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      // After the others and one at a time: they kill servers, install packages and want the machine for themselves.
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
    // Ample: two cores may be shared by browsers, databases and other tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // A machine of its own may stall for seconds; a test that fails twice is broken. The report marks what was tried again.
    retry: process.env.CI ? 1 : 0,
  },
})
