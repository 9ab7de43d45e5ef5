import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { FieldsDialog } from './fields-dialog.tsx'
import { QrCode } from './qr-code.tsx'

interface Props {
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Asks for the password, shows the secret, and turns the app on with its first code. */
export function SetUpTotp({ onDone, onClose }: Props) {
  const t = useTranslate()
  const { client } = useCore()
  const [made, setMade] = useState<{ secret: string; uri: string }>()
  const title = t('Set up authenticator app')
  if (!made)
    return (
      <FieldsDialog
        key="password"
        title={title}
        testId="set-up-totp"
        action={t('Continue')}
        names={['current']}
        onSubmit={async ({ current }) => setMade((await client.Factor.setUpTotp({ current })).data)}
        onClose={onClose}
      />
    )
  return (
    <FieldsDialog
      key="code"
      title={title}
      testId="confirm-totp"
      action={t('Turn on')}
      names={['code']}
      labels={{ code: 'Code from your authenticator app' }}
      onSubmit={async ({ code }) => onDone((await client.Factor.confirmTotp({ code })).data.recovery_codes ?? [])}
      onClose={onClose}
    >
      <Box>{t('Scan the QR code with the app, or type the secret into it. Then enter the code that the app shows.')}</Box>
      <QrCode text={made.uri} label={t('QR code for the authenticator app')} />
      <Box>
        <Box fontSize="sm" color="fg.muted">
          {t('Setup key')}
        </Box>
        <Box dir="ltr" fontFamily="mono" fontSize="sm" overflowWrap="anywhere" userSelect="all" data-testid="totp-secret">
          {made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Box>
      </Box>
    </FieldsDialog>
  )
}
