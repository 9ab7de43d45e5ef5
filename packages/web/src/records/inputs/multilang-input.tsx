import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { Multilang } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button, TextArea } from '../../ui/controls.ts'
import { useAutoTranslate } from '../editor/auto-translate.tsx'
import { useRecords } from '../records-context.ts'
import { controlProps, dirOf, type InputProps } from './input-props.ts'

/** A text in several languages: the reader's own first, the others on demand (AMB-073). */
export function MultilangInput(props: InputProps) {
  const t = useTranslate()
  const { lang } = useRecords()
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const value = (props.value ?? {}) as Multilang
  const codes = [...new Set([lang, ...languages.map(({ code }) => code), ...Object.keys(value)])]
  const [open, setOpen] = useState(false)
  const filled = codes.filter((code) => (value[code] ?? '') !== '').length
  const shown = open ? codes : codes.filter((code) => code === lang)
  const translateSoon = useAutoTranslate(value, codes, props.onChange)
  const nameOf = (code: string): string => languages.find((language) => language.code === code)?.name ?? code
  const set = (code: string, text: string): void => {
    const next = { ...value, [code]: text }
    if (text === '') delete next[code]
    props.onChange(next)
    translateSoon()
  }
  return (
    <Box display="grid" gap="1.5">
      {shown.map((code) => (
        <Box key={code} display="flex" alignItems="flex-start" gap="2">
          <TextArea
            {...controlProps(props)}
            {...(code === lang ? {} : { id: `${props.id}-${code}` })}
            rows={1}
            h="auto"
            minH="control"
            py="1.5"
            resize="vertical"
            css={{ fieldSizing: 'content' }}
            lang={code}
            dir={dirOf(value[code] ?? '')}
            aria-label={`${props.label}: ${nameOf(code)}`}
            value={value[code] ?? ''}
            onChange={(event) => set(code, event.target.value)}
          />
          {code === lang && codes.length > 1 ? (
            <Button
              size="md"
              minW="14"
              color="fg.muted"
              aria-expanded={open}
              aria-label={`${code} ${filled}/${codes.length} ${t('%1 in other languages', [props.label])}`}
              title={t('%1 in other languages', [props.label])}
              onClick={() => setOpen(!open)}
            >
              {code} {filled}/{codes.length}
            </Button>
          ) : (
            codes.length > 1 && (
              <chakra.span minW="14" h="control" display="grid" placeItems="center" color="fg.muted" fontSize="sm">
                {code}
              </chakra.span>
            )
          )}
        </Box>
      ))}
    </Box>
  )
}
