/** Where letters of other keyboard layouts lie, by the Latin letter on the same key. */
const layouts: readonly (readonly [latin: string, other: string])[] = [
  // The Russian layout, small and with Shift, from its third row down; Arabic has one row for both.
  ["qwertyuiop[]asdfghjkl;'zxcvbnm,.", 'йцукенгшщзхъфывапролджэячсмитьбю'],
  ['QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>', 'ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'],
  ["qwertyuiop[]asdfghjkl;'zxcvnm,", 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةو'],
]

const latin = new Map(
  layouts.flatMap(([keys, other]) => [...other].map((letter, index) => [letter, keys[index] ?? letter] as const)),
)

/** The key that was pressed, where the keyboard is set to letters of another script; else what came in. */
export const latinKey = (letter: string): string => latin.get(letter) ?? letter
