import { expect, it } from 'vitest'
import { apiError, type ChatHit } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { stubClock } from '#session/stub-clock'
import { createMessageSearch } from './message-search.ts'

const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`
const hitsOf = (count: number, from: number): ChatHit[] =>
  Array.from({ length: count }, (_, index) => ({
    chat_id: from - index,
    uuid: `00000000-0000-4000-8000-${String(from - index).padStart(12, '0')}`,
    date: day(1),
    type: 0,
    name: 'Ida',
    excerpt: 'Pizza',
  }))
type Answer = { hits: ChatHit[]; next: number | null; back_to: string }

/** A search whose calls are answered by hand. */
function setUp() {
  const clock = stubClock()
  const asked: object[] = []
  let answer: PromiseWithResolvers<{ data: Answer & { searched: number } }>
  const client = {
    Chat: {
      find(input: object) {
        asked.push(input)
        answer = Promise.withResolvers()
        return answer.promise
      },
    },
  } as unknown as Client
  const search = createMessageSearch({ client, ports: { clock, log: () => {} } })
  return {
    search,
    asked,
    clock,
    state: () => search.store.getState(),
    async type(text: string) {
      search.find(5, text)
      await clock.advance(200)
    },
    async reply(count: number, next: number | null, back = 1) {
      answer.resolve({ data: { hits: hitsOf(count, 1000), next, back_to: day(back), searched: 1 } })
      await clock.advance(0)
    },
    async fail() {
      answer.reject(apiError('network'))
      await clock.advance(0)
    },
  }
}

it('is sent 200 ms after the last key, and ends with a blank text', async () => {
  const { search, asked, clock, state } = setUp()
  search.find(5, 'p')
  await clock.advance(199)
  search.find(5, ' pi  zza ')
  await clock.advance(199)
  expect([asked, state().phase]).toEqual([[], 'searching'])
  await clock.advance(1)
  expect(asked).toEqual([{ user_id: 5, search: 'pi zza' }])
  search.find(5, ' ')
  expect(state()).toMatchObject({ search: '', phase: 'idle', hits: [] })
})

it('continues until it has a page of hits, and then when told to', async () => {
  const { search, asked, state, type, reply } = setUp()
  await type('pizza')
  await reply(20, 800, 9)
  expect(state()).toMatchObject({ phase: 'searching', backTo: day(9) })
  await reply(30, 700)
  expect([state().phase, state().hits.length]).toEqual(['paused', 50])
  search.more()
  await reply(0, 600)
  await reply(1, null)
  expect([state().phase, state().hits.length]).toEqual(['end', 51])
  expect(asked.map((input) => (input as { before?: number }).before)).toEqual([undefined, 800, 700, 600])
})

it('can be stopped and continued', async () => {
  const { search, asked, state, type, reply } = setUp()
  await type('pizza')
  await reply(0, 800, 9)
  search.stop()
  await reply(5, 700)
  expect(state()).toMatchObject({ phase: 'paused', hits: [], backTo: day(9) })
  search.more()
  expect(asked.at(-1)).toMatchObject({ before: 800 })
})

it('an answer to an earlier text is ignored', async () => {
  const { state, type, reply, search } = setUp()
  await type('pizza')
  search.find(5, 'sushi')
  await reply(5, null)
  expect(state()).toMatchObject({ search: 'sushi', phase: 'searching', hits: [] })
})

it('an error is shown, and the search can be tried again from there', async () => {
  const { search, asked, state, type, reply, fail } = setUp()
  await type('pizza')
  await reply(3, 800)
  await fail()
  expect([state().error?.code, state().phase, state().hits.length]).toEqual(['network', 'paused', 3])
  search.more()
  expect([state().error, asked.at(-1)]).toEqual([null, { user_id: 5, search: 'pizza', before: 800 }])
})
