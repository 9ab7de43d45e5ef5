import { sheetError } from './sheet-error.ts'

/** Code pages in which spreadsheet programs save csv, by language; Western Europe otherwise. */
const codePages: Readonly<Record<string, string>> = {
  ...group('windows-1251', 'ru uk be bg mk sr kk ky mn tg tt'),
  ...group('windows-1250', 'pl cs sk hu sl hr ro bs sq'),
  ...group('windows-1253', 'el'),
  ...group('windows-1254', 'tr az'),
  ...group('windows-1255', 'he yi'),
  ...group('windows-1256', 'ar fa ur ps ug'),
  ...group('windows-1257', 'lt lv et'),
  ...group('windows-1258', 'vi'),
  ...group('windows-874', 'th'),
  ...group('shift_jis', 'ja'),
  ...group('gb18030', 'zh'),
  ...group('euc-kr', 'ko'),
}

function group(codePage: string, languages: string): Record<string, string> {
  return Object.fromEntries(languages.split(' ').map((code) => [code, codePage]))
}

export interface Decoded {
  text: string
  encoding: string
  /** The words don't look like any of this encoding. */
  isDoubtful?: true
}

/** The encodings to offer. */
export const encodings: readonly string[] = [
  ...new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', ...Object.values(codePages), 'koi8-r', 'ibm866']),
]

/**
 * Finds the encoding of a text: a byte order mark, NUL bytes (their parity is the byte order of UTF-16), strict UTF-8, then
 * the code page of the language (AMB-229). A chosen `encoding` overrides it.
 * @throws `unknown_encoding`, `encoding`
 */
export function decodeText(bytes: Uint8Array, lang: string, encoding?: string): Decoded {
  if (encoding !== undefined) return tryDecode(bytes, encoding) ?? refuse('encoding', [encoding])
  const detected = markOf(bytes) ?? utf16Of(bytes)
  if (detected !== undefined) return tryDecode(bytes, detected) ?? refuse('not_a_sheet')
  const codePage = codePages[lang.split('-')[0] ?? ''] ?? 'windows-1252'
  const decoded = tryDecode(bytes, 'utf-8')
  if (decoded) return decoded
  const guessed = tryDecode(bytes, codePage) ?? refuse('not_a_sheet')
  return isMisread(guessed) ? { ...guessed, isDoubtful: true } : guessed
}

const latin: ReadonlySet<string> = new Set(['windows-1250', 'windows-1252', 'windows-1254', 'windows-1257', 'windows-1258'])
const otherScripts: ReadonlySet<string> = new Set(['windows-1251', 'windows-1253', 'windows-1255', 'windows-1256'])

/** In the wrong code page, Cyrillic becomes words of accented letters only, and French becomes words of two scripts. */
function isMisread({ text, encoding }: Decoded): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const foreign = words.filter((word) => !/[A-Za-z]/.test(word)).length
  const mixed = words.filter((word) => /[A-Za-z]/.test(word) && /\P{ASCII}/u.test(word)).length
  return latin.has(encoding) ? foreign > mixed : otherScripts.has(encoding) && mixed > foreign
}

function refuse(...refusal: Parameters<typeof sheetError>): never {
  throw sheetError(...refusal)
}

function tryDecode(bytes: Uint8Array, label: string): Decoded | undefined {
  const decoder = createDecoder(label)
  try {
    return { text: decoder.decode(bytes), encoding: decoder.encoding }
  } catch {
    return undefined
  }
}

function createDecoder(label: string) {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw sheetError('unknown_encoding', [label])
  }
}

function markOf([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** In UTF-16, Latin letters, digits and separators have one NUL byte: the second of the pair in little-endian. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const nuls = [0, 0] as [number, number]
  for (const [at, byte] of bytes.subarray(0, 100_000).entries()) if (byte === 0) nuls[(at % 2) as 0 | 1]++
  if (nuls[0] + nuls[1] === 0) return undefined
  return nuls[1] >= nuls[0] ? 'utf-16le' : 'utf-16be'
}
