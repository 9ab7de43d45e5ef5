import { formatAmount, localized } from '@tiffin/core/rules'
import type { Multilang } from '@tiffin/sdk/contract'
import { escape, pageHtml, type PageLang } from './page-html.ts'

export interface PageState {
  state: 'open' | 'paid' | 'closed' | 'missing' | 'unavailable'
  payment?: number
  company?: Multilang
  bill?: string
  key?: string
}

const texts = {
  title: { en: 'Payment', ru: 'Оплата', ar: 'الدفع' },
  sandbox: {
    en: 'Test payment: no money is moved.',
    ru: 'Тестовый платёж: деньги не списываются.',
    ar: 'دفعة تجريبية: لا تُخصم أي أموال.',
  },
  company: { en: 'Company', ru: 'Компания', ar: 'الشركة' },
  number: { en: 'Payment number', ru: 'Номер платежа', ar: 'رقم الدفعة' },
  amount: { en: 'Amount', ru: 'Сумма', ar: 'المبلغ' },
  pay: { en: 'Pay', ru: 'Оплатить', ar: 'ادفع' },
  decline: { en: 'Decline', ru: 'Отклонить', ar: 'رفض' },
  paid: {
    en: 'Payment received. You can close this page.',
    ru: 'Платёж получен. Эту страницу можно закрыть.',
    ar: 'تم استلام الدفعة. يمكنك إغلاق هذه الصفحة.',
  },
  closed: {
    en: 'This payment is cancelled or has expired. Go back and start again.',
    ru: 'Платёж отменён или просрочен. Вернитесь и начните снова.',
    ar: 'أُلغيت هذه الدفعة أو انتهت مدتها. عد وابدأ من جديد.',
  },
  missing: { en: 'Payment not found.', ru: 'Платёж не найден.', ar: 'لم يتم العثور على الدفعة.' },
  unavailable: {
    en: "The payment provider can't be reached. Try again in a moment.",
    ru: 'Платёжный сервис недоступен. Повторите попытку чуть позже.',
    ar: 'تعذر الوصول إلى خدمة الدفع. حاول مجددًا بعد قليل.',
  },
} satisfies Record<string, Record<PageLang, string>>

/** The sandbox's page for a payment: works without scripts, by keyboard, dark and right to left. */
export function payPageHtml({ state, payment = 0, company = {}, bill = '0.00', key = '' }: PageState, lang: PageLang): string {
  const t = (name: keyof typeof texts): string => texts[name][lang]
  const row = (label: string, value: string): string => `<dt>${label}</dt><dd><bdi>${escape(value)}</bdi></dd>`
  const field = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escape(value)}">`
  const form = `<p>${t('sandbox')}</p><dl>${row(t('company'), localized(company, lang))}${row(t('number'), String(payment))}${row(t('amount'), `$${formatAmount(bill, { lang })}`)}</dl>
<form method="post" action="/pay">${field('lang', lang)}${field('payment_id', String(payment))}${field('key', key)}
<button name="action" value="pay">${t('pay')}</button><button name="action" value="decline">${t('decline')}</button></form>`
  return pageHtml(lang, t('title'), state === 'open' ? form : `<p role="status">${t(state)}</p>`)
}
