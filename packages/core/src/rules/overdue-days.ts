/** Days after the due date on which an unpaid company is suspended and blocked, unless the platform sets others (AMB-242). */
const usual = { suspend_after: 1, block_after: 14 }
export type OverdueDays = Readonly<typeof usual>

/** The platform settings that have these days. */
export const overdueSettings = Object.keys(usual) as (keyof OverdueDays)[]

/** Reads a platform setting of the days; undefined if it is invalid, or a different setting. */
export function readOverdueDay(name: string, text: string): number | undefined {
  const setting = overdueSettings.find((one) => one === name)
  if (setting === undefined) return undefined
  if (text.trim() === '') return usual[setting]
  const day = Number(text)
  return Number.isInteger(day) && day >= 1 && day <= 90 ? day : undefined
}

/** The days of the platform. An invalid setting can't be saved; if one is stored anyway, the default applies. */
export const overdueDays = (settings: readonly { name: string; value: string }[]): OverdueDays => ({
  ...usual,
  ...Object.fromEntries(
    settings.flatMap(({ name, value }) => {
      const day = readOverdueDay(name, value)
      return day === undefined ? [] : [[name, day] as const]
    }),
  ),
})
