/** A USB id in the usual notation. */
export const hex = (number: number): string => number.toString(16).padStart(4, '0')
