import { existsSync } from 'node:fs'
import path from 'node:path'

/** The built web console: `web/dist` next to this package's folder or in a parent; undefined if not built. */
export function findWeb(from: string = import.meta.dirname): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const built = path.join(folder, 'web/dist')
    if (existsSync(path.join(built, 'index.html'))) return built
    if (folder === path.dirname(folder)) return undefined
  }
}
