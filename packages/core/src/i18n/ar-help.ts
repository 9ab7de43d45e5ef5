import type { ruHelp } from './ru-help.ts'
import type { SameTexts } from './text-key.ts'

/** Texts of help, the tour and contacts. */
export const arHelp = {
  'Show me': 'أرني',
  'Close help': 'إغلاق المساعدة',
  'Search help': 'البحث في المساعدة',
  'Start tour': 'بدء الجولة',
  'The tour can’t find “%1” on this page': 'لم تجد الجولة «%1» في هذه الصفحة',
  'Questions? Write to us, a person will answer.': 'لديك أسئلة؟ اكتب إلينا وسيجيبك إنسان.',
  'What is new': 'ما الجديد',
  'Read more': 'اقرأ المزيد',
  'explain this page, manual, guide': 'شرح هذه الصفحة، دليل، إرشاد',
  'introduction, getting started': 'مقدمة، البدء',
} as const satisfies SameTexts<typeof ruHelp>
