import type { PlainKey } from '#i18n/text-key'
import { addDays, companyToday } from '#rules/index'
import type { RecordState, Search, Today } from '../screen.ts'

/** Number of days before the end at which a record counts as ending soon. */
export const SOON = 7

const dayOf = ({ now, timezone }: Today): string => companyToday(now, timezone)

/**
 * States of a record with a first and a last day, such as a promo code; `when` must hold for a record to be counted.
 */
export const periodStates = (when: Search = []): RecordState[] => [
  {
    value: 'active',
    label: 'Active',
    tone: 'on',
    where: (today) => [
      ...when,
      { key: 'date_start', op: '<=', prm: dayOf(today) },
      { key: 'date_finish', op: '>=', prm: addDays(dayOf(today), SOON) },
    ],
  },
  {
    value: 'ending',
    label: 'Ends within 7 days',
    tone: 'alert',
    where: (today) => [
      ...when,
      { key: 'date_start', op: '<=', prm: dayOf(today) },
      { key: 'date_finish', op: 'between', prm: [dayOf(today), addDays(dayOf(today), SOON - 1)] },
    ],
  },
  {
    value: 'planned',
    label: 'Not started',
    tone: 'part',
    where: (today) => [...when, { key: 'date_start', op: '>', prm: dayOf(today) }],
  },
  {
    value: 'expired',
    label: 'Expired',
    tone: 'off',
    where: (today) => [...when, { key: 'date_finish', op: '<', prm: dayOf(today) }],
  },
]

/** A state for one value of a field. */
export const valueState = (value: string, label: PlainKey, tone: RecordState['tone'], where: Search): RecordState => ({
  value,
  label,
  tone,
  where: () => where,
})

/** Active and inactive, by `status`. */
export const statusStates: readonly RecordState[] = [
  valueState('active', 'Active', 'on', [{ key: 'status', prm: 1 }]),
  valueState('disabled', 'Disabled', 'off', [{ key: 'status', prm: 0 }]),
]

const DAY = 86_400_000
const time = (ms: number): string => new Date(ms).toISOString()
const listed: Search = [{ key: 'status', prm: 1 }]
const enabled: Search = [...listed, { key: 'enable', prm: 1 }]
const running: Search = [...enabled, { key: 'suspended', prm: 0 }]

/** States of companies: whether they are active, and how long their subscription lasts. */
export const companyStates: readonly RecordState[] = [
  {
    value: 'active',
    label: 'Active',
    tone: 'on',
    where: ({ now }) => [
      ...running,
      {
        any: [
          { key: 'active', op: 'null' },
          { key: 'active', op: '>', prm: time(now + SOON * DAY) },
        ],
      },
    ],
  },
  {
    value: 'ending',
    label: 'Ends within 7 days',
    tone: 'alert',
    where: ({ now }) => [...running, { key: 'active', op: 'between', prm: [time(now), time(now + SOON * DAY)] }],
  },
  {
    value: 'expired',
    label: 'Expired',
    tone: 'off',
    where: ({ now }) => [...running, { key: 'active', op: '<', prm: time(now) }],
  },
  valueState('suspended', 'Suspended', 'alert', [...enabled, { key: 'suspended', prm: 1 }]),
  // The only state that stops a company (AMB-049).
  valueState('off', 'Blocked by platform', 'off', [...listed, { key: 'enable', prm: 0 }]),
  valueState('disabled', 'Disabled', 'off', [{ key: 'status', op: '!=', prm: 1 }]),
]
