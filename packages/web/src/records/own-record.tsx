import { Box } from '@chakra-ui/react'
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
  const own = user.company?.company_id
  return (
    <Box position="relative" minH="0">
      {own === undefined ? (
        <Box p="6">{t('Please choose a company first')}</Box>
      ) : (
        <OpenEditor id={own} url={url} onClose={() => void navigate(homePath(user), { replace: true })} />
      )}
    </Box>
  )
}
