import type { ComponentType } from 'react'
import type { RouteName } from '@tiffin/core/rules'
import { BoardPage } from './board/board-page.tsx'
import { lazyPart } from './load-part.ts'

/** Every route that has no screen of its own here shows the records declared for it in `core/screens`. */
export const RecordsPage = lazyPart(async () => (await import('./records/records-page.tsx')).RecordsPage)

/** The screens by the name of their route; rights, gates and the frame are seen to by routes.tsx. */
export const screens: Partial<Record<RouteName, ComponentType>> = {
  'Administrator-Order': BoardPage,
  'Company-Order': BoardPage,
  'Company-Printer': lazyPart(async () => (await import('./printing/printer-page.tsx')).PrinterPage),
  'Company-Tariff': lazyPart(async () => (await import('./pages/tariff-page.tsx')).TariffPage),
}
