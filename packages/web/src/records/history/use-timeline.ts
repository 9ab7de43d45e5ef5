import { useInfiniteQuery } from '@tanstack/react-query'
import type { Calls, Entity, Output } from '@tiffin/sdk/contract'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore } from '@tiffin/core/react'
import type { ActingCompany } from '@tiffin/core/screens'

export type TimelineEvent = Output<Calls['Audit']['timeline']>['data']['events'][number]

/** The history of a record, newest first, page by page. */
export function useTimeline(entity: Entity, id: number | string, company: ActingCompany) {
  const { client } = useCore()
  return useInfiniteQuery({
    // Under the record's query key, so that it reloads with each change of the record.
    queryKey: ['record', 'timeline', entity.name, company, id],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam }
      const acting = company === undefined ? {} : { company }
      return (await client.Audit.timeline({ table: entity.name, id, ...before }, { ...acting, signal })).data
    },
    meta: { failure: `can't read the timeline of ${entity.name}` },
    initialPageParam: null as number | null,
    getNextPageParam: ({ more, events }) => (more ? events.at(-1)?.change : undefined),
    gcTime: 0,
  })
}

/** The action of an event. */
export function actionLabel({ undo_of, action }: TimelineEvent): PlainKey {
  if (undo_of) return 'Undid an earlier change'
  if (action === 'Create') return 'Created'
  return action === 'Delete' ? 'Deleted' : 'Changed'
}

export const authorOf = ({ admin, device }: TimelineEvent): string => admin?.name || admin?.login || device || ''
