import type { Language } from './texts.ts'

/** Texts about opening hours and reply times. The last part of some keys is the plural form of the number. */
const all = {
  en: {
    openNow: 'Open now',
    closed: 'Closed',
    opensAt: 'Opens at %1',
    opensTomorrow: 'Opens tomorrow at %1',
    opensOn: 'Opens at %1 on %2',
    writeAnyway: 'You can write now. We answer when we are open again.',
    repliesAtOnce: 'Usually replies in less than a minute',
    repliesIn: 'Usually replies in about %1',
    repliesInDay: 'Usually replies within a day',
    minutes_one: '%1 minute',
    minutes_two: '%1 minutes',
    minutes_few: '%1 minutes',
    minutes_many: '%1 minutes',
    minutes_other: '%1 minutes',
    hours_one: '%1 hour',
    hours_two: '%1 hours',
    hours_few: '%1 hours',
    hours_many: '%1 hours',
    hours_other: '%1 hours',
  },
  ru: {
    openNow: 'Сейчас открыто',
    closed: 'Закрыто',
    opensAt: 'Откроется в %1',
    opensTomorrow: 'Откроется завтра в %1',
    opensOn: 'Откроется %2 в %1',
    writeAnyway: 'Писать можно и сейчас. Мы ответим, когда снова откроемся.',
    repliesAtOnce: 'Обычно отвечаем меньше чем за минуту',
    repliesIn: 'Обычно отвечаем примерно за %1',
    repliesInDay: 'Обычно отвечаем в течение дня',
    minutes_one: '%1 минуту',
    minutes_two: '%1 минуты',
    minutes_few: '%1 минуты',
    minutes_many: '%1 минут',
    minutes_other: '%1 минуты',
    hours_one: '%1 час',
    hours_two: '%1 часа',
    hours_few: '%1 часа',
    hours_many: '%1 часов',
    hours_other: '%1 часа',
  },
  ar: {
    openNow: 'مفتوح الآن',
    closed: 'مغلق',
    opensAt: 'يفتح الساعة %1',
    opensTomorrow: 'يفتح غدًا الساعة %1',
    opensOn: 'يفتح يوم %2 الساعة %1',
    writeAnyway: 'يمكنك الكتابة الآن، وسنردّ عندما نفتح من جديد.',
    repliesAtOnce: 'نردّ عادةً في أقل من دقيقة',
    repliesIn: 'نردّ عادةً خلال %1 تقريبًا',
    repliesInDay: 'نردّ عادةً خلال يوم',
    minutes_one: 'دقيقة',
    minutes_two: 'دقيقتين',
    minutes_few: '%1 دقائق',
    minutes_many: '%1 دقيقة',
    minutes_other: '%1 دقيقة',
    hours_one: 'ساعة',
    hours_two: 'ساعتين',
    hours_few: '%1 ساعات',
    hours_many: '%1 ساعة',
    hours_other: '%1 ساعة',
  },
} as const

type OpeningText = keyof (typeof all)['en']

export const openingTextsIn =
  (lang: Language) =>
  (key: OpeningText, ...params: (string | number | undefined)[]): string =>
    all[lang][key].replaceAll(/%([12])/g, (_, number: string) => String(params[Number(number) - 1] ?? ''))
