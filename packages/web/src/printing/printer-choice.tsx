import { Box, chakra } from '@chakra-ui/react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { KITCHEN, parseOfferedAddress } from '@tiffin/core/printing'
import { isPrinterError } from '@tiffin/core/receipt'
import { Icon, type IconName } from '../ui/icon.tsx'
import { healthText } from './health-text.ts'
import { paperOf } from './printer-paper.ts'
import { pageAddresses } from './printers.ts'
import { useOfferedPrinters } from './use-offered-printers.ts'
import { usePrinting } from './use-printing.ts'

interface Choice {
  address: string | undefined
  icon: IconName
  name: string
  about?: string
}

/**
 * Choices: no printer, the print dialog for each paper size, permitted devices, the kitchen's printers, and each printer
 * offered by a board (PRINT-04).
 */
export function PrinterChoice() {
  const t = useTranslate()
  const { notices, ports } = useCore()
  const { station } = usePrinting()
  const { printers, health, searching, address: chosen } = useSelected(station.store, (state) => state)
  const devices = printers.filter(({ address }) => !address.startsWith(KITCHEN) && !pageAddresses.includes(address))
  const offered = useOfferedPrinters()
  const gone = printers.filter(
    ({ address }) => address === chosen && parseOfferedAddress(address) && offered.every((other) => other.address !== address),
  )
  const pages = [t('58 mm paper'), t('80 mm paper'), t('A4 paper')]
  const choices: Choice[] = [
    { address: undefined, icon: 'close', name: t('No printer') },
    ...pageAddresses.map((address, index): Choice => {
      return { address, icon: 'printer', name: t('Print dialog: %1', [pages[index] ?? '']) }
    }),
    ...devices.map(({ address, name }): Choice => {
      return { address, icon: 'link', name, about: healthText(t, health[address]) }
    }),
    {
      address: KITCHEN,
      icon: 'dish',
      name: t('Kitchen printer'),
      about: t('Tickets are queued for the first terminal board with a printer'),
    },
    ...offered.map(({ address, name, console }): Choice => {
      return { address, icon: 'dish', name, about: t('On terminal board %1', [console]) }
    }),
    ...gone.map(({ address, name }): Choice => {
      return { address, icon: 'dish', name, about: t("Its board isn't printing now. Another board will print the ticket.") }
    }),
  ]

  function choose({ address, name }: Choice): void {
    const known = printers.some((printer) => printer.address === address)
    const paper =
      address === undefined || known ? {} : { ...paperOf(address, ports.storage), ...(parseOfferedAddress(address) && { name }) }
    try {
      station.choose(address)
      if (address !== undefined) station.change(address, paper)
    } catch (error) {
      notices.show('negative', isPrinterError(error) ? error.message : 'Printer error')
    }
  }
  return (
    <Box
      display="grid"
      gap="1.5"
      role="group"
      aria-label={t('Printer for this browser')}
      aria-busy={searching}
      data-testid="printers"
    >
      {choices.map((choice) => (
        <One key={choice.address ?? ''} choice={choice} chosen={choice.address === chosen} onChoose={() => choose(choice)} />
      ))}
    </Box>
  )
}

const One = ({ choice, chosen, onChoose }: { choice: Choice; chosen: boolean; onChoose: () => void }) => (
  <chakra.button
    type="button"
    aria-pressed={chosen}
    display="flex"
    alignItems="center"
    gap="3"
    minH="10"
    px="3"
    py="1.5"
    textAlign="start"
    cursor="pointer"
    borderRadius="l2"
    borderWidth="1px"
    borderColor={chosen ? 'accent' : 'border'}
    bg={chosen ? 'accent.subtle' : 'bg.panel'}
    onClick={onChoose}
  >
    <Box color={chosen ? 'accent' : 'fg.muted'} display="flex">
      <Icon name={choice.icon} />
    </Box>
    <Box flex="1" minW="0">
      <Box fontWeight={chosen ? 'semibold' : undefined} overflowWrap="anywhere">
        <bdi>{choice.name}</bdi>
      </Box>
      {choice.about && (
        <Box fontSize="sm" color="fg.muted">
          {choice.about}
        </Box>
      )}
    </Box>
    {chosen && (
      <Box color="accent" display="flex">
        <Icon name="check" />
      </Box>
    )}
  </chakra.button>
)
