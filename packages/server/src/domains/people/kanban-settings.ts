import { settingsText } from './check-settings.ts'
import type { Change, WireRow } from '#engine/change-info'
import type { SavedRow } from '#engine/save-hook'
import { refusedRow } from '#engine/save-plan'

/**
 * A user's board settings concern no one else, so they are saved outside changes and history (DESIGN §3).
 * @throws `conflict` if they have another revision than the one sent
 */
export async function saveKanbanSettings(change: Change, rows: SavedRow[]): Promise<void> {
  for (const row of rows) {
    const [saved] = await change.tx.sql<WireRow>(
      `insert into kanban_settings as k (admin, settings) values ($1, $2) on conflict (admin)
       do update set settings = excluded.settings, revision = k.revision + 1 where $3::int is null or k.revision = $3
       returning admin, settings, revision`,
      [row.planned.key, settingsText(row.set['settings']), row.planned.revision ?? null],
    )
    if (!saved) throw refusedRow(row.planned, 'conflict')
    row.after = saved
  }
}
