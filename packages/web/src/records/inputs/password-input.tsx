import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useCore, useTranslate } from '@tiffin/core/react'
import { checkNewPassword } from '@tiffin/core/rules'
import { generatePassword } from '@tiffin/core/screens'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { controlProps, type InputProps } from './input-props.ts'

const tones = { refused: 'negative', simple: 'warning', medium: 'info', good: 'positive' } as const

interface Props extends InputProps {
  /** One's own password must be stronger than one set for others (PROF-02, AMB-034). */
  place?: 'shared' | 'profile'
}

/**
 * A new password, typed twice or generated, with its grade (EDIT-25 to 32). Empty keeps the current one; a refused one
 * counts as no value, so that it can't be saved. Changing one's own, or one's own contacts, requires the current one.
 */
export function PasswordInput({ place = 'shared', ...props }: Props) {
  const t = useTranslate()
  const { notices } = useCore()
  const { onChange } = props
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [shown, setShown] = useState(false)
  const verdict = checkNewPassword(password, repeat, place)
  const isTyped = password !== '' || repeat !== ''
  const isRefused = isTyped && !verdict.allowed
  const { user } = useRecords()
  const isOwn = place === 'profile' || props.row['admin_id'] === user.admin_id
  // The field is empty again after saving.
  const kept = textOf(props.value)
  useEffect(() => {
    if (kept !== '') return
    if (!verdict.allowed) return
    setPassword('')
    setRepeat('')
  }, [kept, verdict.allowed])

  function change(next: string, again: string): void {
    setPassword(next)
    setRepeat(again)
    const isEmpty = next === '' && again === ''
    onChange(isEmpty ? undefined : checkNewPassword(next, again, place).allowed ? next : null)
  }
  function make(): void {
    const made = generatePassword()
    setShown(true)
    change(made, made)
    navigator.clipboard
      ?.writeText(made)
      .then(() => notices.show('positive', 'Password copied to clipboard'))
      .catch(() => notices.show('negative', 'Error while copying to clipboard'))
  }
  const control = {
    type: shown ? 'text' : 'password',
    autoComplete: 'new-password',
    dir: 'ltr',
    disabled: props.disabled,
  } as const
  return (
    <Box display="grid" gap="2" maxW="420px">
      {isOwn && (
        <Input
          {...control}
          type="password"
          autoComplete="current-password"
          aria-label={t('Current password')}
          placeholder={t('Current password')}
          value={textOf(props.row['current_password'])}
          onChange={(event) => props.onSet('current_password', event.target.value || undefined)}
        />
      )}
      <Box display="flex" gap="1">
        <Input
          {...controlProps(props)}
          {...control}
          aria-label={t('New password')}
          placeholder={t('New password')}
          value={password}
          onChange={(event) => change(event.target.value, repeat)}
        />
        <Button
          size="icon"
          aria-label={t('Show password')}
          title={t('Show password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </Button>
      </Box>
      <Input
        {...control}
        aria-label={t('Repeat password')}
        placeholder={t('Repeat password')}
        value={repeat}
        onChange={(event) => change(password, event.target.value)}
      />
      {isTyped && (
        <Box
          id={isRefused ? props.describedBy : undefined}
          color={isRefused ? 'negative' : tones[verdict.grade]}
          fontSize="sm"
          role={isRefused && props.problem ? 'alert' : 'status'}
          data-testid="password-grade"
        >
          {t(verdict.message)}
        </Box>
      )}
      {!isOwn && isTyped && Number(props.row['admin_id'] ?? 0) > 0 && (
        <Box fontSize="sm" color="fg.muted" role="status" data-testid="password-ends">
          {t(
            'A new password ends their sessions and access tokens, and removes their passkeys, authenticator app, recovery codes and PIN. They must confirm their phone and email again.',
          )}
        </Box>
      )}
      {props.problem && !isRefused && (
        <div id={props.describedBy} className="field-problem" role="alert">
          {props.problem}
        </div>
      )}
      <Box>
        <Button disabled={props.disabled} onClick={make}>
          {t('Generate password')}
        </Button>
      </Box>
    </Box>
  )
}

export const OwnPasswordInput = (props: InputProps) => <PasswordInput {...props} place="profile" />
