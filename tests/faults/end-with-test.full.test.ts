import { expect, it } from 'vitest'
import { endWithTest } from './end-with-test.ts'
import { createHome } from './server-home.ts'
import { startServerProcess } from './server-process.ts'

it('a test that ends while it starts a server leaves no server running', async () => {
  const home = createHome()
  let finish: (() => unknown) | undefined
  const endWith = endWithTest(
    () => home.remove(),
    (hook) => void (finish = hook as () => unknown),
  )
  const starting = startServerProcess(home.env, { endWith }).catch((error: unknown) => String(error))
  await finish?.()
  expect(await starting).toContain('The server ended')
  const late = startServerProcess(home.env, { endWith }).catch((error: unknown) => String(error))
  expect(await late).toContain('The server ended')
}, 60_000)
