import { Box, chakra, Dialog } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useTranslate } from '@tiffin/core/react'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import { AuthError } from '../pages/auth-frame.tsx'
import { SubField } from '../records/inputs/sub-field.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Overlay } from '../ui/overlay.tsx'

export type FieldName = 'current' | 'code' | 'name' | 'reason'
export type Values = Record<FieldName, string>

const fields: Record<FieldName, { label: PlainKey } & Partial<React.ComponentProps<typeof Input>>> = {
  name: { label: 'Passkey name', maxLength: 100, autoComplete: 'off' },
  reason: { label: 'Reason', maxLength: 500, autoComplete: 'off' },
  current: { label: 'Current password', type: 'password', dir: 'ltr', maxLength: 500, autoComplete: 'current-password' },
  code: { label: 'Code or recovery code', dir: 'ltr', maxLength: 40, autoComplete: 'one-time-code', spellCheck: false },
}

interface Props {
  title: string
  testId: string
  action: string
  names: readonly FieldName[]
  labels?: Partial<Record<FieldName, PlainKey>>
  initial?: Partial<Values>
  /** Above the fields. */
  children?: ReactNode
  /** Its ApiError is shown in the dialog. */
  onSubmit: (values: Values) => Promise<void>
  /** Sends a passkey in place of the code. */
  onPasskey?: ((values: Values) => Promise<void>) | undefined
  onClose: () => void
}

/** Asks for some values and sends them; errors are shown next to their fields. */
export function FieldsDialog({
  title,
  testId,
  action,
  names,
  labels = {},
  initial,
  children,
  onSubmit,
  onPasskey,
  onClose,
}: Props) {
  const t = useTranslate()
  const { ports } = useCore()
  const [values, setValues] = useState<Values>({ current: '', code: '', name: '', reason: '', ...initial })
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const has = (name: FieldName): boolean => values[name].trim() !== ''
  const isComplete = names.every(has)

  async function send(work: Props['onSubmit']): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await work(values)
    } catch (caught) {
      ports.log('two-step sign-in was not changed', caught)
      if (!isApiError(caught)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React events bubble to the form of the profile, although the dialog is elsewhere in the document.
    event.stopPropagation()
    if (!busy && isComplete) void send(onSubmit)
  }
  return (
    <Overlay title={title} testId={testId} onClose={onClose}>
      <chakra.form display="contents" onSubmit={submit} noValidate>
        <Dialog.Body display="grid" gap="4">
          {children}
          {names.map((name, index) => {
            const { label, ...field } = fields[name]
            return (
              <SubField key={name} label={t(labels[name] ?? label)}>
                <Input
                  {...field}
                  autoFocus={index === 0}
                  value={values[name]}
                  onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
                />
              </SubField>
            )
          })}
          <Box>
            <AuthError id={`${testId}-error`} error={error} />
          </Box>
        </Dialog.Body>
        <Dialog.Footer>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {onPasskey && (
            <Button disabled={busy || !names.every((name) => name === 'code' || has(name))} onClick={() => void send(onPasskey)}>
              {t('Use a passkey')}
            </Button>
          )}
          <Button type="submit" variant="solid" disabled={busy || !isComplete}>
            {action}
          </Button>
        </Dialog.Footer>
      </chakra.form>
    </Overlay>
  )
}
