import { useTranslate } from '@tiffin/core/react'
import { phoneLink } from '@tiffin/core/rules'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'

/** Dials the number of a phone input; shown at its end. */
export function CallLink({ phone }: { phone: string }) {
  const t = useTranslate()
  if (phone === '') return null
  return (
    <Button
      asChild
      variant="ghost"
      size="sm"
      px="1"
      position="absolute"
      top="0.5"
      insetInlineEnd="0.5"
      color="fg.muted"
      aria-label={t('Call')}
      title={t('Call')}
    >
      <a href={phoneLink(phone)}>
        <Icon name="phone" size={14} />
      </a>
    </Button>
  )
}
