/**
 * Who may do something, as a keyword that the permission rules of core evaluate.
 *
 * - `nobody`: only the server itself, no call
 * - `public`: also before sign-in
 * - `signedIn`: every signed-in administrator
 * - `staff`: every member of the current company, and platform administrators
 * - `editors`: staff who may edit something: owners, and operators with the level edit at some merchant (PERM-10)
 * - `owners`: owners of the current company, and platform administrators (PERM-02)
 * - `platform`: platform administrators only, role 1 (PERM-01)
 */
export const gates = ['nobody', 'public', 'signedIn', 'staff', 'editors', 'owners', 'platform'] as const
export type Gate = (typeof gates)[number]

/** Options that a tariff turns on or off for a company (GATE-03); misspelt as in the spec. */
export const companyOptions = [
  'allow_chat',
  'allow_external_domain',
  'allow_mailing',
  'allow_push',
  'allow_promocode',
  'allow_accrual_bonus',
  'allow_web_app',
  'allow_mobile_app',
  'allow_online_map',
  'allow_online_payment',
  'allow_courier_app',
  'allow_white_lablel',
  'allow_showcase_discount',
  'allow_banner',
  'allow_report',
  'allow_ai',
  'allow_acc_sys_integration',
] as const
export type CompanyOption = (typeof companyOptions)[number]

/** Counted options of a tariff (GATE-04); empty means unlimited and 0 means none (AMB-084). */
export const companyLimits = ['limit_order', 'limit_merchant', 'limit_admin', 'limit_courier', 'limit_user', 'limit_scu'] as const
export type CompanyLimit = (typeof companyLimits)[number]

/** Every field that a tariff option may set (AMB-196): the flags, the limits and the price above the order limit. */
export const tariffOptions = [...companyOptions, ...companyLimits, 'overlimit_order_price'] as const
export type TariffOption = (typeof tariffOptions)[number]
