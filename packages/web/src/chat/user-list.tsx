import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import type { ChatAssigned, ChatUser } from '@tiffin/sdk/contract'
import { useSelected, useTranslate } from '@tiffin/core/react'
import { formatPhone } from '@tiffin/core/rules'
import { Avatar } from '../records/avatar.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useChat } from './use-chat.ts'
import { useMoments } from './use-moments.ts'

const MAX_COUNT = 99
const filters = [
  ['mine', 'Mine'],
  ['none', 'Unassigned'],
  ['all', 'All'],
] as const
const emptyTexts = {
  mine: 'No conversation is assigned to you.',
  none: 'Every conversation is assigned.',
  all: 'No customer has written yet.',
} as const

interface UserListProps {
  chosen: number | null
  onChoose: (user: number) => void
  onFilter: (assigned: ChatAssigned) => void
}

/** Customers, the latest conversation first, with unread badges (CHAT-02 to CHAT-07). */
export function UserList({ chosen, onChoose, onFilter }: UserListProps) {
  const t = useTranslate()
  const chat = useChat()
  const { users, loading, hasMore, failed, search, assigned } = useSelected(chat.list, (state) => state)
  const [text, setText] = useState(search)
  return (
    <>
      <Box p="2" borderBottomWidth="1px">
        <Input
          type="search"
          aria-label={t('Search by phone or name')}
          placeholder={t('Search by phone or name')}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            chat.search(target.value)
          }}
        />
        <Box role="group" aria-label={t('Conversations shown')} display="flex" gap="1" mt="2">
          {filters.map(([value, label]) => (
            <Button
              key={value}
              size="sm"
              variant={value === assigned ? 'solid' : 'ghost'}
              aria-pressed={value === assigned}
              onClick={() => onFilter(value)}
            >
              {t(label)}
            </Button>
          ))}
        </Box>
      </Box>
      <Box
        as="nav"
        aria-label={t('Conversations')}
        flex="1"
        overflowY="auto"
        onScroll={({ currentTarget: box }) => {
          if (box.scrollTop + box.clientHeight > box.scrollHeight - 200) chat.loadMore()
        }}
      >
        <Box as="ul" listStyleType="none" data-testid="chat-users">
          {users.map((user) => (
            <UserRow key={user.user_id} user={user} isChosen={user.user_id === chosen} onChoose={onChoose} />
          ))}
        </Box>
        {failed && (
          <Box p="3" display="grid" gap="2" justifyItems="start" role="alert">
            {t("Can't load conversations")}
            <Button onClick={() => chat.search(text)}>{t('Try again')}</Button>
          </Box>
        )}
        {!loading && !failed && users.length === 0 && (
          <Box p="3" color="fg.muted">
            {text === '' ? t(emptyTexts[assigned]) : t('No customers found')}
          </Box>
        )}
        {hasMore && !loading && (
          <Box p="2">
            <Button variant="ghost" w="full" onClick={() => chat.loadMore()}>
              {t('Show more')}
            </Button>
          </Box>
        )}
      </Box>
    </>
  )
}

function UserRow({ user, isChosen, onChoose }: { user: ChatUser; isChosen: boolean; onChoose: (user: number) => void }) {
  const t = useTranslate()
  const chat = useChat()
  const { shortMoment } = useMoments()
  const isOnline = useSelected(chat.store, ({ online }) => online.has(user.user_id))
  const typing = useSelected(chat.store, (state) => state.typing.has(user.user_id))
  const phone = formatPhone(user.phone)
  const unread = user.chat_admin_unread
  return (
    <li>
      <Box
        as="button"
        w="full"
        px="3"
        py="2"
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr) auto"
        gap="2.5"
        alignItems="center"
        textAlign="start"
        cursor="pointer"
        bg={isChosen ? 'bg.muted' : 'transparent'}
        _hover={{ bg: isChosen ? 'bg.muted' : 'bg.subtle' }}
        aria-current={isChosen ? 'true' : undefined}
        data-testid={`chat-user-${user.user_id}`}
        onClick={() => onChoose(user.user_id)}
      >
        <Avatar src={user.img} name={user.name || phone} size={36} round />
        <Box minW="0">
          <Box fontWeight={unread > 0 ? 'semibold' : 'medium'} overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            <bdi>{user.name || phone}</bdi>
          </Box>
          <Box color="fg.muted" fontSize="sm" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {typing ? t('Typing…') : isOnline ? t('In the store now') : <bdi>{phone}</bdi>}
          </Box>
          {user.admin_id !== null && (
            <Box color="fg.muted" fontSize="sm" display="flex" gap="1" alignItems="center" data-testid="chat-user-assigned">
              <Icon name="user" size={14} />
              <Box as="span" srOnly>
                {t('Assigned to')}
              </Box>
              <Box as="span" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                <bdi>{user.admin_name}</bdi>
              </Box>
            </Box>
          )}
        </Box>
        <Box display="grid" justifyItems="end" gap="1" fontSize="xs" color="fg.muted">
          {user.chat_date && shortMoment(user.chat_date)}
          {unread > 0 && (
            <Box
              as="span"
              minW="5"
              px="1.5"
              borderRadius="full"
              bg="accent.solid"
              color="accent.contrast"
              fontWeight="semibold"
              textAlign="center"
              lineHeight="20px"
              data-testid="chat-unread"
            >
              {/* A label on the badge alone would not be read as part of the button. */}
              <span aria-hidden="true">{unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}</span>
              <Box as="span" srOnly>
                {t('Unread messages: %1', [unread])}
              </Box>
            </Box>
          )}
        </Box>
      </Box>
    </li>
  )
}
