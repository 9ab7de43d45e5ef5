import { Box, Menu } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { fieldName, fitsColumn, STATE, viewPart } from '@tiffin/core/screens'
import { useSearchParams } from 'react-router'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { Button, Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import type { ListUrl } from '../use-list-url.ts'
import type { ListSettings, SavedView } from '../use-list-settings.ts'
import { guideTarget } from '../../help/guide-target.ts'

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
    <Menu.Root closeOnSelect={false} positioning={{ strategy: 'fixed' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button size="icon" aria-label={t('Columns')} title={t('Columns')} {...guideTarget('columns')}>
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
          <Menu.Item value="default" onSelect={() => onSettings({ columns: screen.columns })}>
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

interface ViewsProps extends Props {
  url: ListUrl
  /** The shown columns of the list, if one is shown. */
  columns?: readonly string[]
}

/** Saved searches with filters, sort order and columns, and saved reports; modified ones are marked. */
export function ViewsMenu({ settings, onSettings, url, columns }: ViewsProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const [params] = useSearchParams()
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null)
  const { views } = settings
  const active = views.find(({ name }) => name === url.view)
  const now = { query: viewPart(screen, url.state, params), ...(columns ? { columns } : {}) }
  const hasOtherColumns = columns !== undefined && active?.columns !== undefined && String(columns) !== String(active.columns)
  const modified = active !== undefined && (active.query !== now.query || hasOtherColumns)
  const label = active ? `${active.name}${modified ? ` (${t('modified')})` : ''}` : t('Views')
  const open = (view: SavedView): void => {
    onSettings({ view: null })
    url.chooseView(view)
  }
  /** Stores a view in the place of one with its name or its previous name. */
  const store = (view: SavedView, previous?: string): void => {
    onSettings({ views: [...views.filter(({ name }) => name !== view.name && name !== previous), view] })
    url.chooseView({ name: view.name, query: now.query })
    setNaming(null)
  }
  return (
    <>
      <Menu.Root positioning={{ strategy: 'fixed' }} lazyMount unmountOnExit>
        <Menu.Trigger asChild>
          <Button maxW="52" data-testid="views" {...guideTarget('views')}>
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
            {views.map((view) => (
              <Menu.Item key={view.name} value={`view ${view.name}`} onSelect={() => open(view)}>
                {view.name}
              </Menu.Item>
            ))}
            <Menu.Separator />
            {active && modified && (
              <Menu.Item value="update" onSelect={() => store({ name: active.name, ...now })}>
                {t('Save')}
              </Menu.Item>
            )}
            <Menu.Item value="save" onSelect={() => setNaming('save')}>
              {t('Save view')}
            </Menu.Item>
            {active && (
              <Menu.Item value="rename" onSelect={() => setNaming('rename')}>
                {t('Rename view %1', [active.name])}
              </Menu.Item>
            )}
            {active && (
              <Menu.Item
                value="delete"
                color="negative"
                onSelect={() => {
                  onSettings({ views: views.filter(({ name }) => name !== active.name) })
                  url.chooseView(null)
                }}
              >
                {t('Delete view %1', [active.name])}
              </Menu.Item>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Menu.Root>
      {naming === 'save' && (
        <NameDialog title={t('Save view')} onClose={() => setNaming(null)} onSave={(name) => store({ name, ...now })} />
      )}
      {naming === 'rename' && active && (
        <NameDialog
          title={t('Rename view %1', [active.name])}
          former={active.name}
          taken={views.map(({ name }) => name)}
          onClose={() => setNaming(null)}
          onSave={(name) => store({ ...active, name }, active.name)}
        />
      )}
    </>
  )
}

interface NameProps {
  title: string
  /** The name to change. */
  former?: string
  /** Names that are refused. */
  taken?: readonly string[]
  onClose: () => void
  onSave: (name: string) => void
}

function NameDialog({ title, former: previous = '', taken = [], onClose, onSave }: NameProps) {
  const t = useTranslate()
  const [name, setName] = useState(previous)
  const id = useId()
  const requested = name.trim()
  const isTaken = requested !== previous && taken.includes(requested)
  const isReady = requested !== '' && !isTaken
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) onSave(requested)
  }
  return (
    <AskDialog
      title={title}
      testId="view-name"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="solid" type="submit" form={id} disabled={!isReady}>
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
          aria-invalid={isTaken}
          onChange={(event) => setName(event.target.value)}
        />
        <Box role="status" color="negative" mt={isTaken ? '2' : '0'}>
          {isTaken && t('Another view has this name')}
        </Box>
      </form>
    </AskDialog>
  )
}
