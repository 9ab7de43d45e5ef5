import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { colorParts, contrast } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { textOf } from '../text-of.ts'
import { controlProps, type InputProps } from './input-props.ts'

/** Minimum contrast of text (WCAG AA). */
const MIN_CONTRAST = 4.5
const isColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text)

interface PickerProps {
  label: string
  value: string
  onChange: (value: string) => void
  control?: Record<string, unknown>
  disabled: boolean
}

const ColorPicker = ({ label, value, onChange, control = {}, disabled }: PickerProps) => (
  <Box display="flex" gap="1">
    <Input
      type="color"
      w="10"
      px="1"
      aria-label={label}
      disabled={disabled}
      value={isColor(value) ? value : '#000000'}
      onChange={(event) => onChange(event.target.value)}
    />
    <Input
      {...control}
      w="28"
      dir="ltr"
      fontFamily="mono"
      placeholder="#RRGGBB"
      maxLength={7}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  </Box>
)

export const ColorInput = (props: InputProps) => (
  <ColorPicker
    label={props.label}
    value={textOf(props.value)}
    disabled={props.disabled}
    control={controlProps(props)}
    onChange={props.onChange}
  />
)

/** A background and a text colour, with a contrast check. */
export function ColorPairInput(props: InputProps) {
  const t = useTranslate()
  const { background = '', text = '' } = (props.value ?? {}) as { background?: string; text?: string }
  const both = isColor(background) && isColor(text)
  const ratio = both ? contrast(background, text) : 0
  return (
    <Box display="flex" gap="3" flexWrap="wrap" alignItems="center">
      <ColorPicker
        label={t(colorParts.background)}
        value={background}
        disabled={props.disabled}
        control={controlProps(props)}
        onChange={(next) => props.onChange({ background: next, text })}
      />
      <ColorPicker
        label={t(colorParts.text)}
        value={text}
        disabled={props.disabled}
        onChange={(next) => props.onChange({ background, text: next })}
      />
      {both && (
        <>
          <Box px="3" py="1" borderRadius="l2" fontWeight="semibold" style={{ background, color: text }} aria-hidden="true">
            Aa 123
          </Box>
          <Box fontSize="sm" color={ratio >= MIN_CONTRAST ? 'positive' : 'warning'} role="status" data-testid="contrast">
            {t('Contrast %1', [ratio.toFixed(1)])}
            {ratio < MIN_CONTRAST && ` · ${t('hard to read')}`}
          </Box>
        </>
      )}
    </Box>
  )
}
