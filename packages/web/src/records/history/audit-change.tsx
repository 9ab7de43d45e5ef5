import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { isAdministratorRoute, pages } from '@tiffin/core/rules'
import { auditRecord, recordKind, routesOf, screens } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useRecordName } from '../audit-data.ts'
import { JsonInput } from '../inputs/shown-inputs.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useRecords } from '../records-context.ts'
import { ChangedFields } from './changed-fields.tsx'
import { ChangeScope } from './change-scope.tsx'
import { useAuditChange } from './use-audit-change.ts'

/** The change of an audit log row as text, with the raw data on demand. */
export function AuditChange(props: InputProps) {
  const { company } = useRecords()
  const row = { ...props.row, data: props.value }
  const found = useAuditChange(row)
  const { change, company: ofCompany, currency } = auditRecord(row)
  return (
    <Box display="grid" gap="2" id={props.id} data-testid="audit-change">
      {found?.records && <ChangeScope records={found.records} others={found.others} />}
      {change && <ChangedFields {...change} company={company} ofCompany={ofCompany} currency={currency} />}
      <RawData {...props} />
    </Box>
  )
}

/** The stored data of a row, on demand. */
function RawData(props: InputProps) {
  const t = useTranslate()
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <chakra.summary cursor="pointer" color="fg.muted">
        {t('Raw data')}
      </chakra.summary>
      {open && (
        <Box position="relative" mt="1">
          <JsonInput {...props} />
          <Button
            size="sm"
            position="absolute"
            top="2"
            insetInlineEnd="2"
            onClick={() => copy(JSON.stringify(props.value, null, 2))}
          >
            <Icon name="copy" />
            {t('Copy')}
          </Button>
        </Box>
      )}
    </details>
  )
}

/** The record of an audit log row, with a link if the platform has a list of its kind. */
export function AuditRecordLink({ row, id }: InputProps) {
  const t = useTranslate()
  const record = auditRecord(row)
  const name = useRecordName(record)
  const text = (
    <>
      {recordKind(record.table, t)} <bdi>{name || `#${record.key}`}</bdi>
    </>
  )
  const screen = screens.find(({ entity }) => entity === record.change?.entity)
  const route = screen && routesOf(screen).find(isAdministratorRoute)
  return (
    <Box id={id} minH="control" display="flex" alignItems="center" gap="2" flexWrap="wrap" data-testid="audit-record">
      {route === undefined ? (
        <span>{text}</span>
      ) : (
        <chakra.span color="accent" textDecoration="underline">
          <Link to={`${pages[route].path}?id=${record.key}`}>{text}</Link>
        </chakra.span>
      )}
      {name !== '' && <Box color="fg.muted">ID {record.key}</Box>}
    </Box>
  )
}
