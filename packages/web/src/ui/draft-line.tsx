import { Box, type BoxProps } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './controls.ts'
import { Icon } from './icon.tsx'

interface Props extends Pick<BoxProps, 'm' | 'mb'> {
  children: ReactNode
  actions: ReactNode
  testId: string
}

/** One line about unsaved changes of an earlier session, with actions. */
export const DraftLine = ({ children, actions, testId, ...margins }: Props) => (
  <Box
    role="status"
    display="flex"
    alignItems="center"
    gap="1"
    ps="3"
    pe="1"
    minH="9"
    borderRadius="l2"
    bg="info.subtle"
    color="info"
    data-testid={testId}
    {...margins}
  >
    <Icon name="info" />
    <Box flex="1" minW="0" ms="1">
      {children}
    </Box>
    {actions}
  </Box>
)

export const DraftButton = (props: ComponentProps<typeof Button>) => <Button size="sm" variant="ghost" color="info" {...props} />
