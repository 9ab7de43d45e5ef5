import type { Sentence } from '#i18n/text-key'

// Scripts that users write logins in.
// prettier-ignore
const scripts = [
  'Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Ethiopic', 'Devanagari', 'Bengali', 'Gurmukhi',
  'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan',
  'Hangul', 'Han', 'Hiragana', 'Katakana', 'Bopomofo',
] as const
type Script = (typeof scripts)[number]
const patterns = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const)
/** Scripts that are mixed in normal writing and count as one. */
const eastAsian: ReadonlySet<Script> = new Set(['Hangul', 'Han', 'Hiragana', 'Katakana', 'Bopomofo'])

const MAX_LENGTH = 100
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const everyInvisible = new RegExp(INVISIBLE.source, 'gu')
/** A combining mark that does not compose with its letter could make two logins look alike. */
const unattachedMark = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{M}/u
const ALLOWED_CHARACTER = /[\p{L}\p{M}\p{Nd}\x20-\x7E]/u

const foldCase = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
/**
 * Letters of names have an uppercase form, unlike small capitals and phonetic signs. These few signs have one too.
 */
const isLatinSign = (letter: string): boolean =>
  /\p{Script=Latin}/u.test(letter) &&
  (!/[a-z\u00E0-\u02AF\u1E00-\u1EFF]/.test(letter) || letter === letter.toUpperCase() || 'ɪʀƅƿɐɑɒɡɦɫɬɯɱɵɽʇʌʝʞɜ'.includes(letter))

const trimSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/**
 * The normalized login used for storing, comparing and counting: NFKC, trimmed, case-folded, without invisible
 * characters. Sign-in ignores every other difference.
 */
export const normalizeLogin = (typed: string): string =>
  trimSpaces(foldCase(trimSpaces(typed).replaceAll(everyInvisible, '')).replaceAll(everyInvisible, ''))

/** Why a new login is invalid. */
export function loginProblem(typed: string): Sentence | undefined {
  if (INVISIBLE.test(typed.trim().normalize('NFKC'))) return { text: 'The login contains an invisible character' }
  const login = normalizeLogin(typed)
  if (login === '') return { text: '%1 is required', params: ['Login'] }
  if (login.length > MAX_LENGTH) return { text: 'Must be %1 characters or fewer', params: [MAX_LENGTH] }
  const letters = Array.from(login)
  const stray = letters.find(
    (letter) =>
      !ALLOWED_CHARACTER.test(letter) || (/\p{L}/u.test(letter) && scriptOf(letter) === undefined) || isLatinSign(letter),
  )
  const mark = unattachedMark.exec(login)?.[0]
  if (stray !== undefined || mark !== undefined)
    return { text: "The login can't contain the character %1", params: [mark ?? stray ?? ''] }
  const found = new Set(letters.map(scriptOf).filter((script) => script !== undefined))
  if (found.size > 1 && ![...found].every((script) => eastAsian.has(script)))
    return { text: 'The login mixes letters from different alphabets' }
  return undefined
}

const scriptOf = (letter: string): Script | undefined => patterns.find(([, pattern]) => pattern.test(letter))?.[0]

/** Pairs of a letter and the one it looks like in small print. */
const lookAlikes = new Map(
  [
    'аa бb вb гr еe ёe зz іi їi јj кk мm нh оo пn рp сc тt уy хx ѕs һh ӏl ԁd ԛq ԝw ѵv ьb',
    'αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ίi όo άa έe ύu ήn ώw',
    'łl đd øo ħh ŧt ցg զq հh յj ոn օo սu ւi ɑa ɡg ɩi ıi ʋu 0o 1l ɨi ǥg ɓb ɗd ɖd ƙk ɲn ŋn ɣy ʉu ɟj',
  ]
    .join(' ')
    .split(' ')
    .map(([letter = '', like = '']) => [letter, like] as const),
)
const [lookAlikeForms, plainForms] = [[...lookAlikes.keys()].join(''), [...lookAlikes.values()].join('')]

/** Accents and spaces are easily overlooked. */
const OVERLOOKED = '[\u0300-\u036f\\s]'
const everyOverlooked = new RegExp(OVERLOOKED, 'gu')

/** Two letters that look like one. */
const lookAlikePairs = [
  ['rn', 'm'],
  ['vv', 'w'],
] as const

/** The visual form of a login: two logins with the same skeleton can be mistaken for each other. */
export function loginSkeleton(login: string): string {
  const letters = normalizeLogin(login).normalize('NFD').replaceAll(everyOverlooked, '')
  const plain = Array.from(letters, (letter) => lookAlikes.get(letter) ?? letter).join('')
  return lookAlikePairs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), plain)
}

/** The same for SQL: characters to remove from the decomposed login, and the letters and pairs to replace. */
export const lookAlikeLetters = { removed: OVERLOOKED, from: lookAlikeForms, to: plainForms, pairs: lookAlikePairs } as const
