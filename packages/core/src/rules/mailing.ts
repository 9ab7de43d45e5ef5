import type { Audience, Mailing, MessageResult, PushState, WhyStep } from '@tiffin/sdk/contract'
import type { PlainKey, Sentence } from '#i18n/text-key'

export const messageResultTexts = {
  sent: 'Accepted by the provider',
  no_consent: 'The customer has not agreed to messages on this channel',
  no_address: 'The customer has no email address',
  no_device: 'The customer has no device with notifications turned on',
  blocked_address: 'The address is on the list of blocked addresses',
  same_address: 'Another customer with the same address gets it',
  disabled: 'The customer is disabled',
  stopped: 'Stopped before it was sent',
  kept: 'No service is set up for this channel',
  refused: 'Rejected by the provider',
  gone: 'The device no longer exists',
  unreachable: "The provider can't be reached",
  interrupted: 'Interrupted while it was being sent. It may have arrived, so it is not sent again.',
} satisfies Readonly<Record<MessageResult, PlainKey>>

/** A rule that a customer passes or not. */
export interface MailingCheck {
  rule: keyof typeof checkLabels
  passed: boolean
}

const checkLabels = {
  disabled: 'The customer is enabled',
  langs: 'In one of the languages',
  orders_min: 'Enough orders',
  ordered_within_days: 'Ordered recently',
  not_ordered_for_days: 'Has not ordered for a while',
  bonus_min: 'Enough bonus points',
  testers: 'Is a tester',
  no_consent: 'Agreed to messages on this channel',
  no_address: 'Has an email address',
  no_device: 'Has a device with notifications turned on',
  blocked_address: 'The address is not blocked',
  same_address: 'No other customer with the address gets it',
} satisfies Readonly<
  Record<keyof Audience | 'disabled' | 'no_consent' | 'no_address' | 'no_device' | 'blocked_address' | 'same_address', PlainKey>
>

const stateLabels = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Unknown',
  skipped: 'Not sent',
  kept: 'Kept, not sent',
} satisfies Readonly<Record<PushState, PlainKey>>

const step = ({ text, params }: Sentence, more: Omit<WhyStep, 'label'> = {}): WhyStep => ({
  label: text,
  ...(params ? { label_params: [...params] } : {}),
  ...more,
})

/** Explains a mailing's result for a customer, from their row; without one, lists the rules that exclude them now. */
export function explainMailing(
  { started, state }: Pick<Mailing, 'started' | 'state'>,
  row: { state: PushState | null; result: string; at: string | null; next: string | null; attempts: number } | null,
  checks: readonly MailingCheck[],
): WhyStep[] {
  if (!row) {
    const steps = checks.map(({ rule, passed }) =>
      step({ text: checkLabels[rule] }, { passed, why: (passed ? 'Yes' : 'No') satisfies PlainKey }),
    )
    if (started !== null) return [step({ text: 'Not in the audience when the mailing started' }), ...steps]
    const isIn = checks.every(({ passed }) => passed)
    return [step({ text: isIn ? 'Will receive it' : 'Will not receive it' }, { passed: isIn }), ...steps]
  }
  const [code = '', ...answer] = row.result.split(' ')
  const why = Object.hasOwn(messageResultTexts, code) ? { why: messageResultTexts[code as MessageResult] } : {}
  const steps = [step({ text: 'The mailing started: %1', params: [started ?? ''] })]
  steps.push(step({ text: stateLabels[row.state ?? 'unknown'] }, why))
  if (answer.length > 0) steps.push(step({ text: 'The provider answered: %1', params: [answer.join(' ')] }))
  if (row.at !== null) steps.push(step({ text: 'Time: %1', params: [row.at] }))
  if (row.state === 'waiting' && state === 'paused') steps.push(step({ text: 'The mailing is paused' }))
  if (row.state === 'waiting' && row.attempts > 0 && row.next !== null)
    steps.push(step({ text: 'Next attempt: %1', params: [row.next] }))
  return steps
}
