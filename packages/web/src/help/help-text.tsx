import { Box, chakra } from '@chakra-ui/react'
import { helpParts, helpText, type HelpText as Text, type Target } from '@tiffin/core/help'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { KeyCaps } from '../keys/key-caps.tsx'

/** A text of help in the user's language. */
export function useHelpText(): (text: Text) => string {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (text) => helpText(text, { lang, t })
}

/** A text of help with its labels, keys and commands; a label with a control can show where that is. */
export function HelpText({ text, onShow }: { text: Text; onShow?: (target: Target) => void }) {
  const t = useTranslate()
  const translate = useHelpText()
  return helpParts(translate(text), t).map((part, at) => {
    const key = `${at}`
    if (part.kind === 'key') return <KeyCaps key={key} keys={part.text.replace('Ctrl', 'Mod')} />
    if (part.kind === 'code')
      return (
        <chakra.code key={key} dir="ltr" fontSize="0.9em" bg="bg.subtle" px="1" borderRadius="l1">
          {part.text}
        </chakra.code>
      )
    if (part.kind !== 'label') return part.text
    const { target } = part
    if (target === undefined || onShow === undefined) return <b key={key}>{part.text}</b>
    return (
      <Box key={key} as="span" whiteSpace="nowrap">
        <chakra.button
          type="button"
          cursor="pointer"
          color="accent"
          fontWeight="medium"
          textDecoration="underline"
          title={t('Show me')}
          aria-label={`${part.text}: ${t('Show me')}`}
          onClick={() => onShow(target)}
        >
          {part.text}
        </chakra.button>
      </Box>
    )
  })
}
