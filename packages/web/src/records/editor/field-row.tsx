import { memo, useId } from 'react'
import { useTranslate } from '@tiffin/core/react'
import type { Field } from '@tiffin/sdk/contract'
import { isSame } from '@tiffin/core/rules'
import { fieldName, inputOf, type InputName, type Problem, type Row, translateParams } from '@tiffin/core/screens'
import { Icon } from '../../ui/icon.tsx'
import { inputs, isGroup, isSwitch, isWide, showsProblem } from '../inputs/input-map.ts'
import { useRecords } from '../records-context.ts'
import type { OpenFields } from './open-fields.ts'
import type { EditorState } from './use-editor.ts'

/** Context of the fields of a form: values, problems and permissions. */
export interface FieldsState extends Pick<EditorState, 'row' | 'problems' | 'set'> {
  open: Pick<OpenFields, 'writable' | 'closedByOption'>
  /** Called when a field loses the focus. */
  checkLeft?: EditorState['checkLeft']
}

/** A field of the form. */
export function FieldRow({ name, editor }: { name: string; editor: FieldsState }) {
  const { screen } = useRecords()
  const field = screen.entity.fields[name]
  if (!field) return null
  const { row, problems, open, set, checkLeft } = editor
  const inputName = inputOf(screen, name, field)
  const others = [screen.entity.key, ...contextFields, ...(readBy[inputName] ?? [])]
  return (
    <DrawnField
      name={name}
      field={field}
      inputName={inputName}
      value={row[name]}
      row={Object.fromEntries(others.map((other) => [other, row[other]]))}
      problem={problems[name]}
      disabled={!open.writable.includes(name)}
      closed={open.closedByOption.has(name)}
      onSet={set}
      onLeave={checkLeft}
    />
  )
}

/** Other fields that some inputs read, such as company, payment system and discount type. */
const contextFields = [
  'company',
  'company_id',
  'pay_system',
  'pay_system_obj',
  'pay_system_filled',
  'table',
  'data',
  'current_password',
  'discount_type',
  'date_start',
  'merchant',
  'pay_type',
  'user',
  'courier_obj',
  'company_obj',
  'currency',
]

/** Fields that only one input reads. */
const readBy: Partial<Record<InputName, readonly string[]>> = { tiers: ['address'], coords: ['radius'] }

interface DrawnProps {
  name: string
  field: Field
  inputName: InputName
  value: unknown
  row: Row
  problem: Problem | undefined
  disabled: boolean
  /** Closed by the company's plan. */
  closed: boolean
  onSet: FieldsState['set']
  onLeave: FieldsState['checkLeft']
}

/** A field with its label above and its problem below; re-renders only if its own props change. */
const DrawnField = memo(
  function DrawnField({ name, field, inputName, value, row, problem, disabled, closed, onSet, onLeave }: DrawnProps) {
    const t = useTranslate()
    const { screen } = useRecords()
    const id = useId()
    const Input = inputs[inputName]
    const label = fieldName(screen.entity, name, t)
    const described = problem ? `${id}-problem` : undefined
    const sentence = problem && t.sentence(translateParams(problem, t))
    const group = isGroup(inputName)
    return (
      <div
        className="field"
        data-wide={isWide(inputName) || undefined}
        data-switch={isSwitch(inputName) || undefined}
        data-field={name}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave?.(name)}
        {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
      >
        <label id={`${id}-label`} htmlFor={group ? undefined : id} className="field-name">
          {label}
          {field.required && !disabled && <span aria-hidden="true">{' *'}</span>}
        </label>
        <Input
          id={id}
          name={name}
          label={label}
          field={field}
          value={value}
          row={row}
          disabled={disabled}
          invalid={problem !== undefined}
          describedBy={described}
          problem={sentence}
          required={field.required === true}
          onChange={(next) => onSet(name, next)}
          onSet={onSet}
        />
        {closed && (
          <div className="field-closed">
            <Icon name="lock" size={12} />
            {t('Not included in your tariff')}
          </div>
        )}
        {sentence && !showsProblem(inputName) && (
          <div id={described} className="field-problem" role="alert">
            {sentence}
          </div>
        )}
      </div>
    )
  },
  ({ row: before, ...others }, { row, ...now }) =>
    isSame(before, row) && Object.entries(now).every(([name, value]) => Object.is(others[name as keyof typeof others], value)),
)
