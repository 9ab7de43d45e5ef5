import type { Translate } from '@tiffin/core/i18n'
import type { PrinterHealth } from '@tiffin/core/printing'

/** The last reported state of a printer; a silent printer does not count as working. */
export function healthText(t: Translate, health: PrinterHealth | undefined): string {
  if (!health) return ''
  if (health.obstacle !== undefined) return t(health.obstacle)
  return health.status.online === 'yes' ? t('ready') : t('state unknown')
}
