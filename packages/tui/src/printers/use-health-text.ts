import type { PrinterHealth } from '@tiffin/core/printing'
import { useTranslate } from '@tiffin/core/react'

/** The last reported state of a printer; a silent printer does not count as working. */
export function useHealthText(): (health: PrinterHealth | undefined) => string {
  const t = useTranslate()
  return (health) => {
    if (!health) return ''
    const { obstacle, status } = health
    if (obstacle !== undefined) return t(obstacle)
    if (status.paper === 'low') return t('paper low')
    return status.online === 'yes' ? t('ready') : t('state unknown')
  }
}
