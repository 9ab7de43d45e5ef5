import {
  type AccessEntry,
  type DeliveryTier,
  type Entity,
  type TariffOptionEntry,
  weekdays,
  type WorkDay,
} from '@tiffin/sdk/contract'
import type { Message, Sentence } from '#i18n/text-key'
import { loginProblem, normalizeLogin } from './login.ts'
import { accessPositions, editorTabs } from './merchant-access.ts'
import type { AnyRow } from './permissions.ts'
import { maskLength, type PhoneCountry } from './phone.ts'
import { overdueSettings, readOverdueDay } from './overdue-days.ts'
import { readReminderDays } from './reminder-days.ts'

/** A problem of a field, found here or by the server. Parameters that are texts themselves are translated. */
export type Problem = Sentence | Message

interface RowRule {
  /** The fields it checks. In a row that is already invalid, other fields may still be changed. */
  fields: readonly string[]
  /** The field that shows the problem. */
  field: string
  check: (after: AnyRow, before: AnyRow | null) => Sentence | undefined
}

// Days are strings that sort chronologically.
const days: RowRule = {
  fields: ['date_start', 'date_finish'],
  field: 'date_finish',
  check: ({ date_start: start, date_finish: finish }) =>
    typeof start === 'string' && typeof finish === 'string' && finish < start
      ? { text: "The end can't be before the start" }
      : undefined,
}

/** Rules by entity; limits of single values are declared on the field. */
const rules: Readonly<Partial<Record<string, readonly RowRule[]>>> = {
  // AMB-037
  admin: [
    {
      fields: ['login'],
      field: 'login',
      check({ login, password }, before) {
        if (before && normalizeLogin(String(login)) === normalizeLogin(String(before['login']))) return undefined
        return before && !password ? { text: 'Changing the login requires a new password' } : loginProblem(String(login))
      },
    },
  ],
  app_settings: [
    {
      fields: ['value'],
      field: 'value',
      check: ({ name, value }) =>
        overdueSettings.some((one) => one === name) && readOverdueDay(String(name), String(value)) === undefined
          ? { text: 'Enter a number of days from 1 to 90' }
          : undefined,
    },
  ],
  banner: [days],
  // AMB-064; either one alone is enough.
  country: [
    {
      fields: ['phone_mask', 'phone_len'],
      field: 'phone_len',
      check: ({ phone_mask: mask, phone_len: length }: PhoneCountry) =>
        mask && typeof length === 'number' && length !== maskLength(mask)
          ? { text: 'Must match the number of digits in the phone mask: %1', params: [maskLength(mask)] }
          : undefined,
    },
  ],
  global_settings: [
    {
      fields: ['value'],
      field: 'value',
      check: ({ name, value }) =>
        name === 'reminder_days' && readReminderDays(String(value)) === undefined
          ? { text: 'Enter days from -30 to 90 without 0, such as -7 -3 1' }
          : undefined,
    },
  ],
  // DICT-05: without any language no one could sign in.
  global_lang: [
    {
      fields: ['support', 'code'],
      field: 'support',
      check: ({ code, support }, before) =>
        before?.['code'] === 'en' && (code !== 'en' || support !== 1)
          ? { text: 'English is required and must keep the code en' }
          : undefined,
    },
  ],
  company: [{ fields: ['chat_hours'], field: 'chat_hours', check: ({ chat_hours: days }) => checkHours(days, chatHours) }],
  // AMB-075
  merchant: [
    { fields: ['delivery'], field: 'delivery', check: ({ delivery }) => checkBands((delivery ?? []) as DeliveryTier[]) },
    { fields: ['work_time'], field: 'work_time', check: ({ work_time: days }) => checkHours(days, storeHours) },
    {
      fields: ['access'],
      field: 'access',
      check: ({ access }) => checkAccess((access ?? []) as AccessEntry[]),
    },
  ],
  // REF-06
  order_status: [
    {
      fields: ['transfer'],
      field: 'transfer',
      check: ({ transfer, order_status_id: own }) =>
        ((transfer ?? []) as number[]).includes(own as number) ? { text: "A status can't lead to itself" } : undefined,
    },
  ],
  // REF-12: the store shows an order at one step.
  order_step: [
    {
      fields: ['status'],
      field: 'status',
      check: ({ status }) =>
        firstDuplicate((status ?? []) as number[]) === undefined ? undefined : { text: 'Duplicate status' },
    },
  ],
  // AMB-139
  promocode: [
    days,
    {
      fields: ['discount', 'discount_type'],
      field: 'discount',
      check: ({ discount, discount_type: type }) =>
        type === 2 && Number(discount) > 100 ? { text: 'Must be %1 or less', params: [100] } : undefined,
    },
  ],
  // GATE-03, GATE-04: two entries for one option would be ambiguous.
  tariff: [
    {
      fields: ['option'],
      field: 'option',
      check({ option }) {
        const twice = firstDuplicate(((option ?? []) as TariffOptionEntry[]).map(({ field }) => field))
        return twice === undefined ? undefined : { text: 'Duplicate option: %1', params: [twice] }
      },
    },
  ],
}

