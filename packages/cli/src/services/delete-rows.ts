import { deleteRecords, type FoundRows } from '@tiffin/core/screens'
import type { Entity } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'

/**
 * Deletes rows as they were found, in one transaction.
 * @throws `selection_changed` where others are found by now, `conflict` where one has changed, `in_use` with what uses it
 */
export async function deleteRows({ client }: Connection, entity: Entity, { rows, expect }: FoundRows): Promise<void> {
  await deleteRecords(client, entity, rows, undefined, { expect })
}
