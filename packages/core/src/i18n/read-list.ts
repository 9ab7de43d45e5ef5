/** Splits typed text at the commas of any keyboard layout; empty parts are dropped. */
export const readList = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((part) => part.trim())
    .filter(Boolean)
