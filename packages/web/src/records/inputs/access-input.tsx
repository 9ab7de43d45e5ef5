import { Box, chakra, defineStyle } from '@chakra-ui/react'
import type { AccessEntry } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { accessPositions, grantsOnlyPlugins, isGrantedTwice } from '@tiffin/core/rules'
import { accessLabel, accessLevels, accessNames } from '@tiffin/core/screens'
import { NativeSelect } from '../../ui/controls.ts'
import { useOperators } from '../use-titles.ts'
import type { InputProps } from './input-props.ts'
import { useCompanyOf } from './reference-inputs.tsx'

/** Each operator's access to a merchant: operators across, positions down (MERCH-21, AMB-074). */
export function AccessInput({ value, row, disabled, onChange }: InputProps) {
  const t = useTranslate()
  const entries = (value ?? []) as AccessEntry[]
  const { people, isLoading } = useOperators(useCompanyOf(row))
  const levelOf = (user: number, position: number): number => entries.find((entry) => entry.user === user)?.access[position] ?? 0
  function set(user: number, position: number, level: number): void {
    const before = entries.find((entry) => entry.user === user)?.access ?? []
    const access = Array.from({ length: 11 }, (_, at) => (at === position ? level : (before[at] ?? 0)))
    onChange([...entries.filter((entry) => entry.user !== user), { user, access }])
  }
  if (people.length === 0) return <Box color="fg.muted">{isLoading ? t('Loading…') : t('No results')}</Box>
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('Access')}>
      <chakra.table css={tableStyles}>
        <thead>
          <tr>
            <td />
            {accessNames.map((name) => (
              <th key={name} scope="col">
                {t(accessLabel(name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name }) => (
            <tr key={id} data-testid={`access-${id}`}>
              <th scope="row">
                {name}
                {grantsOnlyPlugins(entries.find(({ user }) => user === id)?.access ?? []) && (
                  <Box fontSize="xs" color="negative" whiteSpace="normal">
                    {t("Plugins access alone doesn't give access to the merchant")}
                  </Box>
                )}
                {isGrantedTwice(entries, id) && (
                  <Box fontSize="xs" color="negative" whiteSpace="normal">
                    {t('Duplicate staff member')}
                  </Box>
                )}
              </th>
              {accessNames.map((position) => {
                const at = accessPositions[position]
                return (
                  <td key={position}>
                    <NativeSelect
                      h="7"
                      w="full"
                      ps="1.5"
                      pe="0.5"
                      fontSize="sm"
                      color={levelOf(id, at) === 0 ? 'fg.muted' : 'fg'}
                      disabled={disabled}
                      aria-label={`${name}: ${t(accessLabel(position))}`}
                      value={levelOf(id, at)}
                      onChange={(event) => set(id, at, Number(event.target.value))}
                    >
                      {accessLevels.map((level, number) => (
                        <option key={level} value={number}>
                          {t(level)}
                        </option>
                      ))}
                    </NativeSelect>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  )
}

/** The selects share the width; if they need more, they scroll next to the names. */
const tableStyles = defineStyle({
  w: 'full',
  fontSize: 'sm',
  borderCollapse: 'separate',
  borderSpacing: 0,
  '& th, & td': { px: '1', py: '1.5', textAlign: 'start', fontWeight: 'normal', borderBottomWidth: '1px' },
  '& thead th': { verticalAlign: 'bottom', color: 'fg.muted' },
  // A truncated word would be useless.
  '& select': { minW: 'max-content' },
  '& tr > :first-child': { minW: '140px', position: 'sticky', insetInlineStart: 0, bg: 'bg.panel' },
})
