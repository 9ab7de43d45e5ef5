import { Center } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Mark } from '../ui/mark.tsx'

/** The mark while the start is under way (SHELL-04); it begins to breathe only when that takes long. */
export function Splash() {
  const t = useTranslate()
  return (
    <Center h="full" color="accent" role="status" aria-label={t('Loading')}>
      <Center animation="breathe 1.6s ease-in-out 400ms infinite">
        <Mark size={64} />
      </Center>
    </Center>
  )
}
