import { Box, Menu } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { guideTarget } from '../help/guide-target.ts'
import { lazyComponent } from '../lazy-component.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { Access, useMerchantChoice } from './merchant-choice.tsx'

const MerchantDialog = lazyComponent(async () => (await import('./merchant-dialog.tsx')).MerchantDialog)

/** From this number on, a search replaces the menu. */
const SEARCH_FROM = 10

/** Chooses one, several or all merchants (BOARD-01, BOARD-04); pencil and eye show the level of access (PERM-11). */
export function MerchantPicker() {
  const t = useTranslate()
  const { merchants, all, chooseAll, toggle } = useMerchantChoice()
  const [open, setOpen] = useState(false)
  const chosen = merchants.filter(({ on }) => on)
  const [first] = chosen
  const summary = all
    ? t('All merchants')
    : !first
      ? t('No merchants')
      : chosen.length === 1
        ? first.name
        : t('%1 merchants', [chosen.length])
  if (merchants.length >= SEARCH_FROM)
    return (
      <>
        <PickerButton summary={summary} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)} />
        {open && (
          <LazyBoundary typed onFail={() => setOpen(false)}>
            <MerchantDialog onClose={() => setOpen(false)} />
          </LazyBoundary>
        )}
      </>
    )
  return (
    <Menu.Root closeOnSelect={false} positioning={{ strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <PickerButton summary={summary} />
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.CheckboxItem value="all" checked={all} onCheckedChange={chooseAll}>
            <Tick />
            <Menu.ItemText>{t('All merchants')}</Menu.ItemText>
          </Menu.CheckboxItem>
          <Menu.Separator />
          {merchants.map(({ id, name, on, level }) => (
            <Menu.CheckboxItem key={id} value={String(id)} checked={on} onCheckedChange={(now) => toggle(id, now)}>
              <Tick />
              <Menu.ItemText>{name}</Menu.ItemText>
              <Access level={level} />
            </Menu.CheckboxItem>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

function PickerButton({ summary, ...button }: { summary: string } & ComponentProps<typeof Button>) {
  const t = useTranslate()
  return (
    <Button aria-label={t('Merchants: %1', [summary])} {...guideTarget('merchants')} {...button}>
      <Icon name="store" />
      <Box as="span" truncate maxW={{ base: '28', md: '48' }}>
        {summary}
      </Box>
      <Icon name="down" size={14} />
    </Button>
  )
}

/** Keeps its space when empty, so that names are aligned. */
const Tick = () => (
  <Box w="4" display="flex" color="accent">
    <Menu.ItemIndicator>
      <Icon name="check" />
    </Menu.ItemIndicator>
  </Box>
)
