import { useEffect, useState } from 'react'
import { deleteNamedBoard, type NamedBoard, saveNamedBoard, shownStatuses } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { columnsOf, formatList, localized } from '@tiffin/core/rules'
import type { Density } from '../board/card-lines.ts'
import type { ShownColumns } from '../board/use-shown-columns.ts'
import { sanitize } from '../theme/text.ts'
import { type Choice, ListPicker } from './list-picker.tsx'
import { TextForm } from './text-form.tsx'

interface BoardPickerProps {
  shown: ShownColumns
  density: Density
  height: number
  onBack: () => void
  onQuit: () => void
}

type Columns = 'all' | readonly number[]
type Option = { name: 'all' | 'columns' | 'save' } | { name: 'board'; board: NamedBoard }

/** The columns of this board, and named boards, such as those of the grill or the packing table. */
export function BoardPicker({ shown, density, height, onBack, onQuit }: BoardPickerProps) {
  const core = useCore()
  const { board, boardSettings, notices, i18n } = core
  const t = useTranslate()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const boards = useSelected(boardSettings.store, (state) => state.boards)
  const columns = shownStatuses(statuses, shown.left)
  const [page, setPage] = useState<'boards' | 'columns' | 'save'>('boards')
  const back = (): void => setPage('boards')
  useEffect(() => {
    void boardSettings.refreshBoards()
  }, [boardSettings])

  if (page === 'columns') {
    const apply = (next: Columns): void => {
      shown.choose(next)
      onBack()
    }
    return <ColumnPicker columns={columns} height={height} onChoose={apply} onBack={back} onQuit={onQuit} />
  }
  if (page === 'save') {
    return (
      <TextForm
        title={t('Save this board')}
        hint={t('Board name, for example its location')}
        height={height}
        onChoose={(text) => {
          if (text === '') return
          saveNamedBoard(core, text, { compact: density === 'compact', hidden: shown.left })
          onBack()
        }}
        onBack={back}
        onQuit={onQuit}
      />
    )
  }
  const name = (id: number) => sanitize(localized(statuses.find((status) => status.order_status_id === id)?.value, i18n.lang()))
  const named = (choice: Columns): string => (choice === 'all' ? t('all columns') : formatList(choice.map(name), i18n.lang()))
  const lines: Choice<Option, 'boards'>[] = [
    ...boards.map((item) => ({
      key: `board ${item.name}`,
      label: sanitize(item.name),
      remark: named(shownStatuses(statuses, item.hidden)),
      value: { name: 'board', board: item } as Option,
    })),
    {
      key: 'all',
      label: t('All columns'),
      remark: columns === 'all' ? t('selected') : '',
      commands: ['choose'],
      value: { name: 'all' },
    },
    {
      key: 'columns',
      label: t('Choose columns…'),
      remark: columns === 'all' ? '' : named(columns),
      commands: ['choose'],
      value: { name: 'columns' },
    },
    { key: 'save', label: t('Save this board as…'), commands: ['choose'], value: { name: 'save' } },
  ]
  return (
    <ListPicker
      place="boards"
      title={t('Boards')}
      empty=""
      height={height}
      choices={lines}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        const { value } = choice
        if (command === 'forget') {
          if (value.name !== 'board') return
          deleteNamedBoard(core, value.board.name)
          return void notices.show('info', 'Board deleted: %1', { params: [sanitize(value.board.name)] })
        }
        if (value.name === 'columns' || value.name === 'save') return setPage(value.name)
        if (value.name === 'board') shown.showBoard(value.board)
        else shown.choose('all')
        onBack()
      }}
    />
  )
}

function ColumnPicker(props: {
  columns: Columns
  height: number
  onChoose: (columns: Columns) => void
  onBack: () => void
  onQuit: () => void
}) {
  const { board, i18n, notices } = useCore()
  const t = useTranslate()
  const all = columnsOf(useSelected(board.store, (state) => state.statuses))
  const ids = all.map(({ order_status_id }) => order_status_id)
  const [marked, setMarked] = useState<ReadonlySet<number>>(() => new Set(props.columns === 'all' ? ids : props.columns))
  const choices = all.map((status) => ({
    key: status.order_status_id,
    label: `[${marked.has(status.order_status_id) ? 'x' : ' '}] ${sanitize(localized(status.value, i18n.lang()))}`,
    value: status.order_status_id,
  }))
  return (
    <ListPicker
      place="choices"
      general={['all', 'choose']}
      title={t('Choose columns')}
      empty=""
      height={props.height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return props.onQuit()
        if (command === 'back') return props.onBack()
        if (command === 'all') return setMarked(marked.size === ids.length ? new Set() : new Set(ids))
        if (command === 'choose') {
          const chosen = ids.filter((id) => marked.has(id))
          if (chosen.length === 0) return void notices.show('info', 'Choose at least one column.')
          return props.onChoose(chosen.length === ids.length ? 'all' : chosen)
        }
        if (!choice) return
        const next = new Set(marked)
        if (!next.delete(choice.value)) next.add(choice.value)
        setMarked(next)
      }}
    />
  )
}
