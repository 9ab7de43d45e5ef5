import { type Core, createCore, memoryStorage } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'

const stubUser = { admin_id: 1, role: 2, company: null, company_role: 0, merchants: {}, dictionary_edit: '', navigation: [] }

/** A core without a server and with a stopped clock, for rendering parts of the page as this user sees them. */
export function stubCore({ user = null, now = 0 }: { user?: Partial<SessionUser> | null; now?: number } = {}): Core {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'web', version: '0' },
    keep: 'cookie',
    ports: { clock: { now: () => now, after: () => () => {} }, storage: memoryStorage(), log: () => {} },
  })
  const { store } = core.session
  store.setState({ user: user && ({ ...stubUser, ...user } as SessionUser) })
  // Server rendering uses the initial state of a store.
  store.getInitialState = store.getState
  return core
}
