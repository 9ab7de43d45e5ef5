import { useTranslate } from '@tiffin/core/react'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'

/** Opens the details of a payment (PAY-14). */
export function PaymentInfo({ title, onOpen }: { title: string; onOpen: () => void }) {
  const t = useTranslate()
  const label = t('Info: %1', [title])
  return (
    <Button variant="ghost" size="sm" px="1" aria-haspopup="dialog" aria-label={label} title={label} onClick={onOpen}>
      <Icon name="info" />
    </Button>
  )
}
