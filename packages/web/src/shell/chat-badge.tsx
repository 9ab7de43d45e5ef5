import { Box } from '@chakra-ui/react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

/** The largest count shown exactly. */
const MAX_COUNT = 99

/** The number of unread messages, and whether new ones play a sound (SHELL-13, AMB-040). */
export function ChatBadge() {
  const t = useTranslate()
  const { unread } = useCore()
  const count = useSelected(unread.store, (state) => state.count)
  const sound = useSelected(unread.store, (state) => state.sound)
  useEffect(() => unread.watch(), [unread])
  if (count === null) return null
  const shown = count > MAX_COUNT ? `${MAX_COUNT}+` : count
  const label = t('Chat, unread: %1', [shown])
  const soundLabel = t('Sound for new messages')
  return (
    <>
      <Button asChild variant="ghost" size="icon" position="relative" data-testid="chat-badge">
        <Link to={companyRoutes['Company-Chat']} aria-label={label} title={label}>
          <Icon name="chat" />
          {count > 0 && (
            <Box
              as="span"
              position="absolute"
              top="-1"
              insetInlineEnd="-1"
              minW="4.5"
              h="4.5"
              px="1"
              borderRadius="full"
              bg="accent.solid"
              color="accent.contrast"
              fontSize="2xs"
              fontWeight="semibold"
              lineHeight="18px"
              textAlign="center"
            >
              {shown}
            </Box>
          )}
        </Link>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={soundLabel}
        title={soundLabel}
        aria-pressed={sound}
        onClick={() => unread.setSound(!sound)}
      >
        <Icon name={sound ? 'sound' : 'mute'} />
      </Button>
    </>
  )
}
