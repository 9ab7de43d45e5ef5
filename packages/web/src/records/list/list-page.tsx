import { Box, Menu } from '@chakra-ui/react'
import { type MouseEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import { type Area, listPart, type ListState, type Row, rowTitle, type Screen, spansCompanies, STATE } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { ListCommands, RecordCommands } from '../../command-line/lazy-commands.ts'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { usePreloadChunks } from '../../ui/use-preload-chunks.ts'
import { Editor, ListPrintDialog, SortDialog } from '../lazy-components.ts'
import { usePreloadRecord } from '../record-query.ts'
import { useRecords } from '../records-context.ts'
import { useList, useReload } from '../use-list.ts'
import { specialComponents } from '../special/special-components.ts'
import { type ListUrl, type OpenRecord, useListUrl } from '../use-list-url.ts'
import { useLocalList } from '../use-local-list.ts'
import { useListSettings } from '../use-list-settings.ts'
import { useCanCreate } from '../use-can-create.ts'
import { guideTarget } from '../../help/guide-target.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListSearch } from './list-search.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { ColumnsMenu, ViewsMenu } from './view-menus.tsx'
import { Pager } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import { LimitUsage, StateFigures } from './state-figures.tsx'
import { useExport } from './use-export.ts'
import { useImportPath } from './use-import-path.ts'
import { useListCommands } from './use-list-commands.ts'
import { useCanSort } from './use-can-sort.ts'
import { useSelection } from './use-selection.ts'

const editorChunk = () => [import('../editor/editor.tsx')]

const noRows = { rows: [], count: 0, atLeast: false }

/** The list of a screen, with the open record above it. */
export const ListPage = () => <RecordList url={useListUrl()} />

/** A list inside an editor or a dialog, without an address and keys. */
export const InnerList = () => <RecordList url={useLocalList()} inner />

function RecordList({ url, inner = false }: { url: ListUrl; inner?: boolean }) {
  const t = useTranslate()
  const { screen, actor, area, timezone } = useRecords()
  const { entity } = screen
  const { state } = url
  const [settings, setSettings] = useListSettings()
  // A stored choice may contain columns that no longer exist, such as a dictionary language.
  const columns = useMemo(
    () =>
      (settings.columns ?? screen.columns).filter(
        (column) => (column.split('.')[0] ?? column) in entity.fields || (column === STATE && screen.states.length > 0),
      ),
    [settings.columns, screen, entity],
  )
  const { view } = url
  // Opening a view, also by its address, shows its columns. The user can still change them.
  useEffect(() => {
    if (inner || (settings.view ?? null) === view) return
    const chosen = settings.views.find(({ name }) => name === view)?.columns
    setSettings({ view, ...(chosen ? { columns: chosen } : {}) })
  }, [inner, settings, setSettings, view])
  const { toolbar: Toolbar, note: Note } = specialComponents[screen.name] ?? {}
  const box = useRef<HTMLDivElement>(null)
  const list = useList(state, columns, () => isInUse())
  const count = list.data?.count ?? 0
  const reload = useReload()
  const preload = usePreloadRecord()
  usePreloadChunks(editorChunk)
  const open = (id: OpenRecord): void => {
    preload(id)
    url.openRecord(id)
  }
  const create = useCanCreate(list.data?.all ?? null)
  const maySort = useCanSort(state, count)
  const selection = useSelection(list.data?.rows ?? [], listPart(screen, state), list.isPlaceholderData)
  // While the next rows load, the current ones must not re-render for the next page's address.
  const [hrefOf, setHrefOf] = useState(() => url.hrefOf)
  if (hrefOf !== url.hrefOf && !list.isPlaceholderData) setHrefOf(() => url.hrefOf)
  const selectable = entity.fields[entity.key]?.kind === 'id' && (screen.create || screen.remove)
  const search = useRef<HTMLInputElement>(null)
  const [sorting, setSorting] = useState(false)
  const [printing, setPrinting] = useState(false)
  /** Commands of the list or its selection, or of a row. */
  const [commands, setCommands] = useState<'list' | Row | null>(null)
  const [menu, setMenu] = useState<{ row: Row; button: HTMLElement } | null>(null)
  // After the last rows of the last page are deleted, go to the previous one.
  const lastPage = Math.max(1, Math.ceil(count / state.size))
  const beyond = list.isSuccess && !list.isPlaceholderData && list.data.rows.length === 0 && state.page > lastPage
  const { set: setList } = url
  /** Whether the user reads or works on these rows, so that they must keep their places. */
  function isInUse(): boolean {
    const isOver = selection.count > 0 || url.open !== null || menu !== null || commands !== null || sorting || printing
    if (isOver || box.current === null) return isOver
    const isScrolled = (box.current.querySelector('[role=region]')?.scrollTop ?? 0) > 0
    return isScrolled || box.current.matches(':hover, :focus-within')
  }
  useEffect(() => {
    if (beyond) setList({ page: lastPage }, { replace: true })
  }, [beyond, lastPage, setList])
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0 || state.page > 1
  const missing = create ? missingFilterHint(screen, area, state.filters) : undefined
  const add = create && missing === undefined ? () => create.run(() => url.openRecord('new')) : undefined
  const exportRows = useExport(state, columns)
  const importPath = useImportPath(inner)
  useListCommands(
    inner
      ? null
      : {
          add,
          reload: () => void reload(),
          exportAll: () => void exportRows('all'),
          importPath,
          showCommands: () => setCommands('list'),
          search,
        },
  )

  return (
    <Box
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gridTemplateRows="auto minmax(0, 1fr)"
      minH="0"
      minW="0"
      position="relative"
    >
      <Box>
        <Box display="flex" alignItems="center" gap="2" px="3" py="2" flexWrap="wrap">
          {!inner && (
            <Box as="h1" fontSize="lg" fontWeight="semibold" me="2">
              {t(screen.title)}
            </Box>
          )}
          {entity.search && (
            <ListSearch value={state.search} field={search} onChange={(text) => url.set({ search: text }, { replace: true })} />
          )}
          <FilterBar filters={state.filters} onChange={(filters, options) => url.set({ filters }, options)} />
          <Box display="flex" flexWrap="wrap" justifyContent="end" alignItems="center" gap="2" ms="auto">
            {area === 'platform' && columns.some((column) => entity.fields[column]?.kind === 'moment') && (
              // Rows of companies in many time zones.
              <Box fontSize="sm" color="fg.muted" data-testid="time-zone">
                {t('Time zone')}: {timezone}
              </Box>
            )}
            {maySort && <Button onClick={() => setSorting(true)}>{t('Sort')}</Button>}
            {Toolbar && <Toolbar />}
            {!inner && (
              <ViewsMenu settings={settings} onSettings={setSettings} url={url} columns={settings.columns ?? screen.columns} />
            )}
            {!inner && <ColumnsMenu settings={settings} onSettings={setSettings} />}
            <Button
              size="icon"
              aria-label={t('Refresh')}
              title={t('Refresh')}
              onClick={() => void reload()}
              {...guideTarget('refresh')}
            >
              <Icon name="refresh" />
            </Button>
            <Button
              size="icon"
              aria-label={t('Export')}
              title={t('Export')}
              onClick={() => void exportRows('all')}
              {...guideTarget('export')}
            >
              <Icon name="download" />
            </Button>
            {importPath !== undefined && (
              <Button size="icon" asChild aria-label={t('Import…')} title={t('Import…')}>
                <Link to={importPath}>
                  <Icon name="upload" />
                </Link>
              </Button>
            )}
            {screen.sums.length > 0 && (
              <Button size="icon" aria-label={t('Print')} title={t('Print')} onClick={() => setPrinting(true)}>
                <Icon name="printer" />
              </Button>
            )}
            {add && (
              <Button variant="solid" onClick={add} {...guideTarget('add')}>
                {t('Add')}
              </Button>
            )}
            {missing && (
              <Box color="fg.muted" alignSelf="center" data-testid="choose-first">
                {t(missing)}
              </Box>
            )}
          </Box>
        </Box>
        <StateFigures url={url} list={list} usage={<LimitUsage count={list.data?.all ?? null} />} />
        {Note && (
          <Suspense>
            <Note company={actor.company ?? (Number(state.filters['company']) || null)} hrefOf={url.hrefOf} />
          </Suspense>
        )}
      </Box>
      <Box
        ref={box}
        display="flex"
        flexDirection="column"
        minH="0"
        bg="bg.panel"
        borderTopWidth="1px"
        data-testid={inner ? 'inner-list' : 'record-list'}
        css={{ '& > :first-of-type': { flex: '1' } }}
      >
        {!list.data || beyond ? (
          list.isError ? (
            <EmptyList kind="failed" onAction={() => void reload()} />
          ) : (
            <ListSkeleton />
          )
        ) : list.data.rows.length === 0 ? (
          <EmptyList
            kind={narrowed ? 'no match' : 'none'}
            explains={!narrowed && !inner}
            onAction={narrowed ? () => url.set({ search: '', filters: {} }) : add}
          />
        ) : (
          <RecordTable
            listed={list.data}
            columns={columns}
            sort={state.sort}
            onSort={(field) =>
              url.set(({ sort }) => ({ sort: { field, dir: sort.field === field && sort.dir === 'asc' ? 'desc' : 'asc' } }))
            }
            hrefOf={hrefOf}
            onOpen={open}
            onMenu={(row, button) => setMenu({ row, button })}
            selection={selectable ? selection.table : null}
            compact={settings.density === 'compact'}
            busy={list.isFetching}
          />
        )}
        <PendingChanges moves={list.moves} onShow={list.showChanges} />
        <BulkBar
          selection={selection}
          listed={list.data ?? noRows}
          state={state}
          hrefOf={url.hrefOf}
          onExport={exportRows}
          onCommands={() => setCommands('list')}
        />
        {create?.full && <LimitReached most={create.full} />}
        <Pager
          page={beyond ? lastPage : state.page}
          size={state.size}
          count={list.data?.count}
          atLeast={list.data?.atLeast === true}
          onPage={(page) => url.set({ page })}
          onSize={(size) => url.set({ size })}
        />
      </Box>
      <RowMenu target={menu} onClose={() => setMenu(null)} onOpen={open} onCommands={setCommands} hrefOf={url.hrefOf} />
      {commands !== null && (
        <LazyBoundary onFail={() => setCommands(null)}>
          {commands === 'list' ? (
            <ListCommands state={state} columns={columns} selected={selection.selected} onClose={() => setCommands(null)} />
          ) : (
            <RecordCommands row={commands} onClose={() => setCommands(null)} />
          )}
        </LazyBoundary>
      )}
      {sorting && (
        <LazyBoundary onFail={() => setSorting(false)}>
          <SortDialog state={state} onClose={() => setSorting(false)} />
        </LazyBoundary>
      )}
      {printing && (
        <LazyBoundary onFail={() => setPrinting(false)}>
          <ListPrintDialog
            state={state}
            columns={columns}
            currencies={list.data?.currencies}
            onClose={() => setPrinting(false)}
          />
        </LazyBoundary>
      )}
      {url.open !== null && (
        <LazyBoundary key={url.open} onFail={url.closeRecord}>
          <Editor url={url} />
        </LazyBoundary>
      )}
    </Box>
  )
}

/** Filter that must be set before a record can be added (PUSH-03). */
function missingFilterHint(screen: Screen, area: Area, filters: ListState['filters']): PlainKey | undefined {
  const { createAfter, createHint } = screen
  if (createAfter === undefined || filters[createAfter] !== undefined) return undefined
  return spansCompanies(screen, area) && filters['company'] === undefined ? 'Choose a company first' : createHint
}

/** Below the rows, so that they stay in their places. */
function PendingChanges({ moves, onShow }: { moves: number; onShow: () => void }) {
  const t = useTranslate()
  const { lang } = useRecords()
  const show = (event: MouseEvent<HTMLElement>): void => {
    // The button disappears.
    event.currentTarget
      .closest('[data-testid$=list]')
      ?.querySelector<HTMLElement>('[role=region]')
      ?.focus({ preventScroll: true })
    onShow()
  }
  return (
    <Box role="status">
      {moves > 0 && (
        <Box
          display="flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1"
          borderTopWidth="1px"
          fontSize="sm"
          data-testid="list-changes"
        >
          {t('Changes by other people: %1', [formatCount({ count: moves, atLeast: false }, lang)])}
          <Button variant="ghost" size="sm" color="accent" onClick={show}>
            {t('Show')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** LIST-17, with a link to increase the limit. */
function LimitReached({ most }: { most: number }) {
  const t = useTranslate()
  return (
    <Box
      px="3"
      py="1.5"
      bg="warning.subtle"
      color="warning"
      borderTopWidth="1px"
      display="flex"
      gap="3"
      data-testid="cap-reached"
    >
      {t('Maximum number of entries %1 reached', [most])}
      <Link to={companyRoutes['Company-Tariff']}>{t('Open tariff')}</Link>
    </Box>
  )
}

interface RowMenuProps {
  target: { row: Row; button: HTMLElement } | null
  onClose: () => void
  onOpen: (id: number) => void
  onCommands: (row: Row) => void
  hrefOf: ListUrl['hrefOf']
}

/** One menu serves all rows. */
function RowMenu({ target, onClose, onOpen, onCommands, hrefOf }: RowMenuProps) {
  const t = useTranslate()
  const copy = useCopy()
  const { screen, lang } = useRecords()
  const id = target?.row[screen.entity.key] as number
  const choose = (value: string): void => {
    if (value === 'open') onOpen(id)
    if (value === 'id') copy(String(id))
    if (value === 'command' && target) onCommands(target.row)
    if (value === 'link' && hrefOf) copy(new URL(hrefOf(id), location.href).href)
  }
  return (
    <Menu.Root
      open={target !== null}
      onOpenChange={({ open }) => !open && onClose()}
      onSelect={({ value }) => choose(value)}
      positioning={{ strategy: 'fixed', getAnchorRect: () => target?.button.getBoundingClientRect() ?? null }}
    >
      <Menu.Positioner>
        <Menu.Content aria-label={target ? rowTitle(target.row, lang) : undefined}>
          <Menu.Item value="open">
            <Icon name="pencil" /> {t('Open')}
          </Menu.Item>
          <Menu.Item value="id">
            <Icon name="copy" /> {t('Copy number')}
          </Menu.Item>
          {hrefOf && (
            <Menu.Item value="link">
              <Icon name="link" /> {t('Copy link')}
            </Menu.Item>
          )}
          <Menu.Item value="command">
            <Icon name="terminal" /> {t('Copy as command')}…
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
