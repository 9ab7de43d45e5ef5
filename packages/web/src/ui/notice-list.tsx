import { Box, chakra } from '@chakra-ui/react'
import type { Notice, NoticeType } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Check, CircleX, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { Button } from './controls.ts'
import { SvgIcon } from './svg-icon.tsx'

const icons: Record<NoticeType, LucideIcon> = { warning: TriangleAlert, negative: CircleX, positive: Check, info: Info }

/** On-screen messages, newest at the bottom; icon and colour show the type, and a click closes (SHELL-33 to 35). */
export function NoticeList() {
  const { notices } = useCore()
  const list = useSelected(notices.store, (state) => state.notices)
  return (
    <Box
      position="fixed"
      bottom="var(--notices, 16px)"
      insetInline="0"
      mx="auto"
      w="fit-content"
      maxW="calc(100vw - 32px)"
      zIndex="notice"
      display="grid"
      gap="2"
      justifyItems="center"
      pointerEvents="none"
      role="status"
      aria-live="polite"
      data-testid="notices"
    >
      {list.slice(-4).map((notice) => (
        <NoticeItem key={notice.id} notice={notice} onClose={() => notices.close(notice.id)} />
      ))}
    </Box>
  )
}

/** One message. */
export function NoticeItem({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useTranslate()
  const { type, text, params, action, closable } = notice
  return (
    <Box
      display="flex"
      alignItems="center"
      gap="2"
      ps="3"
      pe="1.5"
      minH="10"
      bg="bg.panel"
      borderRadius="l3"
      boxShadow="float"
      pointerEvents="auto"
      animation="rise 120ms"
      data-notice={type}
      {...(type === 'negative' ? { role: 'alert' } : {})}
    >
      <Box color={type} display="flex">
        <SvgIcon icon={icons[type]} size={18} />
      </Box>
      <chakra.span py="2" onClick={closable ? onClose : undefined} cursor={closable ? 'pointer' : undefined}>
        {t.message(text, params)}
      </chakra.span>
      {action && (
        <Button
          variant="ghost"
          size="sm"
          color="accent"
          onClick={() => {
            action.run()
            onClose()
          }}
        >
          {t(action.label)}
        </Button>
      )}
      {closable && (
        <Button variant="ghost" size="sm" px="1" minW="7" aria-label={t('Close')} color="fg.muted" onClick={onClose}>
          <SvgIcon icon={X} size={14} />
        </Button>
      )}
    </Box>
  )
}
