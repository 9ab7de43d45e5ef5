import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { imageField, soundUrl } from '@tiffin/core/rules'
import { type FieldValue, inputFor, referencesOf, valueText } from '@tiffin/core/screens'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { Phone } from '../ui/phone.tsx'
import { Avatar } from './avatar.tsx'
import { textOf } from './text-of.ts'
import { useValueFormat, type ValueWordsOptions } from './use-value-format.ts'

/** A value in a comparison, for conflicts and the history: images, sounds and colours as such, others as text. */
export function ShownValue({ entity, name, part, value, ...of }: FieldValue & ValueWordsOptions): ReactNode {
  const place = { entity, name, part, value }
  const text = valueText(place, useValueFormat(referencesOf(place), of))
  if (!(name in entity.fields) || textOf(value) === '') return <bdi>{text}</bdi>
  switch (inputFor(entity, name)) {
    case 'image':
      return <Avatar src={textOf(value)} name="" preview={imageField(entity.name, name).list} />
    case 'audio':
      return <Sound source={textOf(value)} name={text} />
    case 'color':
    case 'colorPair':
      return <Colour value={textOf(value)} />
    case 'phone':
      return <Phone phone={textOf(value)} />
    default:
      return part === 'contact_phone' ? <Phone phone={textOf(value)} /> : <bdi>{text}</bdi>
  }
}

const Colour = ({ value }: { value: string }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2">
    <chakra.span w="3" h="3" borderRadius="full" borderWidth="1px" style={{ background: value }} aria-hidden="true" />
    <bdi>{value}</bdi>
  </chakra.span>
)

/** Uploaded files have no names, so they can be played instead. */
function Sound({ source, name }: { source: string; name: string }) {
  const t = useTranslate()
  const { ports, session } = useCore()
  const folder = useSelected(session.store, ({ addresses }) => addresses.sounds)
  return (
    <Box as="span" display="inline-flex" alignItems="center" gap="2">
      {name}
      <Button size="sm" onClick={() => ports.sound?.alarm(soundUrl(folder, source))}>
        <Icon name="sound" />
        {t('Listen')}
      </Button>
    </Box>
  )
}
