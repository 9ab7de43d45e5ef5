import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type Invoice, isApiError, type Payment } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { printHtml } from '../ui/print-html.ts'
import { saveAsFile } from '../ui/save-as-file.ts'
import { Dollars } from './dollars.tsx'

type Listed = Pick<Invoice, 'invoice_id' | 'number' | 'amount'>

/** The invoices of a charge, to download and to print as they were issued. */
export function PaymentInvoices({ payment: { payment_id: payment, company } }: { payment: Payment }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const { data: invoices = [] } = useQuery({
    ...readOnce,
    queryKey: ['invoices', payment],
    async queryFn({ signal }) {
      const search = [{ key: 'payment', prm: payment }]
      const include = ['invoice_id', 'number', 'amount']
      const tables = [{ table: 'invoice', include, search, order: [{ field: 'number' }], limit: [0, 100] as [number, number] }]
      const { data } = await client.Reference.getData({ tables }, { signal, company })
      return (data['invoice']?.data ?? []) as unknown as readonly Listed[]
    },
    meta: { failure: "can't read the invoices of a payment" },
  })
  if (invoices.length === 0) return null

  async function open({ invoice_id, number }: Listed, show: (document: string, name: string) => void): Promise<void> {
    try {
      const { data } = await client.Company.invoice({ invoice_id }, { company })
      show(data.document, `invoice-${number}.html`)
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    }
  }
  const save = (document: string, name: string) => saveAsFile(name, new Blob([document], { type: 'text/html' }))

  return (
    <Box as="section" aria-label={t('Invoices')}>
      <Box as="h3" fontWeight="semibold" mb="1">
        {t('Invoices')}
      </Box>
      <Box as="ul" listStyleType="none" data-testid="invoices">
        {invoices.map((invoice) => (
          <Box as="li" key={invoice.invoice_id} display="flex" flexWrap="wrap" alignItems="center" gap="3" py="1">
            <Box flex="1">
              {Number(invoice.amount) < 0 ? t('Credit note %1', [invoice.number]) : t('Invoice %1', [invoice.number])}
            </Box>
            <Dollars amount={invoice.amount} />
            <Button size="sm" onClick={() => void open(invoice, save)}>
              <Icon name="download" />
              {t('Download')}
            </Button>
            <Button size="sm" onClick={() => void open(invoice, (document) => printHtml(document))}>
              <Icon name="printer" />
              {t('Print')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
