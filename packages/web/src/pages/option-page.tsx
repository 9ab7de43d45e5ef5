import type { CompanyOption } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { pages, type RouteName } from '@tiffin/core/rules'
import { Lock } from 'lucide-react'
import { PageMessage } from '../ui/page-message.tsx'
import { UpsellBox } from '../ui/upsell-box.tsx'

/** Shown in place of a page that the company's plan does not include (GATE-01, GATE-02). */
export function OptionPage({ route, option }: { route: RouteName; option: CompanyOption }) {
  const t = useTranslate()
  return (
    <PageMessage icon={Lock} title={t(pages[route].label)} testId="option-missing">
      <UpsellBox option={option} />
    </PageMessage>
  )
}
