/** A USB number as it is usually written. */
export const hex = (number: number): string => number.toString(16).padStart(4, '0')
