import type { TranslateText } from '#i18n/create-i18n'
import { cleanText } from './clean-text.ts'
import type { CodePage, PrinterProfile } from './printer-profile.ts'
import type { TicketLine } from './ticket-line.ts'
import { createPaper } from './ticket-paper.ts'

/** Letters typical of each code page, short enough for the narrowest paper. */
const samples: Record<CodePage, string> = {
  cp437: 'Äéñ£¥½',
  cp737: 'ΑΒΓαβγ',
  cp850: 'ÄéñÊØ½',
  cp852: 'ŁőčžÄß',
  cp857: 'İşğÇÖü',
  cp858: '€ ÄéñØ½',
  cp866: 'Щи Ёж №1',
  windows1250: 'ŁőčžÄß €',
  windows1251: 'Щи Ёж її № €',
  windows1252: '€ ŠœŽ „Äé“',
  windows1253: 'ΑΒΓαβγ €',
  windows1254: 'İşğÇÖü €',
}
/** Scripts that no code page has; they are printed as images. */
const rasterSample = 'ხინკალი · شاي · 茶'

const ruler = (columns: number): string =>
  Array.from({ length: columns }, (_, index) => ((index + 1) % 10 === 0 ? String(((index + 1) / 10) % 10) : '.')).join('')

/**
 * A page that shows whether a profile fits its printer (PRINT-06): a ruler as wide as the paper, a line on each code
 * page with its number, the sizes, inverted text, a drawn line, and the cut.
 */
export function layoutTestPage(
  profile: PrinterProfile,
  { name, lang, t }: { name: string; lang: string; t: TranslateText },
): TicketLine[] {
  const paper = createPaper(profile.columns, lang)
  const large = { bold: true, width: 2, height: 2, align: 'center' } as const
  paper.text(cleanText(t('Test print')), large)
  paper.text(cleanText(name), { align: 'center' })
  paper.text(ruler(profile.columns))
  paper.text(cleanText(t('%1 characters per line', [profile.columns])), { align: 'center' })
  paper.rule()
  for (const [page, number] of profile.pages) {
    const text = `${page} (${number}) ${samples[page]}`
    const segment = { text, cells: profile.columns, align: 'left' } as const
    paper.add({ kind: 'text', segments: [segment], width: 1, height: 1, page })
  }
  paper.text(rasterSample)
  paper.rule()
  paper.text(cleanText(t('Bold')), { bold: true })
  paper.text(cleanText(t('White on black')), { inverted: true })
  paper.text(cleanText(t('Double height')), { height: 2 })
  paper.add({ kind: 'cut' })
  return [...paper.lines]
}
