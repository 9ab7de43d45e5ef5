import { pages, type RouteName } from '@tiffin/core/rules'
import { importableScreens } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'

/** The page that imports records into this list; undefined if the user can't import into it. */
export function useImportPath(inner: boolean): string | undefined {
  const { screen, actor, area, user } = useRecords()
  const route: RouteName = area === 'platform' ? 'Administrator-Import' : 'Company-Import'
  if (inner || !user.navigation.includes(route)) return undefined
  const isOffered = importableScreens(user, actor, area).some((item) => item.screen.entity === screen.entity)
  return isOffered ? `${pages[route].path}?table=${screen.entity.name}` : undefined
}
