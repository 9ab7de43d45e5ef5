import { expect, it } from 'vitest'
import { companyPages } from './company.ts'
import type { Page } from './page.ts'
import { platformPages } from './platform.ts'

it.each<[string, Record<string, Page>]>([
  ['company', companyPages],
  ['administrator', platformPages],
])('each page of the %s area has a unique path, icon and jump key', (_area, area) => {
  const pages = Object.values(area)
  for (const property of ['path', 'icon', 'jump'] as const) {
    const values = pages.flatMap((page) => page[property] ?? [])
    expect(values).toEqual([...new Set(values)])
  }
})
