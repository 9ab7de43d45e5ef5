import { chakra } from '@chakra-ui/react'
import { formatShortcut } from './keymap.ts'

/** A command's keys, drawn as key caps. */
export const KeyCaps = ({ keys }: { keys: string }) => (
  <chakra.span dir="ltr" display="inline-flex" gap="1" flexShrink={0}>
    {formatShortcut(keys).map((name, index) => (
      <chakra.kbd key={index} fontFamily="mono" fontSize="xs" bg="bg.muted" color="fg" borderRadius="l1" px="1.5" py="0.5">
        {name}
      </chakra.kbd>
    ))}
  </chakra.span>
)
