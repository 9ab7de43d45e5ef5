/** Letters of other keyboard layouts, by the Latin letter on the same key. */
const layouts: readonly (readonly [latin: string, other: string])[] = [
  // The Russian layout, lower case and with Shift, rows two to four; Arabic has one entry for both.
  ["qwertyuiop[]asdfghjkl;'zxcvbnm,.", 'йцукенгшщзхъфывапролджэячсмитьбю'],
  ['QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>', 'ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'],
  ["qwertyuiop[]asdfghjkl;'zxcvnm,", 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةو'],
]

const latin = new Map(
  layouts.flatMap(([keys, other]) => [...other].map((letter, index) => [letter, keys[index] ?? letter] as const)),
)

/** The Latin letter on the pressed key for keyboards of another script; else the input itself. */
export const latinKey = (letter: string): string => latin.get(letter) ?? letter
