import type { Client } from '@tiffin/sdk/client'
import type { ChatAnswer, TableQuery } from '@tiffin/sdk/contract'
import { findOrdersOf } from '../find-orders/find-orders.ts'
import { localized, orderNumber } from '#rules/index'

/** An answer in the customer's language, with their name and latest order filled in. */
export interface CannedAnswer {
  title: string
  text: string
}

const MAX_ANSWERS = 500

/** The answers of the company for a customer, by title. Rejects with an ApiError. */
export async function loadCannedAnswers(client: Client, user_id: number, signal?: AbortSignal): Promise<CannedAnswer[]> {
  const tables: TableQuery[] = [
    {
      table: 'chat_answer',
      include: ['chat_answer_id', 'title', 'text'],
      order: [{ field: 'title', dir: 'asc' }],
      limit: [0, MAX_ANSWERS],
      count: 'none',
    },
    {
      table: 'user',
      include: ['user_id', 'name', 'lang'],
      search: [{ key: 'user_id', prm: user_id }],
      limit: [0, 1],
      count: 'none',
    },
  ]
  const [{ data }, [order]] = await Promise.all([
    client.Reference.getData({ tables }, signal ? { signal } : {}),
    findOrdersOf(client, user_id, signal),
  ])
  const [user] = (data['user']?.data ?? []) as { name?: string; lang?: string }[]
  const values = { name: user?.name ?? '', order: order ? orderNumber(order) : '' }
  const answers = (data['chat_answer']?.data ?? []) as unknown as Pick<ChatAnswer, 'title' | 'text'>[]
  return answers.map(({ title, text }) => ({ title, text: fillAnswer(localized(text, user?.lang ?? ''), values) }))
}

/** A placeholder without a value is left out, with the comma and the space before it. */
const PLACEHOLDER = /([,،]?\s?)%(name|order)\b/g

export const fillAnswer = (text: string, values: { name: string; order: string }): string =>
  text
    .replaceAll(PLACEHOLDER, (_, before: string, name: 'name' | 'order') => (values[name] === '' ? '' : before + values[name]))
    .replace(/^[\s,،]+/, '')
    .trimEnd()

/** Text after a slash at the start of a message, which searches the answers; undefined without a slash. */
export const answerTyped = (text: string): string | undefined => /^\/([^\n]*)$/.exec(text)?.[1]

/** The answers whose title contains the typed text, those that begin with it first. */
export function findAnswers(answers: readonly CannedAnswer[], typed: string): CannedAnswer[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const place = ({ title }: CannedAnswer): number => title.toLocaleLowerCase().indexOf(wanted)
  return answers.filter((answer) => place(answer) >= 0).toSorted((a, b) => Number(place(a) > 0) - Number(place(b) > 0))
}
