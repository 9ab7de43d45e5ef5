import { Menu } from '@chakra-ui/react'
import type { CompanyChoice } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'

interface Props {
  companies: readonly CompanyChoice[]
  chosen: number | undefined
  onChoose: (company: number) => void
}

/** The companies as menu entries; the current one is marked. */
export function CompanyItems({ companies, chosen, onChoose }: Props) {
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  return (
    <Menu.RadioItemGroup value={String(chosen ?? '')} onValueChange={({ value }) => onChoose(Number(value))}>
      {companies.map((company) => (
        <Menu.RadioItem key={company.company_id} value={String(company.company_id)}>
          <Menu.ItemText>{localized(company.name, lang)}</Menu.ItemText>
          <Menu.ItemIndicator>
            <Icon name="check" />
          </Menu.ItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioItemGroup>
  )
}
