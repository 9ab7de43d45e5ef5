import type { TableOfPage } from '#rules/index'
import type { Screen } from '../screen.ts'
import * as catalog from './catalog.ts'
import * as companies from './companies.ts'
import * as marketing from './marketing.ts'
import * as orders from './orders.ts'
import * as people from './people.ts'
import * as platform from './platform.ts'
import * as records from './records.ts'
import * as settings from './settings.ts'
import * as texts from './texts.ts'

const declared = { ...people, ...catalog, ...companies, ...marketing, ...orders, ...platform, ...records, ...settings, ...texts }

/** Makes the compiler report the table of any page without a declared screen. */
type WithoutScreen = Exclude<TableOfPage, (typeof declared)[keyof typeof declared]['table']>
const withoutScreen: [WithoutScreen] extends [never] ? [] : [WithoutScreen] = []

/** Every records screen. Add new ones to a file in this folder. */
export const screens: readonly Screen[] = [...Object.values(declared), ...withoutScreen]
