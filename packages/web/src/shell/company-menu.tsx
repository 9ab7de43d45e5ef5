import { Box, Menu } from '@chakra-ui/react'
import type { CompanyChoice } from '@tiffin/core'
import type { SessionUser } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { guideTarget } from '../help/guide-target.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { CompanyItems } from './company-items.tsx'

interface Props {
  user: SessionUser
  companies: readonly CompanyChoice[]
  onChoose: (company: number) => void
}

/** This tab's current company, and the others if there are any. */
export function CompanyMenu({ user, companies, onChoose }: Props) {
  const t = useTranslate()
  const { session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const name = user.company ? localized(user.company.name, lang) : t('Choose a company')
  if (companies.length <= 1 && user.company) {
    return (
      <Box as="strong" fontWeight="semibold" truncate maxW="64" px="1" {...guideTarget('company')}>
        {name}
      </Box>
    )
  }
  return (
    <Menu.Root positioning={{ strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" px="2" minW="0" flexShrink={1} aria-label={t('Company: %1', [name])} {...guideTarget('company')}>
          <Box as="span" fontWeight="semibold" truncate maxW="64">
            {name}
          </Box>
          <Icon name="down" size={14} />
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          <CompanyItems companies={companies} chosen={user.company?.company_id} onChoose={onChoose} />
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
