import type { ComponentType } from 'react'
import type { Page } from '@tiffin/core/rules'
import { BoardPage } from './board/board-page.tsx'
import { lazyPart } from './load-part.ts'

/**
 * The content of each kind of page; pages without a kind show their table's records. routes.tsx checks permissions and
 * gates.
 */
export const contents: Readonly<Record<NonNullable<Page['kind']> | 'records', ComponentType>> = {
  board: BoardPage,
  coming: lazyPart(async () => (await import('./pages/not-built-page.tsx')).NotBuiltPage),
  imports: lazyPart(async () => (await import('./imports/import-page.tsx')).ImportPage),
  printers: lazyPart(async () => (await import('./printing/printer-page.tsx')).PrinterPage),
  records: lazyPart(async () => (await import('./records/records-page.tsx')).RecordsPage),
  tariff: lazyPart(async () => (await import('./pages/tariff-page.tsx')).TariffPage),
}