/** The first duplicate in a list, if any. */
function firstDuplicate<T>(list: readonly T[]): T | undefined {
  const seen = new Set<T>()
  return list.find((item) => seen.size === seen.add(item).size)
}

/**
 * Problems between the fields of a record, by field; `before` is null for a new one. Editors check before sending, the
 * server before writing.
 */
export function rowProblems(entity: Pick<Entity, 'name'>, before: AnyRow | null, after: AnyRow): Record<string, Sentence> {
  const applicableRules = (rules[entity.name] ?? []).filter(({ fields }) => fields.some((name) => before?.[name] !== after[name]))
  const found = applicableRules.map(({ field, check }) => [field, check(after, before)] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, Sentence] => pair[1] !== undefined))
}

/** Checks delivery bands for gaps, overlaps, and bands that end before they begin. */
export function checkBands(bands: readonly DeliveryTier[]): Sentence | undefined {
  if (bands.some(({ from_km: from, to_km: to }) => to <= from)) return { text: 'A band ends before it starts' }
  const sorted = bands.toSorted((a, b) => a.from_km - b.from_km)
  for (const [index, band] of sorted.entries()) {
    const next = sorted[index + 1]
    if (!next) break
    if (next.from_km > band.to_km) return { text: 'Bands leave a gap between %1 and %2 km', params: [band.to_km, next.from_km] }
    if (next.from_km < band.to_km)
      return { text: 'Bands overlap between %1 and %2 km', params: [next.from_km, Math.min(band.to_km, next.to_km)] }
  }
  return undefined
}

const storeHours = { missing: 'Add store hours for %1', overlap: 'Store hours overlap: %1' } as const
const chatHours = { missing: 'Add chat hours for %1', overlap: 'Chat hours overlap: %1' } as const

/** Checks opening hours. A period may end on the next day; it is not checked against that day's periods (AMB-154). */
function checkHours(days: unknown, texts: typeof storeHours | typeof chatHours): Sentence | undefined {
  for (const { day, work, periods } of (days ?? []) as WorkDay[]) {
    if (work === 0) continue
    const name = weekdays[day] ?? ''
    if (periods.length === 0) return { text: texts.missing, params: [name] }
    const sorted = periods.toSorted((a, b) => (a.start < b.start ? -1 : 1))
    const overlaps = sorted.some(({ start, end }, index) => {
      const next = sorted[index + 1]
      return next !== undefined && (end <= start || next.start < end)
    })
    if (overlaps) return { text: texts.overlap, params: [name] }
  }
  return undefined
}

function checkAccess(entries: readonly AccessEntry[]): Sentence | undefined {
  if (entries.some(({ access }) => grantsOnlyPlugins(access)))
    return { text: "Plugins access alone doesn't give access to the merchant" }
  // The Access tab would show only the first entry, while the server applies all.
  return firstDuplicate(entries.map(({ user }) => user)) === undefined ? undefined : { text: 'Duplicate staff member' }
}

export const isGrantedTwice = (entries: readonly AccessEntry[], user: number): boolean =>
  entries.filter((entry) => entry.user === user).length > 1

/** Plugins is the only tab that does not open the editor, so granting it alone has no effect (AMB-075). */
export const grantsOnlyPlugins = (access: readonly number[]): boolean =>
  (access[accessPositions.Plugins] ?? 0) > 0 && editorTabs.every((position) => (access[position] ?? 0) === 0)
