import { Box } from '@chakra-ui/react'
import { type RefObject, useId, useState } from 'react'
import {
  addLine,
  formatAddons,
  matchingLines,
  type NewLine,
  readAddons,
  readLine,
  type SuggestedLine,
  fillFromSuggestions,
} from '@tiffin/core/new-order'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { addonLabels, isAmount, stationsOf } from '@tiffin/core/rules'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { Allergens } from './allergens.tsx'
import { Labelled } from './labelled.tsx'
import { PickList } from './pick-list.tsx'

const MAX_SUGGESTED = 6

interface CartProps {
  cart: readonly NewLine[]
  onChange: (cart: readonly NewLine[]) => void
  /** Lines of the merchant's earlier orders. */
  suggested: readonly SuggestedLine[]
  price: (amount: string) => string
  /** The field for the next item. */
  field: RefObject<HTMLInputElement | null>
}

/** The cart, typed line by line with suggestions from the merchant's earlier orders. */
export function CartLines({ cart, onChange, suggested, price, field }: CartProps) {
  const t = useTranslate()
  const [text, setText] = useState('')
  /** Key of the line that still needs a price. */
  const [unpriced, setUnpriced] = useState<string>()
  const typed = readLine(text)
  // A typed price or typed add-ons count, not those of the suggestion.
  const options =
    typed && !typed.price && typed.addons.length === 0
      ? matchingLines(suggested, typed.name, MAX_SUGGESTED).map((item) => ({
          key: item.text,
          label: item.text,
          detail: <bdi dir="ltr">{price(item.price)}</bdi>,
          line: item.line,
        }))
      : []
  const stations = stationsOf([cart, suggested.map(({ line }) => line)])
  function add(line: NewLine): void {
    const next = addLine(cart, line)
    onChange(next)
    setText('')
    setUnpriced(next.find(({ name, price }) => name === line.name && price === '')?.key)
  }
  const next = (): void => field.current?.focus()
  return (
    <>
      {cart.map((line, index) => (
        <CartLine
          key={line.key}
          line={line}
          stations={stations}
          asksPrice={line.key === unpriced}
          onChange={(part) => onChange(cart.with(index, { ...line, ...part }))}
          onRemove={() => {
            onChange(cart.toSpliced(index, 1))
            next()
          }}
          onDone={next}
        />
      ))}
      <PickList
        floating
        field={field}
        label={t('Add item')}
        placeholder={t('For example: 2 Soup 4.50')}
        text={text}
        onText={setText}
        // A line with a price is complete.
        options={typed?.price ? [] : options}
        onPick={({ line }) => add({ ...line, qty: typed?.qty ?? 1 })}
        onEnter={() => typed && add(fillFromSuggestions(typed, suggested))}
      />
    </>
  )
}

interface LineProps {
  line: NewLine
  /** Known stations. */
  stations: readonly string[]
  asksPrice: boolean
  onChange: (part: Partial<NewLine>) => void
  onRemove: () => void
  /** Called on Enter in a field, to go to the next item. */
  onDone: () => void
}

function CartLine({ line, stations, asksPrice, onChange, onRemove, onDone }: LineProps) {
  const t = useTranslate()
  const [more, setMore] = useState(false)
  const named = (label: string): string => `${label}: ${line.name}`
  return (
    <Box
      role="group"
      aria-label={line.name}
      mb="2"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        onDone()
      }}
    >
      <Box display="grid" gridTemplateColumns="64px minmax(0, 1fr) 80px auto auto" gap="1" alignItems="center">
        <Input
          type="number"
          min={0}
          step="any"
          aria-label={named(t('Quantity'))}
          aria-invalid={!(line.qty > 0) || undefined}
          value={Number.isFinite(line.qty) ? line.qty : ''}
          onChange={(event) => onChange({ qty: event.target.valueAsNumber })}
        />
        <Input
          aria-label={named(t('Name'))}
          aria-invalid={line.name.trim() === '' || undefined}
          maxLength={500}
          value={line.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Input
          ref={asksPrice ? focus : undefined}
          inputMode="decimal"
          aria-label={named(t('Price'))}
          aria-invalid={line.price.trim() === '' || !isAmount(line.price) || undefined}
          value={line.price}
          placeholder={t('Price')}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label={named(t('More'))}
          title={t('More')}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          <Icon name="more" />
        </Button>
        <Button size="icon" variant="ghost" aria-label={t('Remove %1', [line.name])} title={t('Remove')} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </Box>
      {more ? <LineDetails line={line} stations={stations} onChange={onChange} /> : <LineRemarks line={line} />}
    </Box>
  )
}

const focus = (field: HTMLInputElement | null): void => field?.focus()

function LineDetails({ line, stations, onChange }: Pick<LineProps, 'line' | 'stations' | 'onChange'>) {
  const t = useTranslate()
  const id = useId()
  return (
    <Box display="grid" gridTemplateColumns="1fr 1fr" gap="2" mt="1" ps="2">
      <Labelled wide label={t('Add-ons')} hint={t('For example: Bread 1.00 + Cheese 0.50')}>
        <TypedList text={formatAddons(line.addons)} onText={(text) => onChange({ addons: readAddons(text) })} />
      </Labelled>
      <Labelled label={t('Note')}>
        <Input maxLength={1000} value={line.note} onChange={(event) => onChange({ note: event.target.value })} />
      </Labelled>
      <Labelled label={t('Discount')}>
        <Input inputMode="decimal" value={line.discount} onChange={(event) => onChange({ discount: event.target.value })} />
      </Labelled>
      <Labelled label={t('Allergens')}>
        <TypedList
          text={line.allergens.join(', ')}
          onText={(text) => onChange({ allergens: text.split(/[,،]\s*/).flatMap((name) => name.trim() || []) })}
        />
      </Labelled>
      <Labelled label={t('Station')}>
        <Input
          maxLength={100}
          list={`${id}-stations`}
          value={line.station}
          onChange={(event) => onChange({ station: event.target.value })}
        />
        <datalist id={`${id}-stations`}>
          {stations.map((station) => (
            <option key={station} value={station} />
          ))}
        </datalist>
      </Labelled>
    </Box>
  )
}

/** A list typed as one text, which is not reformatted while typing. */
function TypedList({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  return (
    <Input
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        onText(event.target.value)
      }}
    />
  )
}

function LineRemarks({ line }: { line: NewLine }) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const remarks = [
    ...addonLabels(line).map((addon) => `+ ${addon}`),
    line.note && `» ${line.note}`,
    line.station && t('Station: %1', [line.station]),
  ].filter(Boolean)
  if (remarks.length + line.allergens.length === 0) return null
  return (
    <Box fontSize="sm" color="fg.muted" ps="2">
      <Allergens names={line.allergens} lang={lang} />
      {remarks.map((remark) => (
        <Box key={remark}>
          <bdi>{remark}</bdi>
        </Box>
      ))}
    </Box>
  )
}
