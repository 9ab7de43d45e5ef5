import type { HelpTopic } from './topics.ts'
import type { HelpText } from './help-page.ts'

export interface NewsEntry {
  /** Counts up; a person has seen those up to a number. */
  id: number
  text: HelpText
  topic?: HelpTopic
}

/** Release notes for users, latest first. */
export const news: readonly NewsEntry[] = [
  {
    id: 3,
    text: {
      en: 'Help explains each page and shows you where things are.',
      ru: 'Справка объясняет каждую страницу и показывает, где что находится.',
      ar: 'تشرح المساعدة كل صفحة وتريك أماكن الأشياء.',
    },
  },
  {
    id: 2,
    text: {
      en: 'Many records at once: an import shows its plan before anything changes.',
      ru: 'Много записей сразу: импорт показывает план до любых изменений.',
      ar: 'سجلات كثيرة دفعة واحدة: يعرض الاستيراد خطته قبل أي تغيير.',
    },
    topic: 'imports',
  },
  {
    id: 1,
    text: {
      en: 'Orders by phone are taken in the console and at the terminal.',
      ru: 'Заказы по телефону принимаются в консоли и на терминале.',
      ar: 'تُؤخذ الطلبات الهاتفية في الواجهة وعلى شاشة المطبخ.',
    },
    topic: 'newOrder',
  },
]
