import { Box } from '@chakra-ui/react'
import { routeAt } from '@tiffin/core'
import { helpPages, topicOf } from '@tiffin/core/help'
import { useLocation } from 'react-router'
import { HelpText } from './help-text.tsx'

/** Explains an empty page: its purpose, and the first step. */
export function FirstHelp() {
  const route = routeAt(useLocation().pathname)
  const topic = route && topicOf(route)
  if (topic === undefined) return null
  const { about, first } = helpPages[topic]
  return (
    <Box mb="4" display="grid" gap="2" data-testid="first-help">
      <p>
        <HelpText text={about} />
      </p>
      <p>
        <HelpText text={first} />
      </p>
    </Box>
  )
}
