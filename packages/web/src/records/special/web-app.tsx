import { chakra, Dialog, Portal } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entities } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { companyRoutes, hasOption, storeUrl } from '@tiffin/core/rules'
import { readRecord } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { Button } from '../../ui/controls.ts'
import { useCopy } from '../../ui/use-copy.ts'
import type { EditorState } from '../editor/use-editor.ts'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'

/** Shows a merchant's store as its customers see it (MERCH-09, AMB-081). */
export function OpenWebApp({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const { area, user } = useRecords()
  const [open, setOpen] = useState(false)
  const company = area === 'company' ? user.company?.company_id : (editor.row['company'] as number | null | undefined)
  if (area === 'company' && !hasOption(user.company ?? {}, 'allow_web_app').allowed) return null
  return (
    <>
      <Button disabled={!company} onClick={() => setOpen(true)}>
        {t('Open web app')}
      </Button>
      {open && company && <WebApp company={company} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A phone-sized frame with the store, or where to configure it if it has no address (MERCH-10, MERCH-11). */
function WebApp({ company, onClose }: { company: number; onClose: () => void }) {
  const t = useTranslate()
  const copy = useCopy()
  const { client } = useCore()
  const { actor, company: acting } = useRecords()
  const read = useQuery({
    queryKey: ['record', 'company', actor.company, company],
    queryFn: async ({ signal }) => (await readRecord(client, entities.company, company, { company: acting, signal })) ?? null,
  })
  const url = read.data ? storeUrl(textOf(read.data['domain_config'])) : null
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content data-testid="web-app" maxW="max-content" maxH={{ base: '100dvh', sm: '96dvh' }}>
            <Dialog.Header>
              <Dialog.Title>{t('Web app')}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body overflowY="auto" tabIndex={0}>
              {url !== null ? (
                <chakra.iframe
                  src={url}
                  title={t('Web app')}
                  w="400px"
                  h="800px"
                  maxW="full"
                  // The store is the company's own content and stays isolated in its frame.
                  sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
                  referrerPolicy="no-referrer"
                />
              ) : (
                !read.isPending && t(read.isError ? "Can't load the list" : 'Your store domain is not configured')
              )}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              {read.data && url === null && (
                <Button asChild variant="solid">
                  <Link to={companyRoutes['Company-Settings']}>{t('Settings')}</Link>
                </Button>
              )}
              {url !== null && (
                <>
                  <Button onClick={() => copy(url)}>{t('Copy link')}</Button>
                  <Button asChild>
                    <a href={url} target="_blank" rel="noopener noreferrer">
                      {t('Open in a new tab')}
                    </a>
                  </Button>
                </>
              )}
              <Button onClick={onClose}>{t('Close')}</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
