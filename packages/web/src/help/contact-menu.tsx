import { Menu } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { contactIcon, ContactIcon, useContactLinks } from './contacts.tsx'

/** Opens a messenger or a mail to the platform; hidden without contacts (SHELL-21, AMB-051). */
export function ContactMenu() {
  const t = useTranslate()
  const links = useContactLinks()
  if (links.length === 0) return null
  return (
    <Menu.Root positioning={{ placement: 'top-start', strategy: 'fixed' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" size="sm">
          <ContactIcon links={links} />
          {t('Contact us')}
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content>
          {links.map((link) => (
            <Menu.Item key={link.address} value={link.address} asChild>
              <a href={link.address} target="_blank" rel="noreferrer">
                <Icon name={contactIcon(link)} />
                <bdi>{link.name}</bdi>
              </a>
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
