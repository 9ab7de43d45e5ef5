import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Text, useStdout } from 'ink'
import { render } from 'ink-testing-library'
import { describe, expect, it } from 'vitest'

const inkOf = (file: string): string => realpathSync(createRequire(file).resolve('ink'))

/** Two copies would not share their contexts: keys, focus and background colours would get lost between them. */
describe('Ink', () => {
  it('is the fork in packages/ink, here and in the libraries built on it', () => {
    const fork = realpathSync(new URL('../../../ink/src/index.js', import.meta.url))
    expect(inkOf(import.meta.filename)).toBe(fork)
    for (const library of ['ink-table', 'ink-testing-library']) {
      expect(inkOf(realpathSync(fileURLToPath(import.meta.resolve(library))))).toBe(fork)
    }
  })

  it('is the same copy in tests and in their renderer', () => {
    const Probe = () => <Text>{useStdout().stdout === process.stdout ? 'another copy' : 'same copy'}</Text>
    expect(render(<Probe />).lastFrame()).toBe('same copy')
  })
})
