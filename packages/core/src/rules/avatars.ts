/** Side of an avatar, and of the photo it expands to, in pixels (IMG-14). */
export const AVATAR_SIZE = 30
export const expandedPhoto = { width: 200, height: 250 } as const

/** 48 hues, each dark enough for white letters (IMG-15, AMB-195). */
export const avatarColors = [
  '#cf3030',
  '#cf4430',
  '#c2532e',
  '#b45e2a',
  '#a76727',
  '#996d24',
  '#8c7221',
  '#82761f',
  '#78781c',
  '#707c1d',
  '#667e1e',
  '#5b801e',
  '#50821f',
  '#45841f',
  '#39861f',
  '#2c861f',
  '#208820',
  '#1f862c',
  '#1f8639',
  '#1f8646',
  '#1f8653',
  '#1f845e',
  '#1f846b',
  '#1f8276',
  '#1f8282',
  '#21818f',
  '#257f9d',
  '#297cae',
  '#2e78c2',
  '#306ccf',
  '#3058cf',
  '#3044cf',
  '#3030cf',
  '#4430cf',
  '#5830cf',
  '#6c30cf',
  '#8030cf',
  '#9330cf',
  '#a730cf',
  '#bb30cf',
  '#c42ec4',
  '#ca2fb7',
  '#cc30a5',
  '#cf3093',
  '#cf3080',
  '#cf306c',
  '#cf3058',
  '#cf3044',
] as const

/** The colour of a name, the same every time. */
export function avatarColor(name: string): string {
  let hash = 0
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return avatarColors[hash % avatarColors.length] as string
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const firstLetters = (word: string, count: number): string =>
  [...letters.segment(word)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')

/** Signs between words, such as the & in "Bakery & coffee", do not count as words. */
const signs = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u

/** Two letters for a name: the initials of its first two words, or the first two letters of a single word (IMG-16). */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  const words = parts.filter((part) => !signs.test(part))
  const [first = '', second] = words.length > 0 ? words : parts
  return (second === undefined ? firstLetters(first, 2) : firstLetters(first, 1) + firstLetters(second, 1)).toUpperCase()
}
