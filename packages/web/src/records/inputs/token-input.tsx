import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { hasOption, merchantTabLevel } from '@tiffin/core/rules'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useRecords } from '../records-context.ts'
import type { InputProps } from './input-props.ts'

/**
 * The token of a merchant: regenerated after confirmation, and shown until the editor is closed (MERCH-20, AMB-024).
 */
export function TokenInput({ id, label, row }: InputProps) {
  const t = useTranslate()
  const copy = useCopy()
  const { client, notices } = useCore()
  const { actor, company, user } = useRecords()
  const [asking, setAsking] = useState(false)
  const [token, setToken] = useState('')
  const merchant = Number(row['merchant_id'] ?? 0)
  const mayRenew =
    merchant > 0 &&
    merchantTabLevel(actor, merchant, 'Plugins') === 2 &&
    hasOption(user.company ?? {}, 'allow_acc_sys_integration').allowed

  async function renew(): Promise<void> {
    setAsking(false)
    try {
      const { data } = await client.Merchant.newToken({ merchant_id: merchant }, company === undefined ? {} : { company })
      setToken(data.token)
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }
  return (
    <Box display="grid" gap="2">
      <Box display="flex" gap="2" flexWrap="wrap">
        {token !== '' && (
          <>
            <Input id={id} aria-label={label} readOnly dir="ltr" flex="1" minW="64" fontFamily="mono" value={token} />
            <Button onClick={() => copy(token)}>{t('Copy token')}</Button>
          </>
        )}
        <Button disabled={!mayRenew} onClick={() => setAsking(true)}>
          {t('New token')}
        </Button>
      </Box>
      <Box fontSize="sm" color="fg.muted" role="status">
        {token !== ''
          ? t("Copy it now. It won't be shown again.")
          : merchant > 0
            ? t("Token set. It can't be shown again; if you lost it, create a new one.")
            : t('The token is created when you save the merchant.')}
      </Box>
      {asking && (
        <AskDialog
          title={t('Create a new token?')}
          testId="token-question"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('No')}</Button>
              <Button variant="negative" data-autofocus onClick={() => void renew()}>
                {t('Yes')}
              </Button>
            </>
          }
        >
          {t('The old token stops working immediately. Integrations that use it will need the new one.')}
        </AskDialog>
      )}
    </Box>
  )
}
