import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { AccessEntry } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { accessPositions, grantsPluginsAlone } from '@tiffin/core/rules'
import { readRows, rowTitle } from '@tiffin/core/screens'
import { NativeSelect } from '../../ui/controls.ts'
import { useRecords } from '../records-context.ts'
import type { InputProps } from './input-props.ts'
import { useCompanyOf } from './reference-inputs.tsx'

const levels = ['None', 'View', 'Edit']
const names: Readonly<Record<string, string>> = { board: 'Board', report: 'Report' }

/** Who of the operators may do what with a merchant: people across, positions down (MERCH-21, AMB-074). */
export function AccessInput({ value, row, disabled, onChange }: InputProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { lang } = useRecords()
  const company = useCompanyOf(row)
  const entries = (value ?? []) as AccessEntry[]
  const operators = useQuery({
    queryKey: ['operators', company],
    queryFn: ({ signal }) =>
      readRows(
        client,
        { table: 'membership', search: [{ key: 'company_role', prm: 2 }], join: ['admin'], limit: [0, 1000] },
        { company, signal },
      ),
  })
  const people = (operators.data ?? []).map((member) => ({
    id: Number(member['admin']),
    name: rowTitle(member['admin_obj'] as Record<string, unknown>, lang),
  }))
  const levelOf = (user: number, position: number): number => entries.find((entry) => entry.user === user)?.access[position] ?? 0
  function set(user: number, position: number, level: number): void {
    const before = entries.find((entry) => entry.user === user)?.access ?? []
    const access = Array.from({ length: 11 }, (_, at) => (at === position ? level : (before[at] ?? 0)))
    onChange([...entries.filter((entry) => entry.user !== user), { user, access }])
  }
  if (people.length === 0) return <Box color="fg.muted">{operators.isLoading ? t('Loading…') : t('Nothing found')}</Box>
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('Access')}>
      <chakra.table css={{ '& th, & td': { p: '1', textAlign: 'start', fontWeight: 'normal', whiteSpace: 'nowrap' } }}>
        <thead>
          <tr>
            <td />
            {Object.keys(accessPositions).map((name) => (
              <th key={name} scope="col">
                {t(names[name] ?? name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name }) => (
            <tr key={id} data-testid={`access-${id}`}>
              <th scope="row">
                {name}
                {grantsPluginsAlone(entries.find(({ user }) => user === id)?.access ?? []) && (
                  <Box fontSize="xs" color="negative" whiteSpace="normal">
                    {t('Grants Plugins alone, which does not open the merchant')}
                  </Box>
                )}
              </th>
              {Object.entries(accessPositions).map(([position, at]) => (
                <td key={position}>
                  <NativeSelect
                    h="7"
                    w="auto"
                    px="1"
                    disabled={disabled}
                    aria-label={`${name}: ${t(names[position] ?? position)}`}
                    value={levelOf(id, at)}
                    onChange={(event) => set(id, at, Number(event.target.value))}
                  >
                    {levels.map((level, number) => (
                      <option key={level} value={number}>
                        {t(level)}
                      </option>
                    ))}
                  </NativeSelect>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}
