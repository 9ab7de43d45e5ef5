import { Box } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import type { ChatHit } from '@tiffin/sdk/contract'
import type { MessageSearchState } from '@tiffin/core/chat'
import { useSelected, useTranslate } from '@tiffin/core/react'
import { markMatches } from '@tiffin/core/rules'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useChat } from './use-chat.ts'
import { useMoments } from './use-moments.ts'

interface Props {
  user: number
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

/** Finds messages of the open conversation; the chosen one is shown in the history below. */
export function MessageSearch({ user, field, onClose }: Props) {
  const t = useTranslate()
  const chat = useChat()
  const id = useId()
  const search = chat.messageSearch
  const { hits, phase, ...state } = useSelected(search.store, (now) => now)
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  useEffect(() => () => search.find(user, ''), [search, user])
  const optionId = (index: number): string => `${id}-${index}`

  function onKey(event: KeyboardEvent): void {
    const hit = hits[marked]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && hit) chat.show(hit)
    else if (event.key === 'ArrowDown' && hit) setMarked(Math.min(marked + 1, hits.length - 1))
    else if (event.key === 'ArrowUp' && hit) setMarked(Math.max(marked - 1, 0))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box
      as="search"
      borderBottomWidth="1px"
      display="flex"
      flexDirection="column"
      maxH="45%"
      minH="0"
      data-testid="message-search"
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onClose()}
    >
      <Box p="2" display="flex" gap="2">
        <Input
          ref={field}
          type="search"
          role="combobox"
          autoFocus
          autoComplete="off"
          aria-label={t('Search conversation')}
          placeholder={t('Search conversation')}
          aria-expanded={hits.length > 0}
          aria-controls={hits.length > 0 ? id : undefined}
          aria-activedescendant={hits.length > 0 ? optionId(marked) : undefined}
          aria-describedby={`${id}-state`}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setMarked(0)
            search.find(user, target.value)
          }}
          onKeyDown={onKey}
        />
        <Button variant="ghost" size="icon" aria-label={t('Close search')} title={t('Close search')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </Box>
      {hits.length > 0 && (
        <Box id={id} role="listbox" aria-label={t('Messages found')} overflowY="auto" minH="0">
          {hits.map((hit, index) => (
            <Option
              key={hit.uuid}
              id={optionId(index)}
              hit={hit}
              search={state.search}
              isMarked={index === marked}
              onChoose={() => {
                setMarked(index)
                chat.show(hit)
              }}
            />
          ))}
        </Box>
      )}
      <Box
        px="3"
        pt={hits.length > 0 ? '2' : '0'}
        pb={phase === 'idle' ? '0' : '2'}
        borderTopWidth={hits.length > 0 ? '1px' : '0'}
        display="flex"
        gap="2"
        alignItems="center"
        fontSize="sm"
      >
        <Box id={`${id}-state`} role="status" color="fg.muted" flex="1">
          <SearchProgress hits={hits} phase={phase} {...state} />
        </Box>
        {phase === 'searching' && (
          <Button size="sm" onClick={search.stop}>
            {t('Stop')}
          </Button>
        )}
        {phase === 'paused' && (
          <Button size="sm" onClick={search.more}>
            {state.error ? t('Try again') : t('Search further back')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function SearchProgress({ hits, phase, error, backTo }: MessageSearchState) {
  const t = useTranslate()
  const { dayText } = useMoments()
  const day = backTo === null ? '' : dayText(backTo)
  if (phase === 'idle') return null
  if (error) return t("Can't search the conversation: %1", [t.sentence(error)])
  if (phase === 'searching') return day === '' ? t('Searching…') : t('Searching… back to %1', [day])
  if (phase === 'end') return hits.length === 0 ? t('No message found') : t('Messages found: %1', [hits.length])
  if (day === '') return t('Search stopped')
  return hits.length === 0 ? t('No message found back to %1', [day]) : t('Messages found: %1, back to %2', [hits.length, day])
}

interface OptionProps {
  id: string
  hit: ChatHit
  search: string
  isMarked: boolean
  onChoose: () => void
}

function Option({ id, hit, search, isMarked, onChoose }: OptionProps) {
  const { shortMoment } = useMoments()
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isMarked}
      ref={isMarked ? (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      px="3"
      py="1.5"
      minH="control"
      cursor="pointer"
      bg={isMarked ? 'bg.muted' : 'transparent'}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Box display="flex" gap="2" fontSize="sm" color="fg.muted">
        <Box flex="1" minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          <bdi>{hit.name}</bdi>
        </Box>
        <time dateTime={hit.date}>{shortMoment(hit.date)}</time>
      </Box>
      <Box dir="auto" overflowWrap="anywhere">
        {markMatches(hit.excerpt, search).map(({ text, isMatch }, index) =>
          isMatch ? (
            <Box as="mark" key={index} bg="accent.subtle" color="inherit" fontWeight="semibold">
              {text}
            </Box>
          ) : (
            text
          ),
        )}
      </Box>
    </Box>
  )
}
