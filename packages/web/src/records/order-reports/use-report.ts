import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportGrain, ReportName } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { type ListState, reportInput } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'

interface ReportRequest {
  report: ReportName
  by?: ReportGrain
  compare?: boolean
}

/** A report about the orders that the list with this search and these filters finds. */
export function useReport({ search, filters }: Pick<ListState, 'search' | 'filters'>, asked: ReportRequest) {
  const { client } = useCore()
  const { screen, actor, company, area, today } = useRecords()
  return useQuery({
    queryKey: ['list', 'report', area, actor.company, search, filters, asked],
    queryFn: async ({ signal }) =>
      (
        await client.Report.read(reportInput(screen, { search, filters }, today(), asked), {
          ...(company === undefined ? {} : { company }),
          signal,
        })
      ).data,
    meta: { failure: `can't read the report ${asked.report}` },
    placeholderData: keepPreviousData,
  })
}
