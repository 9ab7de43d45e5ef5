import { Box } from '@chakra-ui/react'
import { useTranslate } from '@tiffin/core/react'
import { pages } from '@tiffin/core/rules'
import { Link } from 'react-router'
import { Banner } from '../ui/banner.tsx'

/** Says that the server has disabled webhooks, until someone enables or deletes them (AMB-233). */
export function WebhookBanner({ stopped }: { stopped: number }) {
  const t = useTranslate()
  if (stopped === 0) return null
  return (
    <Box pb="2">
      <Banner tone="warning" testId="webhooks-stopped">
        <Link to={`${pages['Company-Webhook'].path}?state=stopped`}>{t('Webhooks disabled after failures: %1', [stopped])}</Link>
      </Banner>
    </Box>
  )
}
