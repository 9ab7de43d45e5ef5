import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { useRecords } from './records-context.ts'
import { useListUrl } from './use-list-url.ts'
import { OpenEditor } from './editor/editor.tsx'

/** The record of the company acted for and of no other, on a page of its own (NAV-43, COMP-27). */
export function OwnRecord() {
  const t = useTranslate()
  const { user } = useRecords()
  const url = useListUrl()
  const navigate = useNavigate()
  const [dirty, setDirty] = useState(false)
  const [target, setTarget] = useState<string | null>(null)
  useLinks(dirty, setTarget)
  const own = user.company?.company_id
  return (
    <Box position="relative" minH="0">
      {own === undefined ? (
        <Box p="6">{t('Please choose a company first')}</Box>
      ) : (
        <OpenEditor
          id={own}
          url={{ ...url, reopen: stay }}
          wanted={target === null}
          onDirty={setDirty}
          onLeave={() => void navigate(target ?? homePath(user), { replace: target === null })}
          onStay={() => setTarget(null)}
        />
      )}
    </Box>
  )
}

const stay = (): void => {}

/** Hears of links that lead away from unsaved changes, before they do. */
function useLinks(dirty: boolean, onLink: (target: string) => void): void {
  useEffect(() => {
    if (!dirty) return
    const hold = (event: MouseEvent): void => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!link || elsewhere || link.target === '_blank' || link.origin !== location.origin) return
      event.preventDefault()
      event.stopPropagation()
      onLink(link.pathname + link.search)
    }
    document.addEventListener('click', hold, { capture: true })
    return () => document.removeEventListener('click', hold, { capture: true })
  }, [dirty, onLink])
}
