import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { lintWorkflow, localized } from '@tiffin/core/rules'
import { readRows } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import type { NoteProps } from './note-props.ts'

/** Problems in the order statuses of the listed company, each with its fix (MOON-09). */
export function WorkflowProblems({ company, hrefOf }: NoteProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { lang, actor, company: acting } = useRecords()
  const statuses = useQuery({
    queryKey: ['list', 'workflow', actor.company, company],
    enabled: company !== null,
    queryFn: async ({ signal }) =>
      (await readRows(
        client,
        { table: 'order_status', search: [{ key: 'company', prm: company ?? 0 }], limit: [0, 1000] },
        { company: acting, signal },
      )) as unknown as readonly OrderStatus[],
  })
  const faults = lintWorkflow(statuses.data ?? [])
  if (!statuses.data || faults.length === 0) return null
  const nameOf = (key: number | null): string =>
    localized(statuses.data.find(({ order_status_id }) => order_status_id === key)?.value, lang) || String(key ?? '')
  return (
    <Box as="details" px="3" py="1.5" bg="warning.subtle" borderBottomWidth="1px" flexShrink="0" data-testid="workflow-problems">
      <Box as="summary" cursor="pointer" color="warning" fontWeight="medium">
        <Box as="span" display="inline-flex" alignItems="center" gap="1.5">
          <Icon name="alert" />
          {t('%1 workflow problems', [faults.length])}
        </Box>
      </Box>
      <Box as="ul" py="1.5" display="grid" gap="1.5" maxH="40dvh" overflowY="auto" tabIndex={0}>
        {faults.map(({ code, status, other, wrong, fix }) => {
          const sentence = t.sentence(wrong(nameOf(status), nameOf(other)))
          return (
            <li key={`${code} ${status} ${other}`}>
              {status === null || hrefOf === null ? sentence : <Link to={hrefOf(status)}>{sentence}</Link>}
              <Box color="fg.muted">{t(fix)}</Box>
            </li>
          )
        })}
      </Box>
    </Box>
  )
}
