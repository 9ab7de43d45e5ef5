import { Box } from '@chakra-ui/react'
import { useNavigate } from 'react-router'
import { homePath } from '../home-path.ts'
import { ChooseCompany } from '../ui/choose-company.tsx'
import { useRecords } from './records-context.ts'
import { useListUrl } from './use-list-url.ts'
import { OpenEditor } from './editor/editor.tsx'

/** The record of this tab's current company, on its own page (NAV-43, COMP-27). */
export function OwnRecord() {
  const { user } = useRecords()
  const url = useListUrl()
  const navigate = useNavigate()
  const own = user.company?.company_id
  return (
    <Box position="relative" minH="0">
      {own === undefined ? (
        <ChooseCompany />
      ) : (
        <OpenEditor id={own} url={url} onClose={() => void navigate(homePath(user), { replace: true })} />
      )}
    </Box>
  )
}
