import { Box, chakra } from '@chakra-ui/react'
import type { Notice, NoticeType } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from './controls.ts'
import { Icon, type IconName } from './icon.tsx'

const icons: Record<NoticeType, IconName> = { warning: 'alert', negative: 'failure', positive: 'check', info: 'info' }

/** On-screen messages, newest below; icon and colour say the type and a click closes (SHELL-33 to 35). */
export function NoticeList() {
  const { notices } = useCore()
  const list = useSelected(notices.store, (state) => state.notices)
  return (
    <Box
      position="fixed"
      bottom="4"
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
        <Icon name={icons[type]} size={18} />
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
          <Icon name="close" size={14} />
        </Button>
      )}
    </Box>
  )
}
