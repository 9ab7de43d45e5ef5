import { Box, Menu } from '@chakra-ui/react'
import { errors, type OrderStatus } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { type Decision, localized } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'

interface Props {
  status: OrderStatus
  /** Yes, or the rule that closes it. */
  decision: Decision
  needsReason: boolean
  /** Element that says why it is closed, where it does not itself. */
  reason?: string
  /** For how many of the orders it is open, where not for all. */
  share?: string | undefined
  onSelect: () => void
}

/** A status in a "Move to…", and why it is closed. */
export function MoveItem({ status, decision, needsReason, reason, share, onSelect }: Props) {
  const t = useTranslate()
  const { lang } = useBoardView()
  return (
    <Menu.Item
      value={String(status.order_status_id)}
      aria-disabled={!decision.allowed}
      aria-describedby={reason}
      closeOnSelect={decision.allowed}
      data-testid={`move-to-${status.order_status_id}`}
      onSelect={onSelect}
    >
      <Box
        w="2.5"
        h="2.5"
        borderRadius="full"
        flexShrink="0"
        opacity={decision.allowed ? 1 : 0.4}
        style={{ background: status.color.background }}
      />
      <Menu.ItemText>
        {localized(status.value, lang)}
        {needsReason && '…'}
        {!decision.allowed && reason === undefined && (
          <Box fontSize="xs" color="fg.muted">
            {t(errors[decision.code], decision.params)}
          </Box>
        )}
      </Menu.ItemText>
      {share !== undefined && (
        <Box as="span" color="fg.muted" fontSize="sm">
          {share}
        </Box>
      )}
      {!decision.allowed && <Icon name="lock" size={14} />}
    </Menu.Item>
  )
}
