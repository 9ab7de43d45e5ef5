import { Box, chakra } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { Button, Input } from '../ui/controls.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

/** A page on which users enter a code shown by another device. */
export const CodeSheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box overflowY="auto" p={{ base: '4', sm: '6' }}>
    <Box maxW="480px" display="grid" gap="4">
      <Box as="h1" fontSize="xl" fontWeight="semibold">
        {title}
      </Box>
      {children}
    </Box>
  </Box>
)

interface CodeFormProps {
  title: string
  label: string
  onCode: (code: string) => void
  children?: ReactNode
}

/** For users who arrive without the code in the address. */
export function CodeForm({ title, label, onCode, children }: CodeFormProps) {
  const t = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed.trim() !== '') onCode(typed.trim())
  }
  return (
    <CodeSheet title={title}>
      <chakra.form onSubmit={submit} display="grid" gap="3" justifyItems="start">
        <chakra.label htmlFor={id}>{label}</chakra.label>
        <Input
          id={id}
          size="lg"
          dir="ltr"
          fontFamily="mono"
          maxW="60"
          maxLength={40}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="K7QX-3MTA"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="solid">
          {t('Continue')}
        </Button>
      </chakra.form>
      {children}
    </CodeSheet>
  )
}

/** The code as the other device shows it. */
export const ShownCode = ({ code }: { code: string }) => (
  <Box fontFamily="mono" fontSize="3xl" fontWeight="bold" letterSpacing="0.08em" data-testid="pair-code">
    <bdi dir="ltr">{code}</bdi>
  </Box>
)

interface CodeResultProps {
  title: string
  icon: IconName
  text: string
  children?: ReactNode
}

/** A message with a link to continue. */
export const CodeResult = ({ title, icon, text, children }: CodeResultProps) => (
  <CodeSheet title={title}>
    <Box display="flex" gap="2" alignItems="center" role="status" data-testid="pair-result">
      <Icon name={icon} size={20} />
      {text}
    </Box>
    {children !== undefined && <Box>{children}</Box>}
  </CodeSheet>
)
