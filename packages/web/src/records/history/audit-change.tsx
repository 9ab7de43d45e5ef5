import { Box, chakra } from '@chakra-ui/react'
import type { EntityName } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { administratorRoutes, rowTitle } from '@tiffin/core/rules'
import { screens, tableTitle } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { JsonInput } from '../inputs/shown-inputs.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useRecords } from '../records-context.ts'
import { useTitles } from '../use-titles.ts'
import { ChangedFields } from './changed-fields.tsx'
import { PartOfChange } from './part-of-change.tsx'
import { type AuditChange as Found, useAuditChange } from './use-audit-change.ts'

/** What a row of the audit log is about: which record, of which company, and what changed; the raw data on demand. */
export function AuditChange(props: InputProps) {
  const t = useTranslate()
  const found = useAuditChange({ ...props.row, data: props.value })
  return (
    <Box display="grid" gap="2" id={props.id} data-testid="audit-change">
      {found && (
        <>
          <Box as="dl" display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 3fr)" columnGap="3">
            <chakra.dt color="fg.muted">{t('Record')}</chakra.dt>
            <dd>
              <RecordLink found={found} />
            </dd>
            {found.company > 0 && (
              <>
                <chakra.dt color="fg.muted">{t('Company')}</chakra.dt>
                <dd>
                  <CompanyName id={found.company} />
                </dd>
              </>
            )}
          </Box>
          {found.records && <PartOfChange records={found.records} others={found.others} />}
          {found.entity && (
            <ChangedFields entity={found.entity} company={found.company} before={found.before} after={found.after} />
          )}
        </>
      )}
      <details>
        <chakra.summary cursor="pointer" color="fg.muted">
          {t('Raw data')}
        </chakra.summary>
        <JsonInput {...props} />
      </details>
    </Box>
  )
}

function CompanyName({ id }: { id: number }): string {
  return `${useTitles('company', [id], undefined)(id)} #${id}`
}

/** The record by its title and number, and the way to it where the platform has a list of its kind. */
function RecordLink({ found: { entity, record, before, after, company } }: { found: Found }) {
  const t = useTranslate()
  const { lang } = useRecords()
  const { table, id } = record
  const known = rowTitle({ ...before, ...after }, lang)
  const looked = typeof id === 'number' && entity && entity.storage !== 'view' && known === ''
  const titleOf = useTitles((entity?.name ?? 'company') as EntityName, looked ? [id] : [], company)
  const title = looked && titleOf(id) !== String(id) ? titleOf(id) : known
  const text = [t(tableTitle(table)), `#${id}`, title].filter(Boolean).join(' ')
  const route = screens.find((screen) => screen.entity === entity)?.routes.find((name) => name in administratorRoutes)
  if (route === undefined) return text
  const path = administratorRoutes[route as keyof typeof administratorRoutes]
  return (
    <chakra.span color="accent" textDecoration="underline">
      <Link to={`${path}?id=${id}`}>{text}</Link>
    </chakra.span>
  )
}
