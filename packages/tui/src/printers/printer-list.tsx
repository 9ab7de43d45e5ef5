import { useState } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isPrinterError } from '@tiffin/core/receipt'
import { formatList } from '@tiffin/core/rules'
import type { Command } from '../keys.ts'
import { useTheme } from '../theme/theme.ts'
import { sanitize } from '../theme/text.ts'
import { type Choice, ListPicker } from '../pickers/list-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import { Confirm } from '../view/confirm.tsx'
import { useConsole } from '../view/station.ts'
import { PrinterProfileView } from './printer-profile.tsx'
import { useHealthText } from './use-health-text.ts'

interface Line {
  kind: 'toggle' | 'printer' | 'type' | 'none'
  address?: string
}
type Open =
  | { view: 'typing' }
  | { view: 'profile'; address: string }
  /** Asks before a printer is removed. */
  | { view: 'question'; question: string; onYes: () => void }

/** Messages about printers. */
type PrinterNotice =
  | 'Printing to %1'
  | 'Printing to %1 only on request: automatic printing is off'
  | 'Also printing to %1'
  | 'No longer printing to %1'
  | 'Printer removed: %1'

const VIRTUAL = 'virtual:'

/** This console's printers with their states, and whether it prints automatically (BOARD-10, PRINT-04, PRINT-06). */
export function PrinterList({ height, onBack, onQuit }: { height: number; onBack: () => void; onQuit: () => void }) {
  const { i18n, notices } = useCore()
  const { station } = useConsole()
  const theme = useTheme()
  const t = useTranslate()
  const healthText = useHealthText()
  const { on, printers, health, searching, address } = useSelected(station.store, (state) => state)
  const [open, setOpen] = useState<Open | null>(null)
  /** The line to return to. */
  const [line, setLine] = useState<string>()

  const nameOf = (other: string) => {
    const name = printers.find((printer) => printer.address === other)?.name ?? other
    return other === VIRTUAL ? t('Virtual printer') : sanitize(name)
  }
  const say = (text: PrinterNotice, ...printed: string[]) =>
    notices.show('info', text, { params: [formatList(printed.map(nameOf), i18n.lang())] })

  function choose(requested: string): void {
    try {
      station.choose(requested)
      setOpen(null)
      const { address: chosen = requested } = station.store.getState()
      say(on ? 'Printing to %1' : 'Printing to %1 only on request: automatic printing is off', chosen)
    } catch (error) {
      notices.show('negative', isPrinterError(error) ? error.message : 'Printer error')
    }
  }

  function ask(question: string, onYes: () => void): void {
    setOpen({
      view: 'question',
      question,
      onYes() {
        onYes()
        setOpen(null)
      },
    })
  }

  function stopUsing(target: readonly string[]): void {
    ask(t('Stop using %1?', [formatList(target.map(nameOf), i18n.lang())]), () => {
      for (const item of target) station.setActive(item, false)
      say('No longer printing to %1', ...target)
    })
  }

  function forget(wanted: string, active: boolean): void {
    const drop = (): void => {
      say('Printer removed: %1', wanted)
      station.forget(wanted)
    }
    if (active) ask(t('%1 is in use. Remove it?', [nameOf(wanted)]), drop)
    else drop()
  }

  function act(command: Command<'printers'>, wanted: string): void {
    const active = printers.some((printer) => printer.address === wanted && printer.active)
    if (command === 'choose') choose(wanted)
    else if (command === 'beside' && active) stopUsing([wanted])
    else if (command === 'beside') {
      station.setActive(wanted, true)
      say('Also printing to %1', wanted)
    } else if (command === 'test') void station.test(wanted)
    else if (command === 'edit') setOpen({ view: 'profile', address: wanted })
    else if (command === 'forget') forget(wanted, active)
  }

  function stopUsingAll(): void {
    const used = printers.filter(({ active }) => active).map((printer) => printer.address)
    if (used.length === 0) notices.show('info', 'No printer in use')
    else stopUsing(used)
  }

  async function find(): Promise<void> {
    const found = await station.find()
    if (found === 0) notices.show('info', 'No other printers found. Turn the printer on and search again, or enter its address.')
    else if (found !== undefined) notices.show('positive', 'Printers found: %1', { params: [found] })
  }

  function toggle(): void {
    station.setOn(!on)
    notices.show('info', on ? 'Automatic printing off' : 'Automatic printing on')
  }

  if (open?.view === 'profile') {
    return <PrinterProfileView height={height} address={open.address} onBack={() => setOpen(null)} onQuit={onQuit} />
  }
  if (open?.view === 'question') {
    return <Confirm question={open.question} about="" height={height} onYes={open.onYes} onNo={() => setOpen(null)} />
  }
  if (open?.view === 'typing') {
    return (
      <TextForm
        title={t('Printer')}
        hint={t('Enter an address, such as %1, %2 or %3', ['192.168.1.50', 'usb://04b8:0202', 'file:///tmp/tickets/'])}
        height={height}
        onChoose={choose}
        onBack={() => setOpen(null)}
        onQuit={onQuit}
      />
    )
  }

  const labelOf = (entry: string) => (nameOf(entry) === entry || entry === VIRTUAL ? nameOf(entry) : `${nameOf(entry)}  ${entry}`)
  const isNew = !printers.some((printer) => printer.address === VIRTUAL)
  const shown = [...printers, ...(isNew ? [{ address: VIRTUAL, active: false }] : [])]
  const choices: Choice<Line, 'printers'>[] = [
    {
      key: 'toggle',
      label: t('Print new tickets automatically'),
      remark: on ? t('on') : t('off'),
      commands: ['choose'],
      value: { kind: 'toggle' },
    },
    ...shown.map((printer) => ({
      key: printer.address,
      label: `${printer.active ? theme.marks.ok : ' '} ${labelOf(printer.address)}`,
      remark: formatList([printer.active ? t('selected') : '', healthText(health[printer.address])], i18n.lang()),
      ...(isNew && printer.address === VIRTUAL ? { commands: ['choose', 'beside'] as const } : {}),
      value: { kind: 'printer' as const, address: printer.address },
    })),
    { key: 'type', label: t('Enter an address…'), commands: ['choose'], value: { kind: 'type' } },
    {
      key: 'none',
      label: t('No printer'),
      remark: address === undefined ? t('selected') : '',
      commands: ['choose'],
      value: { kind: 'none' },
    },
  ]
  return (
    <ListPicker
      place="printers"
      title={t('Printer')}
      about={searching ? t('Looking for printers…') : ''}
      empty=""
      height={height}
      choices={choices}
      initial={Math.max(
        0,
        choices.findIndex(({ key }) => key === line),
      )}
      general={['find']}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back') return onBack()
        if (command === 'find') return void find()
        if (!choice) return
        setLine(String(choice.key))
        const { kind, address: wanted } = choice.value
        if (kind === 'printer' && wanted !== undefined) act(command, wanted)
        else if (kind === 'type') setOpen({ view: 'typing' })
        else if (kind === 'toggle') toggle()
        else stopUsingAll()
      }}
    />
  )
}
