import type { Translate } from '@tiffin/core/i18n'
import type { PrinterHealth } from '@tiffin/core/printing'

/** What a printer last said of itself; one that says nothing is not called well. */
export function healthText(t: Translate, health: PrinterHealth | undefined): string {
  if (!health) return ''
  if (health.trouble !== undefined) return t(health.trouble)
  return health.status.online === 'yes' ? t('ready') : t('state unknown')
}
