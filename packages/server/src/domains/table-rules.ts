import type { EntityName } from '@tiffin/sdk/contract'
import type { AllTableRules, TableRules } from '#engine/table-rules'
import { tables as billing } from './billing/tables.ts'
import { tables as chat } from './chat/tables.ts'
import { tables as companies } from './companies/tables.ts'
import { tables as devices } from './devices/tables.ts'
import { tables as signIn } from './sign-in/tables.ts'
import { tables as dictionary } from './dictionary/tables.ts'
import { tables as history } from './history/tables.ts'
import { tables as mailing } from './mailing/tables.ts'
import { tables as marketing } from './marketing/tables.ts'
import { tables as merchants } from './merchants/tables.ts'
import { tables as orders } from './orders/tables.ts'
import { tables as people } from './people/tables.ts'
import { tables as printing } from './printing/tables.ts'
import { tables as statuses } from './statuses/tables.ts'
import { tables as webhooks } from './webhooks/tables.ts'

/** Rules of tables beyond their declarations; each table belongs to one domain. */
export const tableRules: AllTableRules = {
  ...billing,
  ...chat,
  ...companies,
  ...devices,
  ...dictionary,
  ...signIn,
  ...history,
  ...mailing,
  ...marketing,
  ...merchants,
  ...orders,
  ...people,
  ...printing,
  ...statuses,
  ...webhooks,
} satisfies Partial<Record<EntityName, TableRules>>
