import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** Asks before signing out, here or on all devices (SHELL-16). */
export function ExitDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { session } = useCore()
  const [everywhere, setEverywhere] = useState(false)
  return (
    <AskDialog
      title={t('Sign out?')}
      testId="exit-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Stay here')}</Button>
          <Button variant="solid" data-autofocus onClick={() => void session.signOut(everywhere)}>
            {t('Sign out')}
          </Button>
        </>
      }
    >
      <chakra.label display="flex" alignItems="center" gap="2" cursor="pointer" minH="6">
        <chakra.input
          type="checkbox"
          w="4"
          h="4"
          accentColor="accent.solid"
          checked={everywhere}
          onChange={(event) => setEverywhere(event.target.checked)}
        />
        {t('On all my devices')}
      </chakra.label>
    </AskDialog>
  )
}
