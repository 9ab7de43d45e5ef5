import { type Actor, managesCompany } from './actor.ts'
import { hasOption } from './gating.ts'
import type { CompanyRoute } from './pages/index.ts'
import type { MerchantAccessPurpose } from './pages/page.ts'

/** Positions of an access entry (AMB-074, PERM-21). */
export const accessPositions = {
  board: 1,
  report: 2,
  Main: 3,
  Products: 4,
  'Store hours': 5,
  Image: 6,
  Settings: 7,
  Contacts: 8,
  Delivery: 9,
  Plugins: 10,
} as const

export type MerchantTab = Exclude<keyof typeof accessPositions, 'board' | 'report'> | 'Access'
export type AccessLevel = 0 | 1 | 2

const tabs: Record<MerchantTab, readonly string[]> = {
  Main: ['name', 'description', 'status', 'type', 'address', 'cuisine', 'order'],
  Products: ['use_balance', 'min_stock_balance', 'show_zero_price', 'show_zero_balance', 'separate_categories'],
  'Store hours': ['work_time', 'preliminary_indent_days'],
  Image: ['logo', 'cover'],
  Settings: [
    'alcohol_warning',
    'cutlery',
    'show_tags_description',
    'product_card_text_fit',
    'cooking_time',
    'min_order_cost',
    'escalate_after',
    'auto_accept',
  ],
  Contacts: ['contact'],
  Delivery: ['delivery', 'delivery_mode'],
  Plugins: ['token', 'webhook_sale'],
  Access: ['access'],
}
const tabByField = new Map(Object.entries(tabs).flatMap(([tab, fields]) => fields.map((field) => [field, tab as MerchantTab])))

/** The tab of the merchant editor that a field belongs to; undefined if no tab edits it. */
export const merchantTabOf = (field: string): MerchantTab | undefined => tabByField.get(field)

const level = (access: readonly number[] | undefined, position: number): AccessLevel => {
  const value = access?.[position] ?? 0
  return value >= 2 ? 2 : value >= 1 ? 1 : 0
}

/**
 * Fields readable regardless of tabs: boards, pickers, lists and receipts need them to show a merchant, or every order has
 * them anyway (joins of `order`).
 */
const openFields: ReadonlySet<string> = new Set([
  'company',
  'status',
  'order',
  'currency',
  'revision',
  'merchant_id',
  'name',
  'logo',
  'contact',
  'address',
  'delivery',
  'use_balance',
  'min_stock_balance',
  'show_zero_price',
  'paused_until',
  'busy_until',
  'busy_minutes',
])

/** The fields that warnings of a new order need. Users who may take the merchant's orders read them. */
const newOrderFields: ReadonlySet<string> = new Set([
  'work_time',
  'preliminary_indent_days',
  'cooking_time',
  'min_order_cost',
  'delivery_mode',
])

// PERM-19 counts tabs 3 to 9; Plugins alone does not open the screen (AMB-075).
export const editorTabs = [3, 4, 5, 6, 7, 8, 9] as const

const positionsByPurpose: Record<MerchantAccessPurpose, readonly number[]> = {
  board: [1],
  report: [2],
  editor: editorTabs,
  any: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
}

/** Merchants with a level above 0 in at least one of the positions, ascending. */
const merchantsWith = (actor: Actor, positions: readonly number[]): number[] =>
  [...actor.merchants]
    .filter(([, access]) => positions.some((position) => level(access, position) > 0))
    .map(([merchant]) => merchant)
    .sort((a, b) => a - b)

/** Whether the access entries grant an operator anything for a purpose, regardless of navigation. */
export const isGranted = (actor: Actor, purpose: MerchantAccessPurpose): boolean =>
  merchantsWith(actor, positionsByPurpose[purpose]).length > 0

const routeOf = (position: number): CompanyRoute =>
  position === accessPositions.board
    ? 'Company-Order'
    : position === accessPositions.report
      ? 'Company-Report-Orders'
      : 'Company-Merchant'

/** An entry counts only if its screen is open: in the navigation, and for the report also by the company's option. */
function isEffective(actor: Actor, position: number): boolean {
  if (position === accessPositions.report && !hasOption(actor.options ?? null, 'allow_report').allowed) return false
  return actor.navigation === undefined || actor.navigation.includes(routeOf(position))
}

/**
 * The merchants that the actor sees for a purpose, ascending; `all` means all of the current company (PERM-09, 13,
 * 19).
 */
export function visibleMerchants(actor: Actor, purpose: MerchantAccessPurpose): 'all' | readonly number[] {
  if (actor.device) return purpose === 'board' || purpose === 'any' ? [...actor.device.merchants].sort((a, b) => a - b) : []
  if (managesCompany(actor)) return 'all'
  if (actor.company === null || actor.company_role === null) return []
  return merchantsWith(
    actor,
    purpose === 'any' ? positionsByPurpose.any : positionsByPurpose[purpose].filter((position) => isEffective(actor, position)),
  )
}

/** Board level: 0 none, 1 view only, 2 edit (PERM-08 to 10). A platform administrator counts as owner (DESIGN §9). */
export function boardLevel(actor: Actor, merchant: number): AccessLevel {
  if (actor.device) return actor.device.merchants.includes(merchant) ? 2 : 0
  if (managesCompany(actor)) return 2
  if (actor.company === null || actor.company_role === null) return 0
  return isEffective(actor, accessPositions.board) ? level(actor.merchants.get(merchant), accessPositions.board) : 0
}

/** Whether an actor may take orders for any merchant (AMB-080). */
export function mayTakeOrders(actor: Actor): boolean {
  const merchants = visibleMerchants(actor, 'board')
  return merchants === 'all' || merchants.some((id) => boardLevel(actor, id) === 2)
}

/** Level of a tab: 0 hidden, 1 read-only, 2 editable (PERM-16, 18, 20, AMB-077). */
export function merchantTabLevel(actor: Actor, merchant: number, tab: MerchantTab): AccessLevel {
  if (managesCompany(actor)) return 2
  if (actor.device || tab === 'Access' || actor.company === null || actor.company_role === null) return 0
  const position = accessPositions[tab]
  return isEffective(actor, position) ? level(actor.merchants.get(merchant), position) : 0
}

/**
 * Everyone reads their own entry of a merchant's access list (BOARD-16); managers of the company read all (PERM-18).
 */
export const visibleAccessEntries = <E extends { user: number }>(actor: Actor, entries: readonly E[]): readonly E[] =>
  managesCompany(actor) ? entries : entries.filter(({ user }) => user === actor.admin_id && actor.device === undefined)

/** The merchants whose field the actor may read; `all` means every visible merchant (PERM-20). */
export function merchantsReadBy(actor: Actor, field: string): 'all' | readonly number[] {
  if (managesCompany(actor) || openFields.has(field)) return 'all'
  if (field === 'access') return actor.device ? [] : 'all'
  const tab = merchantTabOf(field)
  if (tab === undefined) return []
  const visible = visibleMerchants(actor, 'any')
  const isOpen = (merchant: number): boolean =>
    merchantTabLevel(actor, merchant, tab) > 0 || (newOrderFields.has(field) && boardLevel(actor, merchant) === 2)
  const open = visible === 'all' ? [] : visible.filter(isOpen)
  return open.length === visible.length ? 'all' : open
}
