import type { Random } from './random.ts'

interface Names {
  weight: number
  lang: string
  given: readonly string[]
  family: readonly string[]
}

const splitWords = (text: string): string[] => text.split(' ')

const names: readonly Names[] = [
  {
    weight: 46,
    lang: 'de',
    given: splitWords(
      'Anna Jonas Lena Felix Mia Paul Clara Max Emma Ben Hannah Finn Sophie Karl Greta Moritz Frieda Anton Ida Till',
    ),
    family: splitWords(
      'Müller Schmidt Weiß Köhler Vogel Krämer Böhm Jäger Engel Brandt Seidel Lorenz Haase Groß Pohl Arndt Voß Kühn',
    ),
  },
  {
    weight: 14,
    lang: 'en',
    given: splitWords('Olivia Noah Amelia Jack Isla Harry Grace Leo Ruby Oscar Zoë Ethan Maeve Callum'),
    family: splitWords('Smith O’Brien Taylor Walker Hughes MacLeod Bennett Shaw Quinn Okafor Mensah Clarke'),
  },
  {
    weight: 12,
    lang: 'ru',
    given: splitWords('Анна Иван Мария Дмитрий Ольга Сергей Елена Павел Татьяна Артём Ксения Юрий Дарья Никита'),
    family: splitWords('Коваль Шевченко Бондаренко Мороз Ткач Лысенко Гончар Зима Соловей Черных Седых Долгих'),
  },
  {
    weight: 10,
    lang: 'tr',
    given: splitWords('Elif Mehmet Zeynep Emre Ayşe Can Defne Kerem İpek Barış Gül Ömer'),
    family: splitWords('Yılmaz Kaya Demir Çelik Şahin Öztürk Aydın Arslan Doğan Koç Güneş'),
  },
  {
    weight: 9,
    lang: 'ar',
    given: splitWords('محمد فاطمة أحمد مريم يوسف ليلى عمر نور خالد سلمى كريم هدى'),
    family: splitWords('الحسن الخطيب حداد النجار منصور السيد صباغ العلي شاهين بركات'),
  },
  {
    weight: 5,
    lang: 'es',
    given: splitWords('Lucía Mateo Sofía Álvaro Inés Joaquín Nerea Íñigo'),
    family: splitWords('García Muñoz Núñez Ibáñez Peña Ordóñez Castaño'),
  },
  {
    weight: 4,
    lang: 'pl',
    given: splitWords('Zofia Jakub Łucja Szymon Małgorzata Michał'),
    family: splitWords('Wójcik Dąbrowska Żak Świerk Łuczak Gęś'),
  },
  {
    weight: 3,
    lang: 'ka',
    given: splitWords('ნინო გიორგი თამარ ლევანი ანა დავით მარიამ ირაკლი'),
    family: splitWords('ბერიძე კაპანაძე გელაშვილი მაისურაძე ლომიძე'),
  },
  { weight: 3, lang: 'zh', given: splitWords('伟 芳 秀英 敏 静 磊 洋 婷'), family: splitWords('王 李 张 刘 陈 杨') },
  { weight: 2, lang: 'ja', given: splitWords('さくら 陽翔 葵 蓮 美咲 大輔'), family: splitWords('佐藤 鈴木 高橋 田中 渡辺') },
  {
    weight: 2,
    lang: 'pt',
    given: splitWords('João Beatriz Inês Tiago Catarina Gonçalo'),
    family: splitWords('Sousa Magalhães Conceição Gonçalves Simões'),
  },
  { weight: 2, lang: 'el', given: splitWords('Ελένη Γιώργος Μαρία Νίκος'), family: splitWords('Παπαδόπουλος Οικονόμου Βλάχος') },
  { weight: 2, lang: 'hi', given: splitWords('आरव दीया रोहन अनन्या'), family: splitWords('शर्मा वर्मा पटेल राव') },
  { weight: 1, lang: 'he', given: splitWords('נועה אורי תמר איתי'), family: splitWords('כהן לוי מזרחי') },
]

export interface Person {
  name: string
  lang: string
}

/** A person's name in one of several scripts; `likely` is the main language of the town. */
export function person(random: Random, likely: string): Person {
  const { given, family, lang } = random.weighted(names, (entry) => (entry.lang === likely ? entry.weight + 60 : entry.weight))
  const parts = [random.pick(given), random.pick(family)]
  // Some languages put the family name first.
  const ordered = lang === 'zh' || lang === 'ja' ? parts.toReversed() : parts
  return { name: ordered.join(lang === 'zh' ? '' : ' '), lang }
}
