import { escape, pageHtml, type PageLang } from './page-html.ts'

const texts = {
  title: { en: 'Unsubscribe', ru: 'Отказ от рассылки', ar: 'إلغاء الاشتراك' },
  ask: {
    en: 'No more news by email from this company?',
    ru: 'Больше не получать письма этой компании?',
    ar: 'ألا تريد أخبارًا بالبريد من هذه الشركة؟',
  },
  button: { en: 'Unsubscribe', ru: 'Отписаться', ar: 'إلغاء الاشتراك' },
  done: {
    en: 'You get no more news from this company.',
    ru: 'Вы больше не будете получать рассылки этой компании.',
    ar: 'لن تصلك أخبار من هذه الشركة بعد الآن.',
  },
  missing: {
    en: 'This link is not valid. Use the one at the end of a mail.',
    ru: 'Ссылка недействительна. Возьмите её из письма.',
    ar: 'هذا الرابط غير صالح. استخدم الرابط الموجود في نهاية الرسالة.',
  },
} satisfies Record<string, Record<PageLang, string>>

/** The page behind the link of a mail: a button, since opening a link must not unsubscribe. */
export function unsubscribePageHtml(state: 'ask' | 'done' | 'missing', company: string, lang: PageLang): string {
  const t = (name: keyof typeof texts): string => texts[name][lang]
  const question = `<p>${t('ask')}</p><p><bdi>${escape(company)}</bdi></p>
<form method="post"><button class="main" name="List-Unsubscribe" value="One-Click">${t('button')}</button></form>`
  return pageHtml(lang, t('title'), state === 'ask' ? question : `<p role="status">${t(state)}</p>`)
}
