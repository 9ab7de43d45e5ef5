import type { Translate } from '#i18n/create-i18n'
import { isBuilt, menuGroups, MY_COMPANY, pages, type RouteName, routeNames } from '#rules/index'

export interface MenuEntry {
  /** A route's name, or the address of another site. */
  route: RouteName | `http${string}`
  /** A path of the console, or the full address of another site. */
  path: string
  label: string
}

export interface MenuGroup {
  /** The heading of the group; empty for none. */
  label: string
  entries: readonly MenuEntry[]
}

/** A label with the company's name for the placeholder, which is dropped without a company (NAV-66). */
export const menuLabel = (label: string, company: string | undefined): string => label.replace(MY_COMPANY, company ?? '').trim()

/**
 * The built pages that a user's navigation allows, in groups; links to other sites come last (SHELL-20, NAV-63,
 * NAV-66).
 */
export function menuFor(navigation: readonly string[], company: string | undefined, t: Translate): MenuGroup[] {
  const shown = routeNames.filter((route) => navigation.includes(route) && isBuilt(route))
  const groups = Object.entries(menuGroups).map(([group, label]) => ({
    label: menuLabel(label === MY_COMPANY ? label : t(label), company),
    entries: shown
      .filter((route) => pages[route].menu === group)
      .map((route) => ({ route, path: pages[route].path, label: menuLabel(t(pages[route].label), company) })),
  }))
  const links = navigation
    .filter((name): name is `http${string}` => /^https?:/.test(name))
    .map((address) => ({ route: address, path: address, label: address.replace(/^https?:\/\/(www\.)?/, '') }))
  return [...groups, { label: t('Links'), entries: links }].filter(({ entries }) => entries.length > 0)
}

/** The entries whose label or group label contains the text, ignoring case (SHELL-18). */
export function searchMenu(groups: readonly MenuGroup[], text: string): MenuGroup[] {
  const needle = text.trim().toLocaleLowerCase()
  const has = (label: string): boolean => label.toLocaleLowerCase().includes(needle)
  return groups
    .map((group) => (has(group.label) ? group : { ...group, entries: group.entries.filter(({ label }) => has(label)) }))
    .filter(({ entries }) => entries.length > 0)
}
