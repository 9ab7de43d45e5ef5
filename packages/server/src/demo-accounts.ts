import type { PlainKey } from '@tiffin/core/rules'

/** The only password of the demo, which listens on loopback only. */
export const DEMO_PASSWORD = 'tiffin-demo'

const account = (login: string, about: PlainKey) => ({ login, password: DEMO_PASSWORD, about })

export const demoAccounts = [
  account('owner', 'Owner of company A: full access to one company'),
  account('operator', 'Operator: can edit half of the merchants and view the rest'),
  account('viewer', 'Viewer: sees what an operator sees, changes nothing'),
  account('platform', 'Platform administrator: all companies'),
  account('owner-b', 'Owner of company B: close to its order limit'),
  account('owner-c', 'Owner of company C: suspended'),
  account('owner-d', 'Owner of company D: not enabled'),
] as const
