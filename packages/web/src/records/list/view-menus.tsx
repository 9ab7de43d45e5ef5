import { Box, Menu } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { fieldName, fitsColumn, STATE } from '@tiffin/core/screens'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { listPart } from '../list-url.ts'
import { useRecords } from '../records-context.ts'
import type { ListUrl } from '../use-list-url.ts'
import type { ListSettings } from '../use-list-settings.ts'

interface Props {
  settings: ListSettings
  onSettings: (change: Partial<ListSettings>) => void
}

/** Chooses columns and row density; both are stored. */
export function ColumnsMenu({ settings, onSettings }: Props) {
  const t = useTranslate()
  const { screen, actor } = useRecords()
  const { entity } = screen
  const shown = settings.columns ?? screen.columns
  const readable = readableFields(actor, entity)
  const offered = [
    ...screen.columns,
    ...(screen.states.length > 0 && !screen.columns.includes(STATE) ? [STATE] : []),
    ...Object.entries(entity.fields)
      .filter(([name]) => readable.has(name) && !screen.columns.includes(name) && fitsColumn(entity, name))
      .map(([name]) => name),
  ]
  const toggle = (name: string, on: boolean): void => {
    const next = on ? offered.filter((other) => other === name || shown.includes(other)) : shown.filter((other) => other !== name)
    if (next.length > 0) onSettings({ columns: next })
  }
  return (
    <Menu.Root closeOnSelect={false} positioning={{ strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <Button size="icon" aria-label={t('Columns')} title={t('Columns')}>
          <Icon name="rows" />
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <Menu.CheckboxItem
            value="compact"
            checked={settings.density === 'compact'}
            onCheckedChange={(on) => onSettings({ density: on ? 'compact' : 'normal' })}
          >
            <Tick />
            <Menu.ItemText>{t('Compact rows')}</Menu.ItemText>
          </Menu.CheckboxItem>
          <Menu.Separator />
          {offered.map((name) => (
            <Menu.CheckboxItem key={name} value={name} checked={shown.includes(name)} onCheckedChange={(on) => toggle(name, on)}>
              <Tick />
              <Menu.ItemText>{fieldName(entity, name, t)}</Menu.ItemText>
            </Menu.CheckboxItem>
          ))}
          <Menu.Separator />
          <Menu.Item value="usual" onSelect={() => onSettings({ columns: screen.columns })}>
            <Box w="4" />
            <Menu.ItemText>{t('Reset to default')}</Menu.ItemText>
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

const Tick = () => (
  <Box w="4" display="flex" color="accent">
    <Menu.ItemIndicator>
      <Icon name="check" />
    </Menu.ItemIndicator>
  </Box>
)

/** Saved searches with filters and sort order; modified ones are marked. */
export function ViewsMenu({ settings, onSettings, url }: Props & { url: ListUrl }) {
  const t = useTranslate()
  const { screen } = useRecords()
  const [naming, setNaming] = useState(false)
  const now = listPart(screen, url.state)
  const active = settings.views.find(({ name }) => name === url.view)
  const modified = active !== undefined && active.query !== now
  const label = active ? `${active.name}${modified ? ` (${t('modified')})` : ''}` : t('Views')
  const save = (name: string): void => {
    onSettings({ views: [...settings.views.filter((view) => view.name !== name), { name, query: now }] })
    url.chooseView({ name, query: now })
    setNaming(false)
  }
  return (
    <>
      <Menu.Root positioning={{ strategy: 'fixed' }}>
        <Menu.Trigger asChild>
          <Button maxW="52" data-testid="views">
            <Box as="span" truncate>
              {label}
            </Box>
            <Icon name="down" size={14} />
          </Button>
        </Menu.Trigger>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="*" onSelect={() => url.chooseView(null)}>
              {t('All records')}
            </Menu.Item>
            {settings.views.map((view) => (
              <Menu.Item key={view.name} value={view.name} onSelect={() => url.chooseView(view)}>
                {view.name}
              </Menu.Item>
            ))}
            <Menu.Separator />
            {active && modified && (
              <Menu.Item value="update" onSelect={() => save(active.name)}>
                {t('Save')}
              </Menu.Item>
            )}
            <Menu.Item value="save" onSelect={() => setNaming(true)}>
              {t('Save view')}
            </Menu.Item>
            {active && (
              <Menu.Item
                value="delete"
                color="negative"
                onSelect={() => {
                  onSettings({ views: settings.views.filter(({ name }) => name !== active.name) })
                  url.chooseView(null)
                }}
              >
                {t('Delete view %1', [active.name])}
              </Menu.Item>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {naming && <NameDialog onClose={() => setNaming(false)} onSave={save} />}
    </>
  )
}

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const t = useTranslate()
  const [name, setName] = useState('')
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <AskDialog
      title={t('Save view')}
      testId="view-name"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="solid" type="submit" form={id} disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <Input
          aria-label={t('View name')}
          placeholder={t('View name')}
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </AskDialog>
  )
}
