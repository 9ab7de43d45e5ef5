import { Box, Menu } from '@chakra-ui/react'
import { useId } from 'react'
import { errors, type OrderStatus } from '@tiffin/sdk/contract'
import type { Translate } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { type Decision, localized } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'

export interface MoveTarget {
  status: OrderStatus
  /** Yes, or the rule that refuses it. */
  decision: Decision
  needsReason: boolean
  /** For how many of the orders it is available, if not for all. */
  share?: string | undefined
}

const fullReason = (decision: Decision, t: Translate): string =>
  decision.allowed ? '' : t.message(errors[decision.code], decision.params)

interface Props<T> {
  targets: readonly T[]
  /** Also called for unavailable targets. */
  onSelect: (target: T) => void
}

/** Statuses for "Move to…": available ones first, then unavailable ones, dimmed and with the reason. */
export function MoveList<T extends MoveTarget>({ targets, onSelect }: Props<T>) {
  const t = useTranslate()
  const reason = useId()
  const open = targets.filter(({ decision }) => decision.allowed)
  const closed = targets.filter(({ decision }) => !decision.allowed)
  const reasons = new Set(closed.map(({ decision }) => fullReason(decision, t)))
  // If nothing can be moved for a single reason, it is shown once instead of on each line.
  const only = open.length === 0 && reasons.size === 1
  const item = (target: T) => (
    <MoveItem
      key={target.status.order_status_id}
      target={target}
      describedBy={only ? reason : undefined}
      onSelect={() => onSelect(target)}
    />
  )
  return (
    <>
      {only && (
        <Box id={reason} px="2" pb="1" fontSize="sm" color="fg.muted" data-testid="moves-closed">
          {[...reasons]}
        </Box>
      )}
      {open.map(item)}
      {closed.length > 0 && (
        <Menu.ItemGroup>
          {!only && <Menu.ItemGroupLabel>{t('Not available now')}</Menu.ItemGroupLabel>}
          {closed.map(item)}
        </Menu.ItemGroup>
      )}
    </>
  )
}

interface ItemProps {
  target: MoveTarget
  /** Id of the element with the reason, if not shown on the line. */
  describedBy: string | undefined
  onSelect: () => void
}

function MoveItem({ target: { status, decision, needsReason, share }, describedBy, onSelect }: ItemProps) {
  const t = useTranslate()
  const { lang } = useBoardView()
  const why = decision.allowed || describedBy !== undefined ? undefined : fullReason(decision, t)
  return (
    <Menu.Item
      value={String(status.order_status_id)}
      aria-disabled={!decision.allowed}
      aria-describedby={describedBy}
      closeOnSelect={decision.allowed}
      data-testid={`move-to-${status.order_status_id}`}
      onSelect={onSelect}
      {...(!decision.allowed && { fontSize: 'sm' })}
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
        {why !== undefined && (
          <Box fontSize="xs" color="fg.muted" maxW="64" whiteSpace="normal" data-testid="move-reason">
            {why}
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
