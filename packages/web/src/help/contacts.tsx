import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alternate, type ContactLink, readContactLinks } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { GuideCard } from './guide-card.tsx'

const iconNames: Readonly<Record<string, IconName>> = { mail: 'mail', phone: 'phone', telegram: 'send' }
export const contactIcon = ({ icon, address }: ContactLink): IconName =>
  iconNames[icon] ?? (address.startsWith('mailto:') ? 'mail' : address.startsWith('tel:') ? 'phone' : 'chat')

/** The platform's contacts; empty until they are read, and if there are none (AMB-051). */
export function useContactLinks(): readonly ContactLink[] {
  const { client } = useCore()
  const { data = [] } = useQuery({
    ...readOnce,
    queryKey: ['contact-links'],
    queryFn: () => readContactLinks(client),
    meta: { failure: "can't read the contacts of the platform" },
  })
  return data
}

/** The icon of the first messenger and of the second in turn (SHELL-37). */
export function ContactIcon({ links }: { links: readonly ContactLink[] }) {
  const { ports } = useCore()
  const [changes, setChanges] = useState(0)
  useEffect(() => alternate(ports.clock, setChanges), [ports])
  const link = links[changes % Math.min(2, links.length)]
  return link && <Icon name={contactIcon(link)} />
}

/** Messengers and mail of the platform (SHELL-21, SHELL-36). */
export function ContactCard({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const links = useContactLinks()
  if (links.length === 0) return null
  return (
    <GuideCard title={t('Contact us')} testId="contact-card" onClose={onClose}>
      <p>{t('Questions? Write to us, a person will answer.')}</p>
      <chakra.ul display="flex" flexWrap="wrap" columnGap="4" listStyleType="none">
        {links.map((link) => (
          <li key={link.address}>
            <chakra.a
              href={link.address}
              target="_blank"
              rel="noreferrer"
              display="inline-flex"
              alignItems="center"
              gap="2"
              minH="8"
              color="accent"
            >
              <Icon name={contactIcon(link)} />
              <bdi>{link.name}</bdi>
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </GuideCard>
  )
}
