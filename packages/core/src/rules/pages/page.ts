import type { PlainKey } from '#i18n/text-key'
import type { CompanyOption, EntityName } from '@tiffin/sdk/contract'

/** What a merchant is wanted for: `editor` is the merchant screen (PERM-19), `any` whatever is granted. */
export type MerchantPurpose = 'board' | 'report' | 'editor' | 'any'

/** In labels: the name of the company acted for (NAV-66). */
export const MY_COMPANY = '%company'

/** The groups of the menu in their order. */
export const menuGroups = {
  company: MY_COMPANY,
  marketing: 'Marketing',
  setUp: 'Setup',
  platform: 'Platform',
  platformMarketing: 'Platform: marketing',
  platformReports: 'Platform: reports',
  referenceData: 'Platform: reference data',
  platformSettings: 'Platform: settings',
} as const satisfies Readonly<Record<string, PlainKey | typeof MY_COMPANY>>

/** People of whom a page may show a part without reading their table. */
export type PersonTable = 'user' | 'courier'

/**
 * What operators read and write by having a page: their lists, filters, pickers and editors need no more (PERM-03). Names of
 * the rows that a row refers to are joined, which takes no right.
 */
export interface PageRights {
  /** The table of the page, of which an operator for whom the page was chosen also writes rows. */
  writes?: true
  reads: readonly EntityName[]
  /** People whose table it does not read as a whole, with the fields that it shows. */
  parts?: Partial<Record<PersonTable, readonly string[]>>
  /** People whom it offers by name, of those that its orders name. */
  names?: readonly PersonTable[]
  /** People of whom its rows show more than the name, such as the phone to call. */
  shows?: readonly PersonTable[]
}

/** A page of the console. Menu, palette, keys, routes, gates, rights, search and links of the command line derive from it. */
export interface Page {
  path: string
  /** What it shows, where that is not the screen declared for its table; `coming` is still to be built, and nothing leads to it. */
  kind?: 'board' | 'printers' | 'tariff' | 'coming'
  table?: EntityName
  menu: keyof typeof menuGroups
  label: PlainKey
  /** Name of the icon in menu and palette; each is used once an area. */
  icon: string
  /** The letter that leads there after `g`. */
  jump?: string
  /** What people also call it, by which the palette finds it. */
  words?: PlainKey
  /** `false` where no record is known by a name to search for. */
  search?: false
  /** The option of the company that opens it (GATE-01): that of its table, or of the report. Pages of the platform have none (AMB-081). */
  option?: CompanyOption
  /** Operators have it by entries of merchants for this purpose (AMB-048). */
  operators?: MerchantPurpose
  /** Without such an entry it is empty, also for operators for whom it was chosen. */
  emptyWithoutEntry?: true
  /** Not for operators. */
  ownersOnly?: true
  /** Stays open while the company is not enabled (AMB-049). */
  whileDisabled?: true
  rights?: PageRights
}
