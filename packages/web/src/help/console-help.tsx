import { type ReactNode, useMemo, useState } from 'react'
import { useCore, useSelected } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import type { HelpTopic, Target } from '@tiffin/core/help'
import { useLocation } from 'react-router'
import { lazyComponent } from '../lazy-component.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { HelpProvider, type Help } from './help-context.ts'
import { useGuide } from './use-guide.ts'
import { useMedia } from './use-media.ts'

const HelpPanel = lazyComponent(async () => (await import('./help-panel.tsx')).HelpPanel)
const ConsoleTour = lazyComponent(async () => (await import('./console-tour.tsx')).ConsoleTour)
const NewsCard = lazyComponent(async () => (await import('./news-card.tsx')).NewsCard)
const ContactCard = lazyComponent(async () => (await import('./contacts.tsx')).ContactCard)

/** SHELL-27 */
const WIDE = '(min-width: 1301px)'
export const HELP_CLOSED = 'help.closed'

interface Props {
  user: SessionUser
  /** The page, with the panel to put at its side and the card to put below it. */
  children: (panel: ReactNode, card: ReactNode) => ReactNode
}

/** Help at the side of every page, and the cards shown unasked: tour, news, contacts (SHELL-22, SHELL-27, SHELL-36). */
export function ConsoleHelp({ user, children }: Props) {
  const { ports } = useCore()
  const guide = useGuide(user)
  const shown = useSelected(guide.store, (state) => state.shown)
  const [shownTarget, setShownTarget] = useState<Target | null>(null)
  const isWide = useMedia(WIDE)
  const [isClosed, setIsClosed] = useState(() => ports.storage.get(HELP_CLOSED) === '1')
  const [isOpenAbove, setIsOpenAbove] = useState(false)
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<{ topic: HelpTopic; pathname: string }>()
  const isPerson = user.device === null
  const isOpen = isPerson && (isWide ? !isClosed : isOpenAbove)

  const help = useMemo((): Help => {
    const setOpen = (open: boolean): void => {
      ports.storage.set(HELP_CLOSED, open ? undefined : '1')
      setIsClosed(!open)
      setIsOpenAbove(open)
    }
    return {
      isOpen,
      // Another page has another topic.
      topic: chosen?.pathname === pathname ? chosen.topic : undefined,
      open(topic) {
        setChosen(topic && { topic, pathname })
        setOpen(true)
      },
      close: () => setOpen(false),
      startTour() {
        setIsOpenAbove(false)
        guide.open('tour')
      },
      showTarget(target) {
        setIsOpenAbove(false)
        setShownTarget(target)
      },
    }
  }, [ports, guide, isOpen, chosen, pathname])

  const Card = shown === 'news' ? NewsCard : shown === 'contacts' ? ContactCard : null
  return (
    <HelpProvider value={help}>
      {children(
        isOpen && (
          <LazyBoundary quiet onFail={help.close}>
            <HelpPanel user={user} isBeside={isWide} />
          </LazyBoundary>
        ),
        Card && (
          <LazyBoundary quiet onFail={guide.close}>
            <Card onClose={guide.close} />
          </LazyBoundary>
        ),
      )}
      {(shown === 'tour' || shownTarget !== null) && (
        <LazyBoundary quiet onFail={guide.close}>
          <ConsoleTour
            key={shownTarget ?? 'tour'}
            user={user}
            target={shownTarget}
            onEnd={() => (shownTarget === null ? guide.close() : setShownTarget(null))}
          />
        </LazyBoundary>
      )}
    </HelpProvider>
  )
}
