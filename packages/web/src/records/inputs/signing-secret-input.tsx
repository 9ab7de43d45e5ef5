import { useCore, useTranslate } from '@tiffin/core/react'
import { can } from '@tiffin/core/rules'
import { useRecords } from '../records-context.ts'
import type { InputProps } from './input-props.ts'
import { RenewedSecret } from './renewed-secret.tsx'

/** The signing secret of a webhook (AMB-233). */
export function SigningSecretInput({ id, label, row, value }: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { actor, company, screen } = useRecords()
  const webhook = Number(row['webhook_id'] ?? 0)
  const wasShown = Boolean(value)
  const state = wasShown
    ? t("Secret set. It can't be shown again; if you lost it, create a new one.")
    : t('Create a secret so that your receiver can verify messages.')
  return (
    <RenewedSecret
      id={id}
      label={label}
      testId="secret-question"
      asks={wasShown}
      disabled={webhook === 0 || !can(actor, 'update', screen.entity).allowed}
      renew={async () =>
        (await client.Webhook.rotate({ webhook_id: webhook }, company === undefined ? {} : { company })).data.secret
      }
      texts={{
        copy: t('Copy secret'),
        renew: t('New secret'),
        question: t('Create a new signing secret?'),
        warning: t('For 24 hours, messages are also signed with the old secret. Update your receiver within that time.'),
        state: webhook > 0 ? state : t('The secret is created after you save the webhook.'),
      }}
    />
  )
}
