import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useCommandScopes } from './command-scopes.ts'
import { KeyCaps } from './key-caps.tsx'

/** The keys of this page, listed from the commands themselves. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { list } = useCommandScopes()
  const [scopes] = useState(() => list().filter(({ commands }) => commands.some(({ key }) => key)))
  return (
    <AskDialog
      title={t('Keyboard shortcuts')}
      testId="keys-dialog"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Box maxH="60dvh" overflowY="auto" tabIndex={0} role="group" aria-label={t('Keyboard shortcuts')}>
        {scopes.map(({ title, commands }) => (
          <Box as="section" key={title} mb="4">
            <Box as="h3" fontSize="sm" color="fg.muted" mb="1.5">
              {title}
            </Box>
            <chakra.dl display="grid" gridTemplateColumns="80px 1fr" columnGap="4" rowGap="1.5">
              {commands.map(
                ({ id, key, name }) =>
                  key && (
                    <Box key={id} display="contents">
                      <chakra.dt>
                        <KeyCaps keys={key} />
                      </chakra.dt>
                      <chakra.dd>{name}</chakra.dd>
                    </Box>
                  ),
              )}
            </chakra.dl>
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}
