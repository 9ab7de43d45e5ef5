import { Box, Code } from '@chakra-ui/react'
import { routeAt } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { companyRoutes, pages } from '@tiffin/core/rules'
import { SlidersHorizontal } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { PageMessage } from '../ui/page-message.tsx'
import { useCopy } from '../ui/use-copy.ts'

/** Shown for a route whose screen is not in this version; suggests an alternative. */
export function NotBuiltPage() {
  const t = useTranslate()
  const copy = useCopy()
  const route = routeAt(useLocation().pathname)
  const { table, label } = route ? pages[route] : {}
  const command = `tiffin list ${table ?? ''}`
  return (
    <PageMessage icon={SlidersHorizontal} title={label ? t(label) : ''} testId="coming-page">
      <Box color="fg.muted">{t("This page isn't available in this version yet.")}</Box>
      {table && (
        <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="center" gap="2">
          {t('Use the command line instead:')}
          <Code dir="ltr">{command}</Code>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('Copy command')}
            title={t('Copy command')}
            onClick={() => copy(command)}
          >
            <Icon name="copy" />
          </Button>
        </Box>
      )}
      <Button asChild variant="solid">
        <Link to={companyRoutes['Company-Order']}>{t('To the order page')}</Link>
      </Button>
    </PageMessage>
  )
}
