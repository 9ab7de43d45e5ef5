import { Box, chakra } from '@chakra-ui/react'
import { memo, useEffect, useRef, useState } from 'react'
import { routeAt } from '@tiffin/core'
import { helpPages, type HelpTopic, topicOf, topicsFor } from '@tiffin/core/help'
import { useTranslate } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useLocation } from 'react-router'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useHelp } from './help-context.ts'
import { HelpText, useHelpText } from './help-text.tsx'

const PANEL_WIDTH = '300px'

interface Props {
  user: SessionUser
  /** Beside the page; otherwise above it. */
  isBeside: boolean
}

/** Help for the page, or for a chosen topic, with a search over all topics (SHELL-27, AMB-053). */
export function HelpPanel({ user, isBeside }: Props) {
  const t = useTranslate()
  const help = useHelp()
  const { pathname } = useLocation()
  const route = routeAt(pathname)
  const topic = help.topic ?? (route && topicOf(route))
  const panel = useRef<HTMLElement>(null)
  // If it covers the page, the user opened it and is still reading.
  useEffect(() => {
    if (!isBeside) panel.current?.focus()
  }, [isBeside])
  if (topic === undefined) return null
  return (
    <chakra.aside
      ref={panel}
      tabIndex={-1}
      outline="none"
      aria-label={t('Help')}
      data-testid="help-panel"
      w={isBeside ? PANEL_WIDTH : `min(${PANEL_WIDTH}, 100vw)`}
      flexShrink="0"
      bg="bg.panel"
      borderInlineStartWidth="1px"
      overflowY="auto"
      p="4"
      {...(isBeside ? {} : { position: 'fixed', insetBlock: '0', insetInlineEnd: '0', zIndex: 'drawer', boxShadow: 'float' })}
      onKeyDown={(event) => event.key === 'Escape' && !isBeside && help.close()}
    >
      <Page topic={topic} />
      <OtherTopics key={topic} user={user} topic={topic} />
      <Button variant="ghost" size="sm" mt="4" onClick={help.startTour}>
        <Icon name="path" />
        {t('Start tour')}
      </Button>
    </chakra.aside>
  )
}

/** Not re-rendered when only the address's parameters change. */
const Page = memo(function Page({ topic }: { topic: HelpTopic }) {
  const t = useTranslate()
  const help = useHelp()
  const translate = useHelpText()
  const { title, about, first, tips } = helpPages[topic]
  return (
    <>
      <Box display="flex" alignItems="center" justifyContent="space-between" gap="2" mb="2">
        <Box as="h2" fontWeight="semibold">
          {translate(title)}
        </Box>
        <Button variant="ghost" size="icon" aria-label={t('Close help')} title={t('Close help')} onClick={help.close}>
          <Icon name="close" />
        </Button>
      </Box>
      <Box fontSize="sm" lineHeight="tall" display="grid" gap="3">
        <p>
          <HelpText text={about} />
        </p>
        <p>
          <HelpText text={first} onShow={help.showTarget} />
        </p>
        {tips.length > 0 && (
          <chakra.ul display="grid" gap="2" ps="4" listStyleType="disc">
            {tips.map((tip) => (
              <li key={tip.en}>
                <HelpText text={tip} onShow={help.showTarget} />
              </li>
            ))}
          </chakra.ul>
        )}
      </Box>
    </>
  )
})

/** The other topics, found by every word of their texts. */
const OtherTopics = memo(function OtherTopics({ user, topic }: { user: SessionUser; topic: HelpTopic }) {
  const t = useTranslate()
  const help = useHelp()
  const translate = useHelpText()
  const [search, setSearch] = useState('')
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = topicsFor(user.navigation).filter((name) => {
    if (name === topic) return false
    const { title, about, first, tips } = helpPages[name]
    const text = [title, about, first, ...tips].map(translate).join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <Box mt="5">
      <Input
        type="search"
        value={search}
        placeholder={t('Search help')}
        aria-label={t('Search help')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <chakra.ul mt="2" listStyleType="none" display="grid" fontSize="sm" data-testid="help-topics">
        {found.map((name) => (
          <li key={name}>
            <Button variant="ghost" size="sm" w="full" justifyContent="start" onClick={() => help.open(name)}>
              {translate(helpPages[name].title)}
            </Button>
          </li>
        ))}
      </chakra.ul>
      {found.length === 0 && (
        <Box fontSize="sm" color="fg.muted" px="2" role="status">
          {t('Nothing matches "%1"', [search])}
        </Box>
      )}
    </Box>
  )
})
