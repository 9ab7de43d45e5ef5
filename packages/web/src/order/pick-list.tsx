import { Box } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useId, useState } from 'react'
import { Input } from '../ui/controls.ts'

export interface PickOption {
  key: string | number
  label: ReactNode
  detail?: ReactNode
  /** Shown below the label. */
  note?: ReactNode
}

interface Props<O extends PickOption> {
  label: string
  text: string
  onText: (text: string) => void
  options: readonly O[]
  onPick: (option: O) => void
  /** Called on Enter if there is no option. */
  onEnter?: () => void
  /** The options are still loading: Enter picks the first match once they are loaded. */
  isLoading?: boolean
  /** Shown in place of the options. */
  empty?: string | undefined
  placeholder?: string
  /** The options float above the content below, and only while the field has the focus. */
  floating?: boolean
  /** Enter picks nothing until an arrow key has chosen an option. */
  lazy?: boolean
  field?: Ref<HTMLInputElement>
  /** Further attributes of the field. */
  control?: Readonly<Record<string, unknown>>
  onLeave?: () => void
  autoFocus?: boolean
}

const outside = {
  position: 'absolute',
  insetInline: '0',
  top: 'full',
  zIndex: 'popover',
  bg: 'bg.panel',
  boxShadow: 'float',
} as const

/** A field whose text narrows a list of options; arrow keys choose one, Enter picks it. */
export function PickList<O extends PickOption>(props: Props<O>) {
  const {
    label,
    text,
    onText,
    options,
    onPick,
    onEnter,
    empty,
    placeholder,
    floating = false,
    lazy = false,
    isLoading = false,
    field,
  } = props
  const id = useId()
  const first = lazy ? -1 : 0
  /** Until an arrow key has chosen an option. */
  const [at, setAt] = useState<number>()
  const [focused, setFocused] = useState(false)
  const current = Math.min(at ?? first, options.length - 1)
  const isOpen = options.length > 0 && (!floating || focused)
  const pick = (option: O): void => {
    setAt(undefined)
    onPick(option)
  }
  const [isPicking, setPicking] = useState(false)
  const pickFirst = useEffectEvent(() => options[0] && pick(options[0]))
  useEffect(() => {
    if (isLoading || !isPicking) return
    setPicking(false)
    pickFirst()
  }, [isLoading, isPicking])
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setAt((Math.max(current, step > 0 ? -1 : 0) + step + options.length) % options.length)
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const option = isOpen ? options[current] : undefined
    if (option) pick(option)
    else if (isLoading) setPicking(text.trim() !== '')
    else onEnter?.()
  }
  return (
    <Box position="relative">
      <Input
        ref={field}
        role="combobox"
        type="search"
        autoComplete="off"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && current >= 0 ? `${id}-${current}` : undefined}
        data-autofocus={props.autoFocus ? '' : undefined}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          setAt(undefined)
          setPicking(false)
          onText(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          props.onLeave?.()
        }}
        {...props.control}
      />
      <Box
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        mt="1"
        p="1"
        maxH="40dvh"
        overflowY="auto"
        borderRadius="l2"
        {...(floating ? outside : {})}
      >
        {isOpen &&
          options.map((option, index) => (
            <Box
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              display="flex"
              alignItems="center"
              gap="2"
              minH="8"
              px="2"
              py="1"
              borderRadius="l2"
              cursor="pointer"
              bg={index === current ? 'bg.muted' : undefined}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              <Box flex="1" minW="0" truncate>
                <bdi>{option.label}</bdi>
                {option.note}
              </Box>
              {option.detail !== undefined && (
                <Box fontSize="sm" color="fg.muted" flexShrink={0}>
                  {option.detail}
                </Box>
              )}
            </Box>
          ))}
      </Box>
      {!isOpen && empty !== undefined && (
        <Box role="status" fontSize="sm" color="fg.muted" p="2">
          {empty}
        </Box>
      )}
    </Box>
  )
}
