import { companyToday, formatAmount } from '@tiffin/core/rules'
import type { WhyStep } from '@tiffin/sdk/contract'

const languages = ['en', 'ru', 'ar'] as const
export type InvoiceLang = (typeof languages)[number]

export const invoiceLang = (lang: unknown): InvoiceLang => languages.find((one) => one === lang) ?? 'en'

const texts: Record<string, Record<InvoiceLang, string>> = {
  Invoice: { en: 'Invoice', ru: 'Счёт', ar: 'فاتورة' },
  'Credit note': { en: 'Credit note', ru: 'Кредит-нота', ar: 'إشعار دائن' },
  Number: { en: 'Number', ru: 'Номер', ar: 'الرقم' },
  Date: { en: 'Date', ru: 'Дата', ar: 'التاريخ' },
  Seller: { en: 'Seller', ru: 'Продавец', ar: 'البائع' },
  Buyer: { en: 'Buyer', ru: 'Покупатель', ar: 'المشتري' },
  Total: { en: 'Total', ru: 'Итого', ar: 'الإجمالي' },
  Description: { en: 'Description', ru: 'Наименование', ar: 'الوصف' },
  Amount: { en: 'Amount (USD)', ru: 'Сумма, USD', ar: 'المبلغ بالدولار الأمريكي' },
  Tariff: { en: 'Tariff', ru: 'Тариф', ar: 'الباقة' },
  'Add-ons': { en: 'Add-ons', ru: 'Дополнения', ar: 'الإضافات المدفوعة' },
  'Further months': { en: 'Further months', ru: 'Следующие месяцы', ar: 'الأشهر التالية' },
  Discount: { en: 'Discount', ru: 'Скидка', ar: 'الخصم' },
  'Unused part of the current period': {
    en: 'Unused part of the previous period',
    ru: 'Неиспользованная часть предыдущего периода',
    ar: 'الجزء غير المستخدم من الفترة السابقة',
  },
  'Already paid, and days that have passed': {
    en: 'Already paid, and days that have passed',
    ru: 'Уже оплачено, и прошедшие дни',
    ar: 'ما دُفع سابقًا والأيام المنقضية',
  },
  Subscription: { en: 'Subscription', ru: 'Подписка', ar: 'الاشتراك' },
  'Order over the limit: %1': {
    en: 'Order over the limit: %1',
    ru: 'Заказ сверх лимита: %1',
    ar: 'طلب فوق الحد: %1',
  },
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const style = `:root{font:1rem/1.5 system-ui,sans-serif;color:#18181b;background:#fff}
body{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem;margin:0 0 1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.5rem}dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}dt{color:#52525b}
table{width:100%;border-collapse:collapse;margin-top:1.5rem}th,td{padding:.5rem 0;border-bottom:1px solid #d4d4d8;text-align:start}
.amount{text-align:end;white-space:nowrap}tfoot{font-weight:600}`

export interface PrintedInvoice {
  number: number
  date: string
  /** Negative for a credit note. */
  amount: string
  seller: string
  buyer: string
  title: string
  lines: readonly WhyStep[]
  timezone: string
}

/** An invoice as it is stored and printed; it needs nothing else, and runs no scripts. */
export function invoiceHtml(invoice: PrintedInvoice, lang: InvoiceLang): string {
  const { number, date, amount, seller, buyer, title, lines, timezone } = invoice
  const t = (key: string): string => escape(texts[key]?.[lang] ?? key)
  const heading = t(amount.startsWith('-') ? 'Credit note' : 'Invoice')
  const fact = (name: string, value: string) => `<dt>${t(name)}</dt><dd dir="auto">${escape(value)}</dd>`
  const row = (label: string, value: string) =>
    `<tr><td>${label}</td><td class="amount"><bdi>${escape(formatAmount(value))}</bdi></td></tr>`
  const lineOf = ({ label, label_params = [], amount: value = '0.00' }: WhyStep) =>
    row(
      label_params.reduce<string>((text, part, index) => text.replace(`%${index + 1}`, escape(String(part))), t(label)),
      value,
    )
  return `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading} ${number}</title><style>${style}</style></head>
<body>
<h1>${heading} <bdi>${number}</bdi></h1>
<dl>${fact('Date', companyToday(Date.parse(date), timezone))}${fact('Seller', seller)}${fact('Buyer', buyer)}</dl>
<table>
<thead><tr><th scope="col">${t('Description')}</th><th scope="col" class="amount">${t('Amount')}</th></tr></thead>
<tbody>
<tr><td colspan="2" dir="auto">${escape(title)}</td></tr>
${lines.map(lineOf).join('\n')}
</tbody>
<tfoot>${row(t('Total'), amount)}</tfoot>
</table>
</body>
</html>
`
}
