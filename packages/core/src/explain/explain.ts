import type { Calls, Output, WhyStep } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Param, PlainKey } from '#i18n/text-key'
import type { OrderFormat } from '#rules/index'

/** The response of `Order.why`. */
export type Why = Output<Calls['Order']['why']>['data']

/** A section of an explanation, in final sentences: every front-end shows exactly these (MOON-03). */
export interface Explanation {
  title: string
  lines: readonly string[]
}

type Kind = keyof OrderFormat
type Section = { [Name in keyof Why]: Why[Name] extends WhyStep[] ? Name : never }[keyof Why]

/** The sections in display order, and which of their values are formatted. Other values are names, shown unchanged. */
const sections: Readonly<Record<Section, { title: PlainKey; formats: readonly Kind[] }>> = {
  price: { title: 'Price', formats: ['price'] },
  estimate: { title: 'Estimate', formats: ['time'] },
  held: { title: 'Held', formats: ['time'] },
  promocode: { title: 'Promo code', formats: ['price', 'day'] },
  warnings: { title: 'Saved despite warnings', formats: ['price', 'time', 'day'] },
  board: { title: 'Board', formats: ['time'] },
  moves: { title: 'Moves', formats: [] },
}
const whySections = Object.keys(sections) as Section[]

const patterns: Readonly<Record<Kind, RegExp>> = {
  price: /^-?\d{1,12}(\.\d{1,2})?$/,
  time: /^\d{4}-\d\d-\d\dT/,
  day: /^\d{4}-\d\d-\d\d$/,
}

/** Texts whose first value is a promo code, which may look like an amount. */
const codeTexts: ReadonlySet<string | undefined> = new Set(['Code %1', 'Code %1: %2 percent of %3'])

interface Reader {
  t: Translate
  format: OrderFormat
}

/** An explanation in the reader's language; sections without steps are left out. */
export const explain = (why: Why, reader: Reader, names: readonly Section[] = whySections): Explanation[] =>
  names
    .filter((name) => why[name].length > 0)
    .map((name) => {
      const { title, formats } = sections[name]
      const heading = reader.t(title)
      return {
        title: name === 'promocode' ? `${heading} ${why.code}` : heading,
        lines: why[name].map((step) => stepLine(step, formats, reader)),
      }
    })

/** The reason of a step with its values formatted; the live editor shows it too. */
export function reasonText(
  { why, params }: Pick<WhyStep, 'why' | 'params'>,
  { t, format }: Reader,
  formats: readonly Kind[] = sections.price.formats,
): string | undefined {
  if (why === undefined) return undefined
  const unformatted = codeTexts.has(why) ? 1 : 0
  const shown = params?.map((param, index) => (index < unformatted ? param : formatted(param, format, formats)))
  return t.message(why, shown)
}

function formatted(param: Param, format: OrderFormat, formats: readonly Kind[]): Param {
  if (typeof param === 'number') return param
  const kind = formats.find((item) => patterns[item].test(param))
  return kind === undefined ? param : format[kind](param)
}

/** A step as one line; its values of the given kinds are formatted for the reader. */
export function stepLine(step: WhyStep, formats: readonly Kind[], reader: Reader): string {
  const { t, format } = reader
  const shown = step.label_params?.map((param) => formatted(param, format, formats))
  const label = t.message(step.label, shown)
  const reason = reasonText(step, reader, formats)
  const value = step.amount === undefined ? undefined : format.price(step.amount)
  const given = step.minutes === undefined ? value : t('%1 min', [step.minutes])
  if (given === undefined) return reason === undefined ? label : t('%1: %2', [label, reason])
  return reason === undefined ? t('%1: %2', [label, given]) : t('%1: %2 (%3)', [label, given, reason])
}

/** The steps of an explanation without sections, such as that of a mailing. */
export const explainSteps = (steps: readonly WhyStep[], reader: Reader): string[] =>
  steps.map((step) => stepLine(step, ['time'], reader))
