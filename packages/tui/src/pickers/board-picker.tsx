import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { columnsOf, formatList, localized } from '@tiffin/core/rules'
import { boardChoices, type ColumnChoice, type NamedBoard } from '../board/named-boards.ts'
import { plain } from '../look/text.ts'
import { type Choice, ListPicker } from './list-picker.tsx'
import { TextForm } from './text-form.tsx'

interface BoardPickerProps {
  columns: ColumnChoice
  height: number
  onColumns: (columns: ColumnChoice) => void
  onBoard: (board: NamedBoard) => void
  onBack: () => void
  onQuit: () => void
}

type Option = { name: 'all' | 'columns' | 'save' } | { name: 'board'; board: NamedBoard }

/** The columns of this board, and boards that were given a name, such as the grill's or the packing table's. */
export function BoardPicker(props: BoardPickerProps) {
  const { columns, height, onColumns, onBoard, onBack, onQuit } = props
  const { board, notices, session, ports, i18n } = useCore()
  const t = useTranslate()
  const company = useSelected(session.store, (state) => state.user?.company?.company_id ?? 0)
  const merchants = useSelected(board.store, (state) => state.chosen)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const choices = boardChoices(ports.storage, company)
  const [boards, setBoards] = useState(choices.all)
  const [page, setPage] = useState<'boards' | 'columns' | 'save'>('boards')
  const back = (): void => setPage('boards')

  if (page === 'columns') {
    const apply = (next: ColumnChoice): void => {
      onColumns(next)
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
          choices.save({ name: text, columns, merchants })
          onBack()
        }}
        onBack={back}
        onQuit={onQuit}
      />
    )
  }
  const name = (id: number) => plain(localized(statuses.find((one) => one.order_status_id === id)?.value, i18n.lang()))
  const named = (choice: ColumnChoice): string =>
    choice === 'all' ? t('all columns') : formatList(choice.map(name), i18n.lang())
  const lines: Choice<Option, 'boards'>[] = [
    ...boards.map((one) => ({
      key: `board ${one.name}`,
      label: plain(one.name),
      remark: named(one.columns),
      value: { name: 'board', board: one } as Option,
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
          choices.forget(value.board.name)
          notices.show('info', 'Board deleted: %1', { params: [plain(value.board.name)] })
          return setBoards(choices.all())
        }
        if (value.name === 'columns' || value.name === 'save') return setPage(value.name)
        if (value.name === 'board') onBoard(value.board)
        else onColumns('all')
        onBack()
      }}
    />
  )
}

function ColumnPicker(props: {
  columns: ColumnChoice
  height: number
  onChoose: (columns: ColumnChoice) => void
  onBack: () => void
  onQuit: () => void
}) {
  const { board, i18n } = useCore()
  const t = useTranslate()
  const all = columnsOf(useSelected(board.store, (state) => state.statuses))
  const ids = all.map(({ order_status_id }) => order_status_id)
  const [marked, setMarked] = useState<ReadonlySet<number>>(() => new Set(props.columns === 'all' ? ids : props.columns))
  const choices = all.map((status) => ({
    key: status.order_status_id,
    label: `[${marked.has(status.order_status_id) ? 'x' : ' '}] ${plain(localized(status.value, i18n.lang()))}`,
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
          return props.onChoose(chosen.length === 0 || chosen.length === ids.length ? 'all' : chosen)
        }
        if (!choice) return
        const next = new Set(marked)
        if (!next.delete(choice.value)) next.add(choice.value)
        setMarked(next)
      }}
    />
  )
}
