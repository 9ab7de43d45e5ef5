import { type CompanyChoice, mayCreateCompany, jumpKeys, languageName, menuFor } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isRouteName, localized, pages } from '@tiffin/core/rules'
import { useNavigate } from 'react-router'
import { useHelp } from '../help/help-context.ts'
import { type CommandScope, useCommandScopes, useCommands } from '../keys/command-scopes.ts'
import type { Command } from '../keys/keymap.ts'
import { savedViews } from '../records/use-list-settings.ts'
import { themes } from '../theme/color-mode.ts'
import { useColorMode } from '../theme/color-mode-context.ts'
import { useChooseLanguage } from '../ui/use-choose-language.ts'
import { useThemeNames } from '../ui/use-theme-names.ts'
import { menuIcon } from './menu-icon.ts'
import { useLock } from './use-lock.ts'

interface Options {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
  onProfile: () => void
  onExit: () => void
  onCreate: () => void
}

/** Registers commands for every page: each page of the navigation, and the header's actions. */
export function useShellCommands({ user, companies, onChoose, onProfile, onExit, onCreate }: Options): void {
  const t = useTranslate()
  const { help, find } = useCommandScopes()
  const { open: openHelp, startTour } = useHelp()
  const pages = usePages(user)
  const themeCommands = useThemeCommands()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const others = companies.filter(({ company_id }) => company_id !== user.company?.company_id)
  const lock = useLock()
  const own: readonly Command[] = [
    { id: 'find', name: t('Search everything'), key: 'Mod+k', keyOnly: true, icon: 'search', run: find },
    {
      id: 'help',
      name: t('Keyboard shortcuts'),
      key: '?',
      icon: 'info',
      keywords: t('shortcuts, hotkeys, keyboard, help'),
      run: help,
    },
    { id: 'page help', name: t('Help'), icon: 'help', keywords: t('explain this page, manual, guide'), run: () => openHelp() },
    { id: 'tour', name: t('Start tour'), icon: 'path', keywords: t('introduction, getting started'), run: startTour },
    ...themeCommands,
    ...others.map(({ company_id, name }): Command => ({
      id: `company ${company_id}`,
      name: t('Switch to %1', [localized(name, lang)]),
      icon: 'company',
      keywords: t('change company, another company'),
      run: () => onChoose(company_id),
    })),
    ...(mayCreateCompany(user)
      ? [
          {
            id: 'create company',
            name: t('Create company'),
            icon: 'company' as const,
            keywords: t('new company, add a company, start a business'),
            run: onCreate,
          },
        ]
      : []),
    { id: 'profile', name: t('Profile'), icon: 'user', keywords: t('password, my account, photo'), run: onProfile },
    { id: 'lock', name: t('Lock'), key: 'g q', icon: 'lock', keywords: t('lock session, PIN, shared device'), run: lock },
    { id: 'exit', name: t('Sign out'), icon: 'exit', keywords: t('exit, log out, leave, quit'), run: onExit },
  ]
  useCommands([...pages, ...useSavedReports(user), { title: t('Console'), commands: own }], 'frame')
}

/** The saved views of the orders report. */
function useSavedReports(user: SessionUser): CommandScope[] {
  const t = useTranslate()
  const { ports } = useCore()
  const navigate = useNavigate()
  const route = (['Company-Report-Orders', 'Administrator-Report-Orders'] as const).find((name) => user.navigation.includes(name))
  const views = route === undefined ? [] : savedViews(ports.storage, 'orders report')
  const { path, icon } = pages[route ?? 'Company-Report-Orders']
  const commands = views.map(({ name, query }): Command => {
    const href = `${path}?${query}&${new URLSearchParams({ view: name }).toString()}`
    return { id: `view ${name}`, name, icon, href, run: () => void navigate(href) }
  })
  return commands.length > 0 ? [{ title: t('Saved reports'), commands }] : []
}

/** One command per menu entry, grouped as in the menu; some have a key. */
function usePages(user: SessionUser): CommandScope[] {
  const t = useTranslate()
  const { session } = useCore()
  const navigate = useNavigate()
  const lang = useSelected(session.store, (state) => state.lang)
  const jumps: ReadonlyMap<string, string> = jumpKeys(user.navigation)
  const groups = menuFor(user.navigation, user.company ? localized(user.company.name, lang) : undefined, t)
  return groups.map(({ label, entries }) => ({
    title: label === '' ? t('Pages') : label,
    commands: entries.map(({ route, path, label: name }) => {
      const key = jumps.get(route)
      const outside = path.startsWith('http')
      const keywords = isRouteName(route) ? pages[route].keywords : undefined
      return {
        id: route,
        name,
        icon: menuIcon(route),
        keywords: keywords === undefined ? undefined : t(keywords),
        href: path,
        ...(key === undefined ? {} : { key }),
        run: () => void (outside ? window.open(path, '_blank', 'noreferrer') : navigate(path)),
      }
    }),
  }))
}

/** Themes and languages. */
function useThemeCommands(): Command[] {
  const t = useTranslate()
  const { session } = useCore()
  const mode = useColorMode()
  const themeNames = useThemeNames()
  const chooseLanguage = useChooseLanguage()
  const languages = useSelected(session.store, (state) => state.languages)
  const lang = useSelected(session.store, (state) => state.lang)
  const keywords = {
    system: t('device, automatic'),
    light: t('light mode, light theme, day'),
    dark: t('dark mode, dark theme, night'),
  }
  return [
    ...themes.map((theme): Command => ({
      id: `theme ${theme}`,
      name: `${t('Theme')}: ${themeNames[theme]}`,
      icon: 'eye',
      keywords: keywords[theme],
      run: () => mode.choose(theme),
    })),
    ...languages.map(({ code, name }): Command => ({
      id: `lang ${code}`,
      name: `${t('Language')}: ${name}`,
      icon: 'globe',
      // Computed only after typing: the browser takes long to find language names.
      keywords: () => languageName(code, lang),
      run: () => chooseLanguage(code),
    })),
  ]
}
