import type { ComponentType } from 'react'
import type { Page } from '@tiffin/core/rules'
import { BoardPage } from './board/board-page.tsx'
import { lazyComponent } from './lazy-component.ts'

/**
 * The content of each kind of page; pages without a kind show their table's records. routes.tsx checks permissions and
 * gates.
 */
export const contents: Readonly<Record<NonNullable<Page['kind']> | 'records', ComponentType>> = {
  board: BoardPage,
  chat: lazyComponent(async () => (await import('./chat/chat-page.tsx')).ChatPage),
  coming: lazyComponent(async () => (await import('./pages/not-built-page.tsx')).NotBuiltPage),
  imports: lazyComponent(async () => (await import('./imports/import-page.tsx')).ImportPage),
  printers: lazyComponent(async () => (await import('./printing/printer-page.tsx')).PrinterPage),
  records: lazyComponent(async () => (await import('./records/records-page.tsx')).RecordsPage),
  subscriptions: lazyComponent(async () => (await import('./subscription/subscriptions-page.tsx')).SubscriptionsPage),
  tariff: lazyComponent(async () => (await import('./subscription/subscription-page.tsx')).SubscriptionPage),
}
