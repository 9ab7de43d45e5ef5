import type { ReactNode } from 'react'
import { Box, Text } from 'ink'
import { useTheme } from '../theme/theme.ts'

/** A page in place of the columns: a heading, its subject, and content in the remaining height. */
export function Frame({
  title,
  about,
  height,
  children,
}: {
  title: string
  about?: string
  height: number
  children: ReactNode
}) {
  const theme = useTheme()
  return (
    <Box flexDirection="column" height={height} paddingX={1} overflow="hidden">
      <Text wrap="truncate">
        <Text bold {...theme.style('accent')}>
          {title}
        </Text>
        {about !== undefined && about !== '' && `  ${about}`}
      </Text>
      <Text> </Text>
      {children}
    </Box>
  )
}
