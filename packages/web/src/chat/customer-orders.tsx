import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { answerLanguage } from '@tiffin/core/chat'
import { type FoundOrder, findOrdersOf } from '@tiffin/core/find-orders'
import { createI18n } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized, orderNumber } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'
import { readRows } from '@tiffin/core/screens'
import { Icon } from '../ui/icon.tsx'
import { useChat } from './use-chat.ts'
import { useMoments } from './use-moments.ts'

interface Props {
  user: number
  /** Adds a sentence to the message being written. */
  onInsert: (text: string) => void
  onClose: () => void
}

/** The latest orders of the customer, with the answer to "Where is my order?". */
export function CustomerOrders({ user, onInsert, onClose }: Props) {
  const t = useTranslate()
  const { client, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const { shortMoment } = useMoments()
  const { data: orders, isError } = useQuery({
    queryKey: ['chat orders', company, user],
    queryFn: ({ signal }) => findOrdersOf(client, user, signal),
  })
  const statusOf = ({ status }: FoundOrder, language = lang): string => localized(status?.value, language)
  const texts = useAnswerTexts(user, lang)
  const { shortMoment: answeredMoment } = useMoments(texts?.lang())
  const answer = (order: FoundOrder): string =>
    (texts?.t ?? t)('Your order %1: %2, expected %3.', [
      orderNumber(order),
      statusOf(order, texts?.lang()),
      answeredMoment(order.time_delivery ?? order.time_finish),
    ])
  return (
    <Box p="3" display="grid" gap="2" alignContent="start">
      <Box display="flex" alignItems="center">
        <Box as="h2" fontWeight="semibold" flex="1">
          {t('Orders')}
        </Box>
        <Box css={{ '@container chat (min-width: 1000px)': { display: 'none' } }}>
          <Button variant="ghost" size="icon" aria-label={t('Close')} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </Box>
      </Box>
      {isError && <Box color="fg.muted">{t("Can't load orders")}</Box>}
      {orders?.length === 0 && <Box color="fg.muted">{t('No orders yet.')}</Box>}
      {orders?.map((order) => (
        <Box key={order.order_id} borderWidth="1px" borderRadius="l2" p="2" display="grid" gap="1" data-testid="chat-order">
          <Box display="flex" gap="2">
            <Box fontWeight="semibold">{orderNumber(order)}</Box>
            <Box color="fg.muted" marginInlineStart="auto" fontSize="sm">
              {shortMoment(order.time_create)}
            </Box>
          </Box>
          <Box fontSize="sm">
            {[localized(order.merchant_obj?.name, lang), statusOf(order), order.courier_obj?.name].filter(Boolean).join(' · ')}
          </Box>
          <Button size="sm" disabled={!texts} onClick={() => onInsert(answer(order))}>
            {t('Reply with order status')}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

/** Texts for answers to a customer; undefined until their language is known. */
function useAnswerTexts(user: number, own: string) {
  const { client } = useCore()
  const chat = useChat()
  const written = useSelected(chat.store, ({ messages }) => messages.findLast(({ type }) => type === 0)?.text ?? '')
  const { data: lang, isError } = useQuery({
    queryKey: ['language of a customer', user],
    queryFn: async ({ signal }) => {
      const query = {
        table: 'user',
        include: ['user_id', 'lang'],
        search: [{ key: 'user_id', prm: user }],
        limit: [0, 1] as [0, 1],
      }
      const [row] = await readRows(client, query, { company: undefined, signal })
      return typeof row?.['lang'] === 'string' ? row['lang'] : ''
    },
    meta: { failure: "can't read the language of a customer" },
  })
  const answered = lang === undefined && !isError ? undefined : answerLanguage({ lang: lang ?? '', written, own })
  const { data: texts } = useQuery({
    queryKey: ['texts of answers', answered],
    enabled: answered !== undefined,
    queryFn: async () => {
      const made = createI18n()
      await made.use(answered ?? own)
      return made
    },
    structuralSharing: false,
    staleTime: Infinity,
  })
  return texts
}
