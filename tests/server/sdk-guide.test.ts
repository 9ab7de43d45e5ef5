import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startTestServer, type TestServer } from '@tiffin/server/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectFollowed, sdkGuide } from '../fixtures/sdk-guide.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  // Inside this package, whose dependencies include the SDK. tests/full runs the program in an empty project.
  const ignored = path.resolve(import.meta.dirname, '../dist')
  mkdirSync(ignored, { recursive: true })
  folder = mkdtempSync(path.join(ignored, 'sdk-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

it('the program of docs/sdk.md lists orders and follows them live, with an access token that may only read', async () => {
  expect(sdkGuide.follow.split('\n').filter((line) => line !== '' && !line.startsWith('import')).length).toBeLessThanOrEqual(10)
  writeFileSync(path.join(folder, 'follow.mts'), sdkGuide.follow)
  await expectFollowed(server, ['--conditions=@tiffin/source', 'follow.mts'], folder)
}, 180_000)
