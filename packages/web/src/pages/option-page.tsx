import { labelOfRoute } from '@tiffin/core'
import type { CompanyOption } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import type { RouteName } from '@tiffin/core/rules'
import { PageMessage } from '../ui/page-message.tsx'
import { UpsellBox } from '../ui/upsell-box.tsx'

/** Stands in for a page that the company's tariff does not open (GATE-01, GATE-02). */
export function OptionPage({ route, option }: { route: RouteName; option: CompanyOption }) {
  const t = useTranslate()
  return (
    <PageMessage icon="lock" title={labelOfRoute(route, t)} testId="option-missing">
      <UpsellBox option={option} />
    </PageMessage>
  )
}
