import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isPrinterError } from '@tiffin/core/receipt'
import { formatList } from '@tiffin/core/rules'
import type { Command } from '../keys.ts'
import { useLook } from '../look/look.ts'
import { plain } from '../look/text.ts'
import { type Choice, ListPicker } from '../pickers/list-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import { useConsole } from '../view/station.ts'
import { PrinterProfileView } from './printer-profile.tsx'
import { useHealthText } from './use-health-text.ts'

interface Line {
  kind: 'toggle' | 'printer' | 'type' | 'none'
  address?: string
}
type Open = { view: 'typing' } | { view: 'profile'; address: string }

const VIRTUAL = 'virtual:'

/** The printers of this console with their states, and whether they print by themselves (BOARD-10, PRINT-04, PRINT-06). */
export function PrinterList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { i18n, notices } = useCore()
  const { station } = useConsole()
  const look = useLook()
  const t = useTranslate()
  const healthText = useHealthText()
  const { on, printers, health, searching, address } = useSelected(station.store, (state) => state)
  const [open, setOpen] = useState<Open | null>(null)

  function choose(wanted: string | undefined): void {
    try {
      station.choose(wanted)
      setOpen(null)
    } catch (error) {
      notices.show('negative', isPrinterError(error) ? error.message : 'The printer failed')
    }
  }

  function act(command: Command<'printers'>, wanted: string): void {
    const known = printers.find((printer) => printer.address === wanted)
    if (command === 'choose') choose(wanted)
    else if (command === 'beside') station.setActive(wanted, known?.active !== true)
    else if (!known) notices.show('warning', 'Please choose a printer first')
    else if (command === 'test') void station.test(wanted)
    else if (command === 'edit') setOpen({ view: 'profile', address: wanted })
    else if (command === 'forget') station.forget(wanted)
  }

  if (open?.view === 'profile') {
    return <PrinterProfileView height={height} address={open.address} onBack={() => setOpen(null)} onQuit={onQuit} />
  }
  if (open?.view === 'typing') {
    return (
      <TextForm
        title={t('Printer')}
        hint={t('An address such as %1, %2 or %3', ['tcp://192.168.1.50', 'usb://04b8:0202', 'file:///tmp/tickets/'])}
        height={height}
        initial="tcp://"
        onChoose={choose}
        onBack={() => setOpen(null)}
        onQuit={onQuit}
      />
    )
  }

  const nameOf = (one: string, name: string) =>
    one === VIRTUAL ? t('Virtual printer') : name === one ? one : `${plain(name)}  ${one}`
  const shown = [
    ...printers,
    ...(printers.some((printer) => printer.address === VIRTUAL) ? [] : [{ address: VIRTUAL, name: VIRTUAL, active: false }]),
  ]
  const choices: Choice<Line>[] = [
    { key: 'toggle', label: t('Print new tickets by itself'), remark: on ? t('on') : t('off'), value: { kind: 'toggle' } },
    ...shown.map((printer) => ({
      key: printer.address,
      label: `${printer.active ? look.marks.ok : ' '} ${nameOf(printer.address, printer.name)}`,
      remark: formatList([printer.active ? t('chosen') : '', healthText(health[printer.address])], i18n.lang()),
      value: { kind: 'printer' as const, address: printer.address },
    })),
    { key: 'type', label: t('Type an address…'), value: { kind: 'type' } },
    { key: 'none', label: t('No printer'), remark: address === undefined ? t('chosen') : '', value: { kind: 'none' } },
  ]
  return (
    <ListPicker
      place="printers"
      title={t('Printer')}
      about={searching ? t('Looking for printers…') : ''}
      empty=""
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (command === 'find') return void station.find()
        const { kind, address: wanted } = choice.value
        if (kind === 'printer' && wanted !== undefined) return act(command, wanted)
        if (kind === 'type') return setOpen({ view: 'typing' })
        if (kind === 'toggle') return station.setOn(!on)
        choose(undefined)
      }}
    />
  )
}
