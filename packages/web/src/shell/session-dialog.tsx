import { Box } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatSeconds } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** Asks whether the user is still there before the session expires, and counts down (AUTH-06 to 09). */
export function SessionDialog() {
  const t = useTranslate()
  const { session, sessionClock } = useCore()
  const { phase, left } = useSelected(sessionClock.store, (state) => state)
  if (phase !== 'confirming') return null
  return (
    <AskDialog
      title={t('Are you still here?')}
      testId="session-dialog"
      actions={
        <>
          <Button onClick={() => void session.signOut()}>{t('Sign out')}</Button>
          <Button variant="solid" data-autofocus onClick={() => void sessionClock.stay()}>
            {t('Stay here')}
          </Button>
        </>
      }
    >
      {t("You've been inactive for a while. You'll be signed out in")}
      <Box fontSize="3xl" fontWeight="bold" mt="2" role="timer" data-testid="session-left">
        <bdi dir="ltr">{formatSeconds(left)}</bdi>
      </Box>
    </AskDialog>
  )
}
