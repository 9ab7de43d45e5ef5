import { useCore, useTranslate } from '@tiffin/core/react'
import { hasOption, merchantTabLevel } from '@tiffin/core/rules'
import { useRecords } from '../records-context.ts'
import type { InputProps } from './input-props.ts'
import { RenewedSecret } from './renewed-secret.tsx'

/** The token of a merchant (MERCH-20, AMB-024). */
export function TokenInput({ id, label, row }: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { actor, company, user } = useRecords()
  const merchant = Number(row['merchant_id'] ?? 0)
  const mayRenew =
    merchant > 0 &&
    merchantTabLevel(actor, merchant, 'Plugins') === 2 &&
    hasOption(user.company ?? {}, 'allow_acc_sys_integration').allowed
  return (
    <RenewedSecret
      id={id}
      label={label}
      testId="token-question"
      asks
      disabled={!mayRenew}
      renew={async () => {
        const { data } = await client.Merchant.newToken({ merchant_id: merchant }, company === undefined ? {} : { company })
        return data.token
      }}
      texts={{
        copy: t('Copy token'),
        renew: t('New token'),
        question: t('Create a new token?'),
        warning: t('The old token stops working immediately. Integrations that use it will need the new one.'),
        state:
          merchant > 0
            ? t("Token set. It can't be shown again; if you lost it, create a new one.")
            : t('The token is created when you save the merchant.'),
      }}
    />
  )
}
