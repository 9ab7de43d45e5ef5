import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button, NativeSelect } from '../ui/controls.ts'
import { useChat } from './use-chat.ts'

/** Who is responsible for the conversation, to be changed. */
export function AssignedTo({ user }: { user: number }) {
  const t = useTranslate()
  const chat = useChat()
  const { client, session } = useCore()
  const me = useSelected(session.store, (state) => state.user?.admin_id)
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const row = useSelected(chat.list, ({ known }) => known.get(user))
  const { data: colleagues = [] } = useQuery({
    queryKey: ['chat colleagues', company],
    queryFn: ({ signal }) => client.Chat.colleagues({}, { signal }).then(({ data }) => data.colleagues),
    meta: { failure: "can't load colleagues" },
  })
  if (!row) return null
  const { admin_id, admin_name } = row
  // Someone who may not answer customers any more.
  const isMissing = admin_id !== null && !colleagues.some((one) => one.admin_id === admin_id)
  const assign = (to: number | null): void => void chat.assign(user, to)
  return (
    <Box display="flex" gap="2" css={{ '@media (max-width: 599.9px)': { width: '100%', order: 1 } }}>
      {admin_id === null && me !== undefined && colleagues.some((one) => one.admin_id === me) && (
        <Button onClick={() => assign(me)}>{t('Assign to me')}</Button>
      )}
      <NativeSelect
        maxW="44"
        aria-label={t('Assigned to')}
        title={t('Assigned to')}
        data-testid="chat-assigned"
        value={admin_id ?? ''}
        onChange={({ target }) => assign(Number(target.value) || null)}
      >
        <option value="">{t('Unassigned')}</option>
        {isMissing && <option value={admin_id}>{admin_name}</option>}
        {colleagues.map((one) => (
          <option key={one.admin_id} value={one.admin_id}>
            {one.admin_id === me ? t('%1 (you)', [one.name]) : one.name}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}
