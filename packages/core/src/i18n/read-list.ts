/** The parts of a list as it is typed, between the commas of any keyboard; empty ones are left out. */
export const readList = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((part) => part.trim())
    .filter(Boolean)
