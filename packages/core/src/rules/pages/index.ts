import { companyPages } from './company.ts'
import type { Page } from './page.ts'
import { platformPages } from './platform.ts'

export type CompanyRoute = keyof typeof companyPages
export type AdministratorRoute = keyof typeof platformPages
export type RouteName = AdministratorRoute | CompanyRoute
type DeclaredPage = (typeof companyPages)[CompanyRoute] | (typeof platformPages)[AdministratorRoute]
export type PageIcon = DeclaredPage['icon']
/** Tables with a records page, for which a screen is declared. */
export type TableOfPage = Exclude<DeclaredPage, { kind: string }>['table']

/** Every page of the console by route name, company pages first. */
export const pages: Readonly<Record<RouteName, Page & { icon: PageIcon }>> = { ...companyPages, ...platformPages }

export const routeNames = Object.keys(pages) as RouteName[]
export const isRouteName = (name: string): name is RouteName => Object.hasOwn(pages, name)
export const isAdministratorRoute = (name: string): name is AdministratorRoute => Object.hasOwn(platformPages, name)

const pathsOf = <N extends string>(area: Readonly<Record<N, Page>>): Readonly<Record<N, string>> =>
  Object.fromEntries(Object.entries<Page>(area).map(([name, { path }]) => [name, path])) as Record<N, string>

/** Paths by route name, of the company area and of the administrator area. */
export const companyRoutes = pathsOf<CompanyRoute>(companyPages)
export const administratorRoutes = pathsOf<AdministratorRoute>(platformPages)

/** Whether a page concerns only the current company. */
export const belongsToOneCompany = (name: RouteName): boolean => !isAdministratorRoute(name)

/** Whether a page can be used. The others are not built yet, and no menu, palette or key leads to them. */
export const isBuilt = (name: RouteName): boolean => pages[name].kind !== 'coming'
