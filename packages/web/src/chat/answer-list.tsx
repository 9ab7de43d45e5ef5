import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { answerTyped, type CannedAnswer, findAnswers, loadCannedAnswers } from '@tiffin/core/chat'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'

interface AnswerChoice {
  id: string
  /** The answers that match the text after a slash; null without one. */
  found: readonly CannedAnswer[] | null
  /** Index of the marked one. */
  at: number
  choose: (answer: CannedAnswer) => void
  /** Handles the keys of the open list; true if the editor must not. */
  onKey: (event: KeyboardEvent) => boolean
}

/** The canned answers offered while a message begins with a slash. */
export function useAnswerChoice({
  user,
  text,
  onInsert,
}: {
  user: number
  text: string
  onInsert: (text: string) => void
}): AnswerChoice {
  const { client, session } = useCore()
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const id = useId()
  const [marked, setMarked] = useState({ text, at: 0 })
  /** The text at which the list was closed. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const typed = answerTyped(text)
  const { data } = useQuery({
    queryKey: ['canned answers', company, user],
    queryFn: ({ signal }) => loadCannedAnswers(client, user, signal),
    enabled: typed !== undefined,
    meta: { failure: "can't load canned answers" },
  })
  const found = typed === undefined || data === undefined || closedAt === text ? null : findAnswers(data, typed)
  // After typing, the first answer is marked again.
  const at = marked.text === text ? marked.at : 0
  const choose = (answer: CannedAnswer): void => onInsert(answer.text)
  return {
    id,
    found,
    at,
    choose,
    onKey(event) {
      const answer = found?.[at]
      if (!found || !answer || event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return false
      if (event.key === 'Escape') setClosedAt(text)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(answer)
      else if (event.key === 'ArrowDown') setMarked({ text, at: (at + 1) % found.length })
      else if (event.key === 'ArrowUp') setMarked({ text, at: (at + found.length - 1) % found.length })
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}

export const answerId = (id: string, at: number): string => `${id}-${at}`

export function AnswerList({ id, found, at, choose }: AnswerChoice) {
  const t = useTranslate()
  if (!found) return null
  if (found.length === 0)
    return (
      <Box role="status" color="fg.muted" fontSize="sm">
        {t('No canned answer found')}
      </Box>
    )
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t('Canned answers')}
      maxH="30vh"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="l2"
      data-testid="answer-list"
    >
      {found.map((answer, index) => (
        <Box
          key={answer.title + String(index)}
          id={answerId(id, index)}
          role="option"
          aria-selected={index === at}
          ref={index === at ? (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          px="2"
          py="1.5"
          minH="control"
          cursor="pointer"
          bg={index === at ? 'bg.muted' : 'transparent'}
          // The editor keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(answer)}
        >
          <Box fontWeight="medium">
            <bdi>{answer.title}</bdi>
          </Box>
          <Box fontSize="sm" color="fg.muted" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" dir="auto">
            {answer.text}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
