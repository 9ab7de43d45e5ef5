import type { MenuEntry } from '@tiffin/core'
import { isRouteName, pages } from '@tiffin/core/rules'
import type { IconName } from '../ui/icon.tsx'

/** The icon of a menu entry: that of its page, or of external links. */
export const menuIcon = (route: MenuEntry['route']): IconName => (isRouteName(route) ? pages[route].icon : 'link')
