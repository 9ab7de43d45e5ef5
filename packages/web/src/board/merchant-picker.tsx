import { Box, Menu } from '@chakra-ui/react'
import { selectMerchants } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useChooseMerchants } from './use-choose-merchants.ts'

/** One, several or all merchants (BOARD-01, BOARD-04); pencil and eye tell what may be done there (PERM-11). */
export function MerchantPicker() {
  const t = useTranslate()
  const { board, session, moves } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const merchants = useSelected(board.store, (state) => state.merchants)
  const chosen = useSelected(board.store, (state) => state.chosen)

  const choose = useChooseMerchants()
  const shown = chosen === 'all' ? [] : selectMerchants({ merchants, chosen })
  const ids = shown.map(({ merchant_id }) => merchant_id)
  const [first] = shown
  const summary =
    chosen === 'all'
      ? t('All merchants')
      : !first
        ? t('No merchants')
        : ids.length === 1
          ? localized(first.name, lang)
          : t('%1 merchants', [ids.length])

  const toggle = (id: number, on: boolean): void => {
    const next = on ? [...ids, id] : ids.filter((other) => other !== id)
    choose(next.length === 0 ? 'all' : next)
  }

  return (
    <Menu.Root closeOnSelect={false} positioning={{ strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <Button aria-label={t('Merchants: %1', [summary])}>
          <Icon name="store" />
          <Box as="span" truncate maxW={{ base: '28', md: '48' }}>
            {summary}
          </Box>
          <Icon name="down" size={14} />
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.CheckboxItem value="all" checked={chosen === 'all'} onCheckedChange={() => choose('all')}>
            <Tick />
            <Menu.ItemText>{t('All merchants')}</Menu.ItemText>
          </Menu.CheckboxItem>
          <Menu.Separator />
          {merchants.map(({ merchant_id, name }) => (
            <Menu.CheckboxItem
              key={merchant_id}
              value={String(merchant_id)}
              checked={ids.includes(merchant_id)}
              onCheckedChange={(on) => toggle(merchant_id, on)}
            >
              <Tick />
              <Menu.ItemText>{localized(name, lang)}</Menu.ItemText>
              <Access level={moves.level(merchant_id)} />
            </Menu.CheckboxItem>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** Keeps its place when empty, so that names stand in one line. */
const Tick = () => (
  <Box w="4" display="flex" color="accent">
    <Menu.ItemIndicator>
      <Icon name="check" />
    </Menu.ItemIndicator>
  </Box>
)

function Access({ level }: { level: 0 | 1 | 2 }) {
  const t = useTranslate()
  const label = level === 2 ? t('Edit') : t('View only')
  return (
    <Box as="span" color="fg.muted" title={label} role="img" aria-label={label} data-access={level === 2 ? 'pencil' : 'eye'}>
      <Icon name={level === 2 ? 'pencil' : 'eye'} size={14} />
    </Box>
  )
}
