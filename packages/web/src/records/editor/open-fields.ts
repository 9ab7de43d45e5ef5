import { type Actor, can, fieldDecision, readableFields, writableFields } from '@tiffin/core/rules'
import type { Row, Tab } from '@tiffin/core/screens'
import { useMemo } from 'react'
import type { RecordsView } from '../records-context.ts'

export interface OpenFields {
  /** Tabs that the person has a right to, with the fields that they may see (EDIT-12). */
  tabs: readonly Tab[]
  /** Fields that they may change. */
  writable: readonly string[]
  /** Fields closed by the company's tariff, not by a right (PERM-23). */
  closedByOption: ReadonlySet<string>
}

/** What of a record is open to the person; null is a record that is being made. */
export function useOpenFields(view: RecordsView, stored: Row | null, actor: Actor): OpenFields {
  return useMemo(() => {
    const { screen, area, user } = view
    const { entity } = screen
    const readable = stored ? readableFields(actor, entity, stored) : readableFields(actor, entity)
    const rights = stored ? writableFields(actor, entity, stored) : writableFields(actor, entity)
    const option = (name: string): boolean => {
      const field = entity.fields[name]
      return field === undefined || area === 'platform' || fieldDecision(user.company, field).allowed
    }
    // Secrets are written, or made anew by the server, and never read.
    const isSecret = (name: string): boolean =>
      entity.fields[name]?.read === 'nobody' && (rights.has(name) || entity.fields[name].readonly === true)
    const isSeen = (name: string): boolean => readable.has(name) || isSecret(name)
    const levelOf = (tab: string): 0 | 1 | 2 =>
      stored && screen.tabLevel ? screen.tabLevel(actor, Number(stored[entity.key]), tab) : 2
    const tabs = screen.editor.tabs
      .filter(({ name }) => levelOf(name) > 0)
      .map((tab) => ({ ...tab, fields: tab.fields.filter(isSeen) }))
      .filter(
        ({ fields, list }) =>
          fields.length > 0 || (list !== undefined && stored !== null && can(actor, 'read', list.entity).allowed),
      )
    const shown = tabs.flatMap(({ name, fields }) => (levelOf(name) === 2 ? fields : []))
    const writable = shown.filter((name) => rights.has(name) && !screen.readonly.includes(name) && option(name))
    return {
      tabs,
      writable: stored === null && area === 'platform' && 'company' in entity.fields ? ['company', ...writable] : writable,
      closedByOption: new Set(shown.filter((name) => !option(name))),
    }
  }, [view, stored, actor])
}
