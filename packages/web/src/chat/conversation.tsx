import { Box } from '@chakra-ui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from '@tiffin/sdk/contract'
import { connectionTexts, selectConnection, withDates } from '@tiffin/core/chat'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatPhone, phoneLink } from '@tiffin/core/rules'
import { Phone } from 'lucide-react'
import { useCommands } from '../keys/command-scopes.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { SvgIcon } from '../ui/svg-icon.tsx'
import { AssignedTo } from './assigned-to.tsx'
import { Composer } from './composer.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { MessageRow, UnsentRow } from './message-row.tsx'
import { MessageSearch } from './message-search.tsx'
import { useChat } from './use-chat.ts'
import { useMoments } from './use-moments.ts'

/** One customer's conversation, with their orders beside it. */
export function Conversation({ user, onBack }: { user: number; onBack: () => void }) {
  const t = useTranslate()
  const chat = useChat()
  const [draft, setDraft] = useState(() => chat.draft(user))
  const [deleting, setDeleting] = useState<string | null>(null)
  const [showsOrders, setShowsOrders] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const search = (): void => {
    setIsSearching(true)
    searchField.current?.focus()
  }
  useCommands([
    {
      title: t('Chat'),
      commands: [{ id: 'search', name: t('Search conversation'), key: '/', icon: 'search', run: search }],
    },
  ])
  const row = useSelected(chat.list, ({ known }) => known.get(user))
  const messages = useSelected(chat.store, (state) => state.messages)
  const name = row?.name || formatPhone(row?.phone ?? '') || messages.find(({ user_name }) => user_name)?.user_name || ''
  const latest = useRef(draft)
  // An upload may end after more was typed, or after the conversation was closed.
  const change = (part: Partial<typeof draft>): void => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
    chat.keepDraft(user, latest.current)
  }
  return (
    <>
      <Box flex="1" minW="0" minH="0" display="flex" flexDirection="column">
        <Header
          name={name}
          phone={row?.phone ?? ''}
          user={user}
          onBack={onBack}
          showsOrders={showsOrders}
          onOrders={() => setShowsOrders(!showsOrders)}
          isSearching={isSearching}
          onSearch={() => setIsSearching(!isSearching)}
          searchButton={searchButton}
        />
        {isSearching && (
          <MessageSearch
            user={user}
            field={searchField}
            onClose={() => {
              setIsSearching(false)
              searchButton.current?.focus()
            }}
          />
        )}
        <Messages onQuote={(quote) => change({ quote })} onDelete={setDeleting} />
        <Composer key={user} user={user} draft={draft} onChange={change} />
      </Box>
      <Box
        as="aside"
        aria-label={t('Orders of the customer')}
        w="280px"
        flexShrink="0"
        borderInlineStartWidth="1px"
        overflowY="auto"
        display="none"
        css={{
          '@container chat (min-width: 1000px)': { display: 'block' },
          '@container chat (max-width: 999.9px)': {
            display: showsOrders ? 'block' : 'none',
            position: 'absolute',
            insetBlock: 0,
            insetInlineEnd: 0,
            background: 'var(--chakra-colors-bg-panel)',
            zIndex: 1,
          },
        }}
      >
        <CustomerOrders
          user={user}
          onInsert={(text) => {
            change({ text: draft.text === '' ? text : `${draft.text.trimEnd()} ${text}` })
            setShowsOrders(false)
          }}
          onClose={() => setShowsOrders(false)}
        />
      </Box>
      {deleting !== null && (
        <AskDialog
          title={t('Delete message?')}
          testId="delete-message"
          onClose={() => setDeleting(null)}
          actions={
            <>
              <Button onClick={() => setDeleting(null)}>{t('No')}</Button>
              <Button
                variant="negative"
                onClick={() => {
                  chat.remove(deleting)
                  setDeleting(null)
                }}
              >
                {t('Yes')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

interface HeaderProps {
  name: string
  phone: string
  user: number
  onBack: () => void
  showsOrders: boolean
  onOrders: () => void
  isSearching: boolean
  onSearch: () => void
  searchButton: RefObject<HTMLButtonElement | null>
}

function Header({ name, phone, user, onBack, showsOrders, onOrders, isSearching, onSearch, searchButton }: HeaderProps) {
  const t = useTranslate()
  const chat = useChat()
  const { session } = useCore()
  const me = useSelected(session.store, (state) => state.user?.admin_id)
  const state = useSelected(chat.store, selectConnection)
  const phase = useSelected(chat.store, (one) => one.phase)
  const typist = useSelected(chat.store, (one) => one.typing.get(user) ?? '')
  const viewers = useSelected(chat.store, (one) => one.viewers.get(user)) ?? []
  const others = [...new Set(viewers.filter(({ admin_id }) => admin_id !== me).map(({ admin_name }) => admin_name))]
  return (
    <Box
      px="3"
      py="2"
      borderBottomWidth="1px"
      display="flex"
      alignItems="center"
      gap="2"
      minH="14"
      css={{ '@media (max-width: 599.9px)': { flexWrap: 'wrap' } }}
    >
      <Box css={{ '@media (min-width: 600px)': { display: 'none' } }}>
        <Button variant="ghost" size="icon" aria-label={t('Back to the list')} onClick={onBack}>
          <Box display="flex" _rtl={{ transform: 'scaleX(-1)' }}>
            <Icon name="back" />
          </Box>
        </Button>
      </Box>
      <Box flex="1" minW="0">
        <Box as="h1" fontWeight="semibold" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          <bdi>{name}</bdi>
        </Box>
        <Box fontSize="sm" color="fg.muted" role="status" data-testid="chat-state" data-state={state}>
          <Box
            as="span"
            aria-hidden="true"
            display="inline-block"
            w="2"
            h="2"
            me="1.5"
            borderRadius="full"
            bg={state === 1 || state === 3 ? 'positive' : 'fg.muted'}
          />
          {state === 3 && typist !== '' ? t('%1 is typing…', [typist]) : t(connectionTexts[state])}
          {others.length > 0 && ` · ${t('Also viewing: %1', [others.join(', ')])}`}
        </Box>
      </Box>
      {phase === 'closed' && (
        <Button size="sm" onClick={() => chat.retry()}>
          {t('Reconnect')}
        </Button>
      )}
      <AssignedTo user={user} />
      <Button
        ref={searchButton}
        variant="ghost"
        size="icon"
        aria-label={t('Search conversation')}
        title={t('Search conversation')}
        aria-pressed={isSearching}
        onClick={onSearch}
      >
        <Icon name="search" />
      </Button>
      {phone !== '' && (
        <Button asChild variant="ghost" size="icon">
          <a href={phoneLink(phone)} aria-label={t('Call %1', [formatPhone(phone)])} title={formatPhone(phone)}>
            <SvgIcon icon={Phone} />
          </a>
        </Button>
      )}
      <Box css={{ '@container chat (min-width: 1000px)': { display: 'none' } }}>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('Orders of the customer')}
          title={t('Orders of the customer')}
          aria-pressed={showsOrders}
          onClick={onOrders}
        >
          <Icon name="receipt" />
        </Button>
      </Box>
    </Box>
  )
}

/** The history; it stays at its newest message while the reader does. */
function Messages({ onQuote, onDelete }: { onQuote: (uuid: string) => void; onDelete: (uuid: string) => void }) {
  const t = useTranslate()
  const chat = useChat()
  const { dayOf, dayText } = useMoments()
  const { messages, loading, hasOlder, hasNewer, shown, unsent, refused, opened } = useSelected(chat.store, (state) => state)
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const reached = useRef(shown)
  const oldest = useRef<{ uuid: string | undefined; height: number }>({ uuid: undefined, height: 0 })
  const [stays, setStays] = useState(true)
  const dated = withDates(messages, dayOf)
  const byUuid = new Map<string, ChatMessage>(messages.map((message) => [message.uuid, message]))
  const waiting = unsent.filter(({ user_id }) => user_id === opened)
  const failed = [...refused.values()].filter(({ message }) => message.user_id === opened)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = messages[0]?.uuid
    // Another part of the history is loaded.
    if (messages.length === 0) isAtEnd.current = !hasNewer
    const target = shown && shown !== reached.current && element.querySelector(`[data-testid="message-${shown.uuid}"]`)
    if (target) {
      reached.current = shown
      isAtEnd.current = false
      const middle = (element.clientHeight - target.clientHeight) / 2
      element.scrollTop += target.getBoundingClientRect().top - element.getBoundingClientRect().top - middle
    } else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    // Visible messages must not move when older ones appear above them.
    else if (first !== oldest.current.uuid) element.scrollTop += element.scrollHeight - oldest.current.height
    oldest.current = { uuid: first, height: element.scrollHeight }
  }, [messages, hasNewer, shown, waiting.length, failed.length])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <Box position="relative" flex="1" minH="0" display="flex">
      <Box
        ref={box}
        flex="1"
        minW="0"
        overflowY="auto"
        px="3"
        py="2"
        role="log"
        aria-label={t('Messages')}
        tabIndex={0}
        data-testid="chat-messages"
        // A picture gets its height only now.
        onLoadCapture={({ currentTarget: element }) => {
          if (isAtEnd.current) element.scrollTop = element.scrollHeight
        }}
        onScroll={({ currentTarget: element }) => {
          const below = element.scrollHeight - element.scrollTop - element.clientHeight
          isAtEnd.current = below < 40 && !hasNewer
          setStays(isAtEnd.current)
          if (element.scrollTop < 200) chat.loadOlder()
          if (below < 200) chat.loadNewer()
        }}
      >
        {hasOlder && (
          <Box display="grid" justifyItems="center" mb="2">
            <Button size="sm" variant="ghost" disabled={loading} onClick={() => chat.loadOlder()}>
              {t('Show older messages')}
            </Button>
          </Box>
        )}
        {dated.map((message) => (
          <Box key={message.uuid}>
            {message.showdate === 1 && (
              <Box textAlign="center" fontSize="xs" color="fg.muted" my="2">
                {dayText(message.date)}
              </Box>
            )}
            <MessageRow
              message={message}
              isShown={message.uuid === shown?.uuid}
              quoted={message.quote === null ? undefined : byUuid.get(message.quote)}
              onQuote={onQuote}
              onDelete={onDelete}
            />
          </Box>
        ))}
        {hasNewer && messages.length > 0 && (
          <Box display="grid" justifyItems="center" my="2">
            <Button size="sm" variant="ghost" disabled={loading} onClick={() => chat.loadNewer()}>
              {t('Show newer messages')}
            </Button>
          </Box>
        )}
        {waiting.map((message) => (
          <UnsentRow key={message.intent_id} message={message} />
        ))}
        {failed.map(({ message, error }) => (
          <UnsentRow key={message.intent_id} message={message} error={error} />
        ))}
        {!loading && messages.length + waiting.length + failed.length === 0 && (
          <Box p="6" textAlign="center" color="fg.muted">
            {t('No messages yet. Write the first one below.')}
          </Box>
        )}
      </Box>
      {(!stays || hasNewer) && (
        <Button
          position="absolute"
          bottom="3"
          insetInlineEnd="4"
          size="icon"
          aria-label={t('Jump to newest message')}
          title={t('Jump to newest message')}
          onClick={() => {
            isAtEnd.current = true
            if (hasNewer) chat.showNewest()
            else if (box.current) box.current.scrollTop = box.current.scrollHeight
          }}
        >
          <Icon name="down" />
        </Button>
      )}
    </Box>
  )
}
