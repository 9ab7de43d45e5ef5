import { Box, chakra, Dialog } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { CompanyChoice } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { isApiError, type TokenScope, tokenScopes } from '@tiffin/sdk/contract'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input, NativeSelect } from '../ui/controls.ts'
import { Overlay } from '../ui/overlay.tsx'

const scopeLabels: Record<TokenScope, PlainKey> = {
  read: 'Read data',
  write: 'Change orders, customers and other day-to-day data',
  export: 'Export sheets',
  import: 'Import sheets',
  config: 'Change company settings',
}

const lifetimes = [7, 30, 90, 365]

interface Props {
  companies: readonly CompanyChoice[]
  onCreated: () => void
  onClose: () => void
}

/** Creates an access token and shows it, once (AMB-232). */
export function CreateTokenDialog({ companies, onCreated, onClose }: Props) {
  const t = useTranslate()
  const { client, notices, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read'])
  const [limited, setLimited] = useState<readonly number[]>([])
  const [days, setDays] = useState(90)
  const [current, setCurrent] = useState('')
  const [busy, setBusy] = useState(false)
  const [token, setToken] = useState<string>()
  const isComplete = name.trim() !== '' && scopes.length > 0 && current !== ''

  async function create(): Promise<void> {
    setBusy(true)
    try {
      const { data } = await client.Token.create({ name, scopes: [...scopes], companies: [...limited], days, current })
      setToken(data.token)
      onCreated()
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React events bubble to the form of the profile, although the dialog is elsewhere in the document.
    event.stopPropagation()
    if (!busy && isComplete) void create()
  }
  if (token !== undefined) return <NewToken token={token} onClose={onClose} />
  return (
    <Overlay title={t('Create token')} testId="create-token" onClose={onClose}>
      <chakra.form display="contents" onSubmit={submit} noValidate>
        <Dialog.Body display="grid" gap="4">
          <SubField label={t('What the token is for')}>
            <Input autoFocus maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          </SubField>
          <Choices legend={t('Scopes')}>
            {tokenScopes.map((scope) => (
              <Choice key={scope} checked={scopes.includes(scope)} onChange={() => setScopes(toggled(scopes, scope))}>
                {t(scopeLabels[scope])}
              </Choice>
            ))}
          </Choices>
          {companies.length > 1 && (
            <Choices legend={t('Companies. Leave empty for all your companies.')}>
              {companies.map(({ company_id, name: texts }) => (
                <Choice
                  key={company_id}
                  checked={limited.includes(company_id)}
                  onChange={() => setLimited(toggled(limited, company_id))}
                >
                  {localized(texts, lang)}
                </Choice>
              ))}
            </Choices>
          )}
          <SubField label={t('Valid for')}>
            <NativeSelect value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {lifetimes.map((lifetime) => (
                <option key={lifetime} value={lifetime}>
                  {t('%1 days', [lifetime])}
                </option>
              ))}
            </NativeSelect>
          </SubField>
          <SubField label={t('Current password')}>
            <Input
              type="password"
              autoComplete="current-password"
              dir="ltr"
              maxLength={500}
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </SubField>
        </Dialog.Body>
        <Dialog.Footer>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid" disabled={busy || !isComplete}>
            {t('Create token')}
          </Button>
        </Dialog.Footer>
      </chakra.form>
    </Overlay>
  )
}

/** The only time that the token is shown, so Escape does not close it. */
function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslate()
  const { notices, ports } = useCore()
  async function copy(): Promise<void> {
    try {
      // Without https there is no clipboard API.
      await navigator.clipboard.writeText(token)
      notices.show('positive', 'Access token copied to clipboard')
    } catch (error) {
      ports.log('the access token was not copied', error)
      notices.show('negative', 'Error while copying to clipboard')
    }
  }
  return (
    <Overlay title={t('Access token')} testId="new-token">
      <Dialog.Body display="grid" gap="3">
        <Box>{t("Copy the token now. It won't be shown again.")}</Box>
        <Box dir="ltr" fontFamily="mono" fontSize="sm" overflowWrap="anywhere" userSelect="all" data-testid="token-text">
          {token}
        </Box>
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button variant="solid" autoFocus onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      </Dialog.Footer>
    </Overlay>
  )
}

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <chakra.fieldset display="grid" gap="1">
    <chakra.legend fontSize="sm" color="fg.muted" mb="1">
      {legend}
    </chakra.legend>
    {children}
  </chakra.fieldset>
)

const Choice = ({ checked, onChange, children }: { checked: boolean; onChange: () => void; children: ReactNode }) => (
  <chakra.label display="flex" gap="2" alignItems="center" minH="6">
    <input type="checkbox" checked={checked} onChange={onChange} />
    {children}
  </chakra.label>
)

const toggled = <T,>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item]
