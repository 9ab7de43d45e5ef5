/** Days from the due date on which companies are reminded, unless the platform sets others (AMB-242). */
const usual: readonly number[] = [-7, -3, -1, 1, 3, 7]

const [FIRST, LAST] = [-30, 90]

/** Reads the platform setting `reminder_days`, such as `-7 -3 1`, in order; undefined if it is invalid. */
export function readReminderDays(text: string): readonly number[] | undefined {
  const words = text.trim().split(/[\s,]+/)
  if (words[0] === '') return usual
  const days = words.map(Number)
  const isValid = days.every((day) => Number.isInteger(day) && day >= FIRST && day <= LAST && day !== 0)
  return isValid ? [...new Set(days)].toSorted((a, b) => a - b) : undefined
}
