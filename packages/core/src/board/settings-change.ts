import type { StoredSettings } from '#session/person-settings'
import { type NamedBoard, readNamedBoards } from './named-boards.ts'
import type { BoardSettings } from './stored-settings.ts'

type Boards = readonly NamedBoard[]
export type BoardsChange = (boards: Boards) => Boards

/** Unsaved local changes: values, and functions that are applied to the stored named boards when saving. */
export interface SettingsChange {
  values: Partial<Omit<BoardSettings, 'boards'>>
  boards: readonly BoardsChange[]
}

export const noChange: SettingsChange = { values: {}, boards: [] }
export const isEmptyChange = ({ values, boards }: SettingsChange): boolean => Object.keys(values).length + boards.length === 0

export const mergeChanges = (first: SettingsChange, second: SettingsChange): SettingsChange => ({
  values: { ...first.values, ...second.values },
  boards: [...first.boards, ...second.boards],
})

export const changedBoards = ({ boards }: SettingsChange, stored: Boards): Boards =>
  boards.reduce((all, change) => change(all), stored)

/** The settings to save; includes the named boards only if they were changed here. */
export const settingsToSave = (change: SettingsChange, stored: StoredSettings): Partial<BoardSettings> => ({
  ...change.values,
  ...(change.boards.length > 0 ? { boards: changedBoards(change, readNamedBoards(stored['boards'])) } : {}),
})
