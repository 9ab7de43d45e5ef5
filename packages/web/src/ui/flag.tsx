import { chakra, type HTMLChakraProps } from '@chakra-ui/react'

/** A flag next to the language's name, which conveys the same. */
export const Flag = (props: HTMLChakraProps<'img'>) => (
  <chakra.img
    // The platform may have a language newer than these flags.
    onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
    alt=""
    w="18px"
    h="13.5px"
    borderRadius="2px"
    data-testid="flag"
    {...props}
  />
)
