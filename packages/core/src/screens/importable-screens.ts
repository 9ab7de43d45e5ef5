import type { SessionUser } from '@tiffin/sdk/contract'
import { type Actor, can, isImportable, missingOption, pages } from '#rules/index'
import type { PlainKey } from '#i18n/text-key'
import { screens } from './declared/index.ts'
import { type Area, areaOf, routesOf, type Screen } from './screen.ts'

/** A list into which records can be imported, and its name in the menu. */
export interface ImportableScreen {
  screen: Screen
  label: PlainKey
}

/** The lists of an area into which the user can import records. The dictionary has a dialog for this (DICT-02). */
export function importableScreens(
  user: Pick<SessionUser, 'navigation' | 'company'>,
  actor: Actor,
  area: Area,
): ImportableScreen[] {
  const found = screens.flatMap((screen): ImportableScreen[] => {
    const { entity, editor } = screen
    const isList = editor.kind === 'dialog' || editor.kind === 'full'
    const route = routesOf(screen).find(
      (item) => areaOf(pages[item].path) === area && user.navigation.includes(item) && missingOption(user.company, item) === null,
    )
    const mayWrite = can(actor, 'update', entity).allowed || can(actor, 'create', entity).allowed
    const isOffered = isList && isImportable(entity) && entity.name !== 'dictionary' && mayWrite
    return route !== undefined && isOffered ? [{ screen, label: pages[route].label }] : []
  })
  return found.filter(({ screen }, index) => found.findIndex((other) => other.screen.entity === screen.entity) === index)
}
