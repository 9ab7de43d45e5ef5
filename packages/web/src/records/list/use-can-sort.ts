import { can, writableFields } from '@tiffin/core/rules'
import { type ListState, spansCompanies } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'

/** Maximum number of rows that can be sorted by dragging without a company filter (AMB-060). */
const MAX_SORTABLE = 100

/**
 * Whether the rows can be sorted here: those of one company, and of one category if sorting is per category (LIST-09).
 */
export function useCanSort(state: ListState, count: number): boolean {
  const { screen, area, actor } = useRecords()
  const { entity, sortWithin } = screen
  if (!entity.sort) return false
  const company = Number(state.filters['company']) || null
  const acting = spansCompanies(screen, area) ? { ...actor, company } : actor
  if (!can(acting, 'update', entity).allowed || !writableFields(acting, entity).has(entity.sort)) return false
  if (sortWithin !== undefined && state.filters[sortWithin] === undefined) return false
  return entity.scope === 'company' || count <= MAX_SORTABLE
}
