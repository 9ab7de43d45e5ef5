import { useState } from 'react'
import { readList } from '@tiffin/core'
import { cyrillicPages, MAX_COPIES, printerCuts, type PrinterSettings, printerUses } from '@tiffin/core/printing'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { paperColumns, printerFamilies } from '@tiffin/core/receipt'
import { formatList } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'
import { ListPicker } from '../pickers/list-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import { MissingRecord } from '../view/missing-record.tsx'
import { useConsole } from '../view/station.ts'

type TypedSetting = 'name' | 'stations'

/** The option after the current one, wrapping around. */
const nextOption = <T,>(options: readonly T[], now: T): T | undefined => options[(options.indexOf(now) + 1) % options.length]

/** The settings of one printer: paper, copies, letters, cut, drawer, and which tickets (PRINT-01, PRINT-02). */
export function PrinterProfileView(props: { height: number; address: string; onBack: () => void; onQuit: () => void }) {
  const { height, address, onBack, onQuit } = props
  const { i18n } = useCore()
  const { station } = useConsole()
  const t = useTranslate()
  const printer = useSelected(station.store, (state) => state.printers.find((item) => item.address === address))
  const [typing, setTyping] = useState<TypedSetting | null>(null)
  if (!printer) return <MissingRecord title={address} height={height} onBack={onBack} onQuit={onQuit} />
  const { name, columns, copies, family, cyrillic, cut, drawer, raster, use, stations } = printer

  if (typing !== null) {
    return (
      <TextForm
        title={typing === 'name' ? t('Name') : t('Stations')}
        hint={typing === 'name' ? address : t('Separate with commas. Leave empty for all stations.')}
        height={height}
        initial={typing === 'name' ? name : stations.join(', ')}
        onChoose={(text) => {
          station.change(address, typing === 'name' ? { name: text } : { stations: readList(text) })
          setTyping(null)
        }}
        onBack={() => setTyping(null)}
        onQuit={onQuit}
      />
    )
  }

  const families: Record<typeof family, string> = {
    epson: 'Epson',
    clone: t('58 mm, no brand'),
    rongta: 'Rongta, MPT-II',
    plain: t('first code page only, the rest as graphics'),
  }
  const cuts: Record<typeof cut, string> = { partial: t('partial'), full: t('full'), none: t('none') }
  const uses: Record<typeof use, string> = { all: t('All'), kitchen: t('kitchen tickets'), receipt: t('receipts') }
  const flag = (value: boolean) => (value ? t('on') : t('off'))
  const line = (key: string, label: string, remark: string, value: Partial<PrinterSettings> | TypedSetting) => ({
    key,
    label,
    remark,
    value,
  })
  const choices = [
    line('name', t('Name'), sanitize(name), 'name'),
    line('columns', t('Characters per line'), String(columns), { columns: nextOption(paperColumns, columns) ?? columns }),
    line('copies', t('Number of receipts'), String(copies), { copies: (copies % MAX_COPIES) + 1 }),
    line('family', t('Brand'), families[family], { family: nextOption(printerFamilies, family) ?? family }),
    line('cyrillic', t('Cyrillic code page'), cyrillic, { cyrillic: nextOption(cyrillicPages, cyrillic) ?? cyrillic }),
    line('raster', t('Print unsupported characters as graphics'), flag(raster), { raster: !raster }),
    line('cut', t('Cut'), cuts[cut], { cut: nextOption(printerCuts, cut) ?? cut }),
    line('drawer', t('Cash drawer'), flag(drawer), { drawer: !drawer }),
    line('use', t('Prints'), uses[use], { use: nextOption(printerUses, use) ?? use }),
    line(
      'stations',
      t('Stations'),
      stations.length === 0 ? t('All') : formatList(stations.map(sanitize), i18n.lang()),
      'stations',
    ),
  ]
  return (
    <ListPicker
      place="profile"
      title={sanitize(name)}
      about={address}
      empty=""
      height={height}
      choices={choices}
      onCommand={(command, choice) => {
        if (command === 'quit') return onQuit()
        if (command === 'back' || !choice) return onBack()
        if (command === 'test') return void station.test(address)
        if (typeof choice.value === 'string') return setTyping(choice.value)
        station.change(address, choice.value)
      }}
    />
  )
}
