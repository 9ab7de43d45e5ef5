import type { PlainKey } from '@tiffin/core/rules'

/** The one password of the demonstration, which binds to loopback only. */
export const DEMO_PASSWORD = 'tiffin-demo'

const account = (login: string, about: PlainKey) => ({ login, password: DEMO_PASSWORD, about })

/** Who can sign in to the demonstration. */
export const demoAccounts = [
  account('owner', 'Owner of company A: everything of one company'),
  account('operator', 'Operator: edits half of the merchants, sees the rest'),
  account('viewer', 'Viewer: sees the board, changes nothing'),
  account('platform', 'Platform administrator: every company'),
  account('owner-b', 'Owner of company B: close to its order limit'),
  account('owner-c', 'Owner of company C: suspended'),
  account('owner-d', 'Owner of company D: not enabled'),
] as const
