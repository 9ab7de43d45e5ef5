import { defaultLabel } from '#i18n/default-label'
import { type Page, pages, type TableOfPage } from '#rules/index'
import { defineScreen, type Screen } from '../screen.ts'
import * as catalog from './catalog.ts'
import * as companies from './companies.ts'
import * as marketing from './marketing.ts'
import * as orders from './orders.ts'
import * as people from './people.ts'
import * as platform from './platform.ts'
import * as records from './records.ts'
import * as settings from './settings.ts'
import * as texts from './texts.ts'
import * as outbox from './outbox.ts'
import * as webhooks from './webhooks.ts'

const declared = {
  ...people,
  ...catalog,
  ...companies,
  ...marketing,
  ...orders,
  ...outbox,
  ...platform,
  ...records,
  ...settings,
  ...texts,
  ...webhooks,
}

const tablesOfPages = Object.values<Page>(pages).flatMap(({ kind, table }) => (kind === undefined ? (table ?? []) : []))
const undeclared = new Set(tablesOfPages)
for (const { table } of Object.values(declared)) undeclared.delete(table)
type Undeclared = Exclude<TableOfPage, (typeof declared)[keyof typeof declared]['table']>

/** Tables that have a page, but no screen in this folder, get the default one. */
const others = ([...undeclared] as Undeclared[]).map((table) => defineScreen(table, { one: defaultLabel(table) }))

/** Every records screen. */
export const screens: readonly Screen[] = [...Object.values(declared), ...others]
