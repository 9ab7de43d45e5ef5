import { Box, Menu } from '@chakra-ui/react'
import { useState } from 'react'
import { currentView, deleteNamedBoard, isSameBoard, saveNamedBoard, showNamedBoard } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { columnsOf, localized } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { useBoardView } from './board-context.ts'
import { NameDialog } from './name-dialog.tsx'

/** The named boards, the one opened last, and whether the current view differs from it. */
function useNamedBoards() {
  const { board, boardSettings } = useCore()
  const chosen = useSelected(board.store, (state) => state.chosen)
  const period = useSelected(board.store, (state) => state.period)
  const station = useSelected(board.store, (state) => state.station)
  const settings = useSelected(boardSettings.store, (state) => state)
  const current = settings.boards.find(({ name }) => name === settings.board)
  const isChanged = current !== undefined && !isSameBoard(current, currentView({ chosen, period, station }, settings))
  return { ...settings, current, isChanged }
}

/** Picks a named board, such as the grill's, and the visible columns (AMB-098). */
export function BoardPicker({ onStation }: { onStation: () => void }) {
  const t = useTranslate()
  const core = useCore()
  const { boards, current, isChanged, compact, hidden } = useNamedBoards()
  const save = (name: string): void => saveNamedBoard(core, name, { compact, hidden })
  const [naming, setNaming] = useState(false)
  const label = current ? (isChanged ? t('%1 (modified)', [current.name]) : current.name) : t('Boards')
  return (
    <>
      <Menu.Root positioning={{ strategy: 'fixed' }} onOpenChange={({ open }) => open && void core.boardSettings.refreshBoards()}>
        <Menu.Trigger asChild>
          <Button aria-label={current ? t('Board: %1', [label]) : label} {...guideTarget('boards')}>
            <Icon name="board" />
            <Box as="span" truncate maxW="32">
              {label}
            </Box>
            <Icon name="down" size={14} />
          </Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content data-testid="boards">
            {boards.length > 0 && (
              <>
                <Menu.RadioItemGroup
                  value={current?.name ?? ''}
                  onValueChange={({ value }) => {
                    const requested = boards.find(({ name }) => name === value)
                    if (requested) showNamedBoard(core, requested)
                  }}
                >
                  {boards.map(({ name }) => (
                    <Menu.RadioItem key={name} value={name}>
                      <Tick />
                      <Menu.ItemText>{name}</Menu.ItemText>
                    </Menu.RadioItem>
                  ))}
                </Menu.RadioItemGroup>
                <Menu.Separator />
              </>
            )}
            {current && isChanged && (
              <>
                <Plain
                  value="restore"
                  text={t('Revert to "%1"', [current.name])}
                  onSelect={() => showNamedBoard(core, current)}
                />
                <Plain value="update" text={t('Save changes to "%1"', [current.name])} onSelect={() => save(current.name)} />
              </>
            )}
            <Plain value="save" text={`${t('Save this board as')}…`} onSelect={() => setNaming(true)} />
            {current && (
              <Plain
                value="forget"
                text={t('Delete "%1"', [current.name])}
                onSelect={() => deleteNamedBoard(core, current.name)}
              />
            )}
            <Menu.Separator />
            <Plain value="station" text={`${t('Choose a station')}…`} onSelect={onStation} />
            <Menu.Separator />
            <ColumnItems />
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {naming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            save(name)
            setNaming(false)
          }}
        />
      )}
    </>
  )
}

function ColumnItems() {
  const t = useTranslate()
  const { board, boardSettings } = useCore()
  const { lang } = useBoardView()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const hidden = useSelected(boardSettings.store, (state) => state.hidden)
  const show = (id: number, on: boolean): void =>
    boardSettings.set({ hidden: on ? hidden.filter((other) => other !== id) : [...hidden, id] })
  return (
    <Menu.ItemGroup>
      <Menu.ItemGroupLabel>{t('Columns')}</Menu.ItemGroupLabel>
      {columnsOf(statuses).map(({ order_status_id: id, value }) => (
        <Menu.CheckboxItem
          key={id}
          value={`column-${id}`}
          checked={!hidden.includes(id)}
          closeOnSelect={false}
          onCheckedChange={(on) => show(id, on)}
        >
          <Tick />
          <Menu.ItemText>{localized(value, lang)}</Menu.ItemText>
        </Menu.CheckboxItem>
      ))}
    </Menu.ItemGroup>
  )
}

const Tick = () => (
  <Box w="4" display="flex" color="accent">
    <Menu.ItemIndicator>
      <Icon name="check" />
    </Menu.ItemIndicator>
  </Box>
)

const Plain = ({ text, ...item }: { value: string; text: string; onSelect: () => void }) => (
  <Menu.Item {...item}>
    <Box w="4" />
    <Menu.ItemText>{text}</Menu.ItemText>
  </Menu.Item>
)
