import type { CompanyOption } from '@tiffin/sdk/contract'
import type { Translate } from '@tiffin/core/i18n'

/** Names of tariff options. */
export const optionNames = (t: Translate): Record<CompanyOption, string> => ({
  allow_chat: t('Chat'),
  allow_external_domain: t('Custom domain'),
  allow_mailing: t('Mailings'),
  allow_push: t('Push messages'),
  allow_promocode: t('Promo codes'),
  allow_accrual_bonus: t('Bonuses'),
  allow_web_app: t('Web app'),
  allow_mobile_app: t('Mobile app'),
  allow_online_map: t('Online map'),
  allow_online_payment: t('Online payment'),
  allow_courier_app: t('Couriers and courier app'),
  allow_white_lablel: t('White label'),
  allow_showcase_discount: t('Storefront discount'),
  allow_banner: t('Banners'),
  allow_report: t('Reports'),
  allow_ai: t('AI tools'),
  allow_acc_sys_integration: t('Accounting plugins'),
})
