import { chakra, type HTMLChakraProps } from '@chakra-ui/react'

/** The flag of a language beside its name, which says the same. */
export const Flag = (props: HTMLChakraProps<'img'>) => (
  <chakra.img
    // The platform may have a language that is younger than these flags.
    onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
    alt=""
    w="18px"
    h="13.5px"
    borderRadius="2px"
    data-testid="flag"
    {...props}
  />
)
