import { Box } from '@chakra-ui/react'
import { useEffect } from 'react'
import type { ChatAssigned } from '@tiffin/sdk/contract'
import type { ConsoleChat } from '@tiffin/core/chat'
import { useCore, useLoadedChat, useSelected, useTranslate } from '@tiffin/core/react'
import { MessageSquareText } from 'lucide-react'
import { ChooseCompany } from '../ui/choose-company.tsx'
import { PageMessage } from '../ui/page-message.tsx'
import { usePageParams } from '../ui/use-page-params.ts'
import { Conversation } from './conversation.tsx'
import { ChatContext } from './use-chat.ts'
import { UserList } from './user-list.tsx'

/** Customers on the left, the conversation on the right (NAV-44, CHAT-01). */
export function ChatPage() {
  const { session } = useCore()
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const chat = useLoadedChat()
  if (company === undefined) return <ChooseCompany />
  if (!chat) return null
  return (
    <ChatContext value={chat}>
      <Panes key={company} chat={chat} />
    </ChatContext>
  )
}

const readAssigned = (value: string | null): ChatAssigned => (value === 'mine' || value === 'none' ? value : 'all')

function Panes({ chat }: { chat: ConsoleChat }) {
  const t = useTranslate()
  const [params, setParams] = usePageParams()
  const chosen = Number(params.get('user')) || null
  const assigned = readAssigned(params.get('assigned'))

  // The chat is open from sign-in on for the badge; without a badge, as for operators, while the page is open.
  useEffect(() => chat.watch(), [chat])
  useEffect(() => chat.filter(assigned), [chat, assigned])
  useEffect(() => {
    if (chosen === null) chat.leave()
    else chat.open(chosen)
  }, [chat, chosen])
  useEffect(() => () => chat.leave(), [chat])
  useEffect(() => {
    const see = (): void => void (document.visibilityState === 'visible' && chat.see())
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [chat])

  const set = (name: 'user' | 'assigned', value: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const choose = (user: number | null): void => set('user', user === null ? null : String(user))
  return (
    <Box
      position="relative"
      h="full"
      minH="0"
      // The help beside the page takes some of its width.
      css={{ container: 'chat / inline-size' }}
      display="flex"
      data-testid="chat-page"
    >
      {/* CHAT-08 */}
      <Box
        css={{
          width: '320px',
          '@media (max-width: 599.9px)': { width: '100%', display: chosen === null ? 'flex' : 'none' },
        }}
        flexShrink="0"
        display="flex"
        flexDirection="column"
        borderInlineEndWidth="1px"
      >
        <UserList chosen={chosen} onChoose={choose} onFilter={(value) => set('assigned', value === 'all' ? null : value)} />
      </Box>
      <Box
        flex="1"
        minW="0"
        display="flex"
        css={{ '@media (max-width: 599.9px)': { display: chosen === null ? 'none' : 'flex' } }}
      >
        {chosen === null ? (
          <Box flex="1">
            <PageMessage icon={MessageSquareText} title={t('Select chat')} testId="chat-empty">
              <Box color="fg.muted">{t('Customers write to you here from your store. Choose one to read and answer.')}</Box>
            </PageMessage>
          </Box>
        ) : (
          <Conversation key={chosen} user={chosen} onBack={() => choose(null)} />
        )}
      </Box>
    </Box>
  )
}
