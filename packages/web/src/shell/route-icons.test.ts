import { administratorRoutes, companyRoutes } from '@tiffin/core/rules'
import { expect, it } from 'vitest'
import { routeIcon } from './route-icons.ts'

it.each([
  ['administrator', administratorRoutes],
  ['company', companyRoutes],
])('each entry of the %s area has an icon that no other has', (_area, routes) => {
  const icons = Object.keys(routes).map((route) => routeIcon(route))
  expect(icons.filter((icon, at) => icon === 'more' || icons.indexOf(icon) !== at)).toEqual([])
})
