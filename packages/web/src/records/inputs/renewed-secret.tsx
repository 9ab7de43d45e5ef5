import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import { useCopy } from '../../ui/use-copy.ts'

interface Props {
  id: string
  label: string
  /** `copy` and `renew` are buttons; `state` explains what to do about the hidden secret. */
  texts: { copy: string; renew: string; question: string; warning: string; state: string }
  testId: string
  /** False skips the confirmation, because no one uses the current secret. */
  asks: boolean
  disabled: boolean
  renew: () => Promise<string>
}

/** A secret that the server creates on request, after confirmation, and that is shown until the editor is closed. */
export function RenewedSecret({ id, label, texts, testId, asks, disabled, renew }: Props) {
  const t = useTranslate()
  const copy = useCopy()
  const { notices } = useCore()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState('')

  async function create(): Promise<void> {
    setAsking(false)
    try {
      setSecret(await renew())
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }
  return (
    <Box display="grid" gap="2">
      <Box display="flex" gap="2" flexWrap="wrap">
        {secret !== '' && (
          <>
            <Input id={id} aria-label={label} readOnly dir="ltr" flex="1" minW="64" fontFamily="mono" value={secret} />
            <Button onClick={() => copy(secret)}>{texts.copy}</Button>
          </>
        )}
        <Button disabled={disabled} onClick={() => (asks ? setAsking(true) : void create())}>
          {texts.renew}
        </Button>
      </Box>
      <Box fontSize="sm" color="fg.muted" role="status">
        {secret === '' ? texts.state : t("Copy it now. It won't be shown again.")}
      </Box>
      {asking && (
        <AskDialog
          title={texts.question}
          testId={testId}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('No')}</Button>
              <Button variant="negative" data-autofocus onClick={() => void create()}>
                {t('Yes')}
              </Button>
            </>
          }
        >
          {texts.warning}
        </AskDialog>
      )}
    </Box>
  )
}
