import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import type { EditorDraft } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime } from '@tiffin/core/rules'
import { useNavigate } from 'react-router'
import { DraftButton, DraftLine } from '../ui/draft-line.tsx'
import { Icon } from '../ui/icon.tsx'

/** Place of the profile's draft, which is a dialog without an address. */
export const PROFILE = 'profile'

/** Unsaved changes from the user's earlier session, the latest first, in one line. */
export function DraftOffer({ onProfile }: { onProfile: () => void }) {
  const t = useTranslate()
  const { drafts, notices, serverClock, session } = useCore()
  const offers = useSelected(drafts.store, (state) => state.offers)
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  const navigate = useNavigate()
  const [later, setLater] = useState<readonly string[]>([])
  const waiting = offers.filter(({ id }) => !later.includes(id))
  const [offer] = waiting
  if (!offer) return null
  const timezone = user?.company?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const country = user?.company?.country.alpha2 ?? ''
  const time = clockTime(offer.at, { lang, timezone, country, now: serverClock.now() })

  function continueDraft({ place, path }: EditorDraft): void {
    if (place === PROFILE) onProfile()
    else void navigate(path)
  }
  function discard(draft: EditorDraft): void {
    const undo = drafts.discard(draft)
    notices.show('info', 'Unsaved changes discarded', { action: { label: 'Undo', run: undo } })
  }
  const text = t('You have unsaved changes to %1 from %2', [offer.title, time])
  return (
    <DraftLine
      m="2"
      testId="draft-offer"
      actions={
        <>
          <DraftButton onClick={() => continueDraft(offer)}>{t('Continue')}</DraftButton>
          <DraftButton onClick={() => discard(offer)}>{t('Discard')}</DraftButton>
          <DraftButton px="1" minW="7" aria-label={t('Later')} title={t('Later')} onClick={() => setLater([...later, offer.id])}>
            <Icon name="close" size={14} />
          </DraftButton>
        </>
      }
    >
      <Box truncate fontWeight="medium" title={text}>
        {/* A phone has room only for the record's name; Continue and Discard explain the rest. */}
        <Box as="span" display={{ base: 'none', md: 'inline' }}>
          {text}
        </Box>
        <Box as="span" display={{ md: 'none' }}>
          {offer.title}
        </Box>
        {waiting.length > 1 && ` · ${t('%1 more', [waiting.length - 1])}`}
      </Box>
    </DraftLine>
  )
}
