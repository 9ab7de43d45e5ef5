import { chakra } from '@chakra-ui/react'
import { news } from '@tiffin/core/help'
import { useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { GuideCard } from './guide-card.tsx'
import { useHelp } from './help-context.ts'
import { HelpText } from './help-text.tsx'

/** News about the latest upgrades. */
export function NewsCard({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const help = useHelp()
  return (
    <GuideCard title={t('What is new')} testId="news-card" onClose={onClose}>
      <chakra.ul display="grid" gap="3" ps="4" listStyleType="disc" fontSize="sm">
        {news.map(({ id, text, topic }) => (
          <li key={id}>
            <HelpText text={text} />
            {topic && (
              <Button variant="ghost" size="sm" onClick={() => help.open(topic)}>
                {t('Read more')}
              </Button>
            )}
          </li>
        ))}
      </chakra.ul>
    </GuideCard>
  )
}
