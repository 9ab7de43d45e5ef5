import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { textOf } from '../text-of.ts'
import { controlProps, dirOf, type InputProps } from './input-props.ts'

/** A name under the platform's domain, whose suffix is fixed (COMP-26). */
export function DomainInput(props: InputProps) {
  const { session } = useCore()
  const suffix = useSelected(session.store, (state) => state.domainSuffix)
  const suffixId = `${props.id}-suffix`
  const described = [props.describedBy, suffix === '' ? undefined : suffixId].filter(Boolean).join(' ')
  return (
    <Box display="flex" alignItems="center" gap="1" dir="ltr">
      <Input
        {...controlProps(props)}
        aria-describedby={described || undefined}
        maxLength={63}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(event.target.value.trim().toLowerCase())}
      />
      {suffix !== '' && (
        <Box id={suffixId} color="fg.muted" flexShrink={0}>
          {suffix}
        </Box>
      )}
    </Box>
  )
}

/** Named values, such as the colours of an app. */
export function PairsInput({ label, value, disabled, onChange }: InputProps) {
  const t = useTranslate()
  const [name, setName] = useState('')
  const pairs = (value ?? {}) as Readonly<Record<string, string>>
  const add = (): void => {
    if (name.trim() === '' || Object.hasOwn(pairs, name.trim())) return
    onChange({ ...pairs, [name.trim()]: '' })
    setName('')
  }
  return (
    <Box display="grid" gap="2" maxW="480px">
      {Object.entries(pairs).map(([key, text]) => (
        <Box key={key} display="grid" gridTemplateColumns="1fr 1fr auto" gap="2" alignItems="center">
          <bdi>{key}</bdi>
          <Input
            dir={dirOf(text)}
            disabled={disabled}
            maxLength={100}
            aria-label={`${label}: ${key}`}
            value={text}
            onChange={(event) => onChange({ ...pairs, [key]: event.target.value })}
          />
          <Button
            variant="ghost"
            size="sm"
            px="1"
            disabled={disabled}
            aria-label={t('Remove %1', [key])}
            onClick={() => onChange(Object.fromEntries(Object.entries(pairs).filter(([other]) => other !== key)))}
          >
            <Icon name="close" size={14} />
          </Button>
        </Box>
      ))}
      {!disabled && (
        <Box display="flex" gap="2">
          <Input
            maxLength={100}
            aria-label={`${label}: ${t('Key')}`}
            placeholder={t('Key')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey) return
              event.preventDefault()
              add()
            }}
          />
          <Button onClick={add}>{t('Add')}</Button>
        </Box>
      )}
    </Box>
  )
}
