import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Audience, type Calls, entities, isApiError, type MailingChannel, type Output } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import type { Row } from '@tiffin/core/screens'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'

export type MailingCount = Output<Calls['Mailing']['count']>['data']

/** Option of calls that selects the company of a mailing. */
export function useMailingScope(row: Row): { company?: number } {
  const { company } = scopeOfRow(useRecords(), row)
  return company === undefined ? {} : { company }
}

/** A number of customers as text. */
export function useCountText(): (count: number) => string {
  const { lang } = useRecords()
  return (count) => formatCount({ count, atLeast: false }, lang)
}

/** Milliseconds between the last change of the conditions and the count. */
const DELAY = 300

/** Who would get a mailing with these conditions, counted while they are typed. */
export function useAudienceCount(row: Row) {
  const { client, ports } = useCore()
  const scope = useMailingScope(row)
  const audience = row['audience'] ?? {}
  const isValid = entities.mailing.fields.audience.schema.safeParse(audience).success
  const conditions = JSON.stringify({ audience, channel: row['channel'] })
  const [asked, setAsked] = useState(isValid ? conditions : null)
  useEffect(() => {
    // A condition that is half typed is not asked about.
    if (!isValid || asked === conditions) return
    return ports.clock.after(DELAY, () => setAsked(conditions))
  }, [asked, conditions, isValid, ports])
  return useQuery({
    queryKey: ['mailing count', scope.company, asked],
    enabled: asked !== null,
    queryFn: async ({ signal }) => {
      const input = JSON.parse(asked ?? '') as { audience: Audience; channel: MailingChannel }
      return (await client.Mailing.count(input, { ...scope, signal })).data
    },
    placeholderData: keepPreviousData,
    meta: { failure: "can't count the customers of a mailing" },
  })
}

/** Runs a call that changes a mailing, and reloads it; an error is shown. Returns whether it was done. */
export function useMailingCall() {
  const { notices } = useCore()
  const reload = useReload()
  return async (run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run()
      return true
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
      return false
    } finally {
      await reload()
    }
  }
}
