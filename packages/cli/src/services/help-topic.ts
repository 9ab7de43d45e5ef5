import { helpPages, helpParts, helpText, type HelpText, type HelpTopic, helpTopics } from '@tiffin/core/help'
import type { Call } from '../call.ts'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'

type Reader = Pick<Call<object>, 't' | 'lang'>

/** `promoCodes` is typed as `promo-codes`. */
const typedName = (topic: HelpTopic): string => topic.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const MAX_COLUMNS = 80

function lineOf(text: HelpText, { t, lang }: Reader): string {
  const parts = helpParts(helpText(text, { lang, t }), t)
  return parts.map((part) => (part.kind === 'label' ? `“${part.text}”` : part.text)).join('')
}

/** A page of the console's help, as text. Throws a usage error for an unknown topic. */
export function describeTopic(given: string, call: Call<object>, wrap: (text: string, columns: number) => string): string {
  const name = given.toLowerCase()
  const topic = helpTopics.find((one) => typedName(one) === name)
  if (topic === undefined) {
    const near = suggest(name, helpTopics.map(typedName))
    throw wrongUsage('No command or help topic is named %1', {
      params: [given],
      next: [suggestionOr(near, 'List them with: tiffin help')],
    })
  }
  const { title, about, first, tips } = helpPages[topic]
  const width = Math.min(call.io.columns, MAX_COLUMNS)
  const paragraphs = [about, first, ...tips].map((text) => wrap(lineOf(text, call), width))
  return [helpText(title, call), ...paragraphs].join('\n\n')
}

/** The topics with their titles, one a line. */
export const listTopics = (call: Reader): string => {
  const width = Math.max(...helpTopics.map((topic) => typedName(topic).length))
  return helpTopics.map((topic) => `  ${typedName(topic).padEnd(width)}  ${helpText(helpPages[topic].title, call)}`).join('\n')
}
