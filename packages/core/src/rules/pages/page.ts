import type { PlainKey } from '#i18n/text-key'
import type { CompanyOption, EntityName } from '@tiffin/sdk/contract'

/**
 * The purpose of access to a merchant: `editor` is the merchant screen (PERM-19), `any` means any granted position.
 */
export type MerchantAccessPurpose = 'board' | 'report' | 'editor' | 'any'

/** Placeholder in labels for the name of the current company (NAV-66). */
export const MY_COMPANY = '%company'

/** The menu groups in order. */
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

/** Tables of users that a page may show in part without reading the whole table. */
export type PersonTable = 'user' | 'courier'

/**
 * The data that a page lets operators read and write, in its lists, filters, pickers and editors (PERM-03). Names of
 * referenced rows are joined and need no right.
 */
export interface PageRights {
  /** Operators for whom the page was chosen may also write rows of its table. */
  writes?: true
  reads: readonly EntityName[]
  /** Tables of users that it does not read as a whole, with the fields that it shows. */
  parts?: Partial<Record<PersonTable, readonly string[]>>
  /** Tables whose users it offers by name, limited to those on its orders. */
  names?: readonly PersonTable[]
  /** Tables of users whose joined rows show more than the name, such as the phone number. */
  shows?: readonly PersonTable[]
}

/** A page of the console. Menu, palette, keys, routes, gates, rights, search and command line links derive from it. */
export interface Page {
  path: string
  /** The content of the page if not the screen declared for its table; `coming` is not built yet, and nothing links to it. */
  kind?: 'board' | 'chat' | 'imports' | 'printers' | 'subscriptions' | 'tariff' | 'coming'
  table?: EntityName
  /** The name of its screen, if its table has several in the area. */
  screen?: string
  menu: keyof typeof menuGroups
  label: PlainKey
  /** Icon name in menu and palette, unique within an area. */
  icon: string
  /** The letter that opens it after `g`. */
  jump?: string
  /** Additional search terms for the palette. */
  keywords?: PlainKey
  /** `false` if its records have no name to search for. */
  search?: false
  /**
   * The company option that opens it (GATE-01): that of its table, or of the report. Platform pages have none
   * (AMB-081).
   */
  option?: CompanyOption
  /** Operators get it through access entries of merchants for this purpose (AMB-048). */
  operators?: MerchantAccessPurpose
  /** Empty without such an entry, even for operators for whom it was chosen. */
  emptyWithoutEntry?: true
  /** Hidden from operators. */
  ownersOnly?: true
  /** Stays open while the company is not enabled (AMB-049). */
  openWhileDisabled?: true
  rights?: PageRights
}
