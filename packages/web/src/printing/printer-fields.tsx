import { Box } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { cyrillicPages, KITCHEN, MAX_COPIES, printerCuts, type PrinterSettings } from '@tiffin/core/printing'
import { useCore, useTranslate } from '@tiffin/core/react'
import { paperColumns, printerFamilies } from '@tiffin/core/receipt'
import { Input, NativeSelect } from '../ui/controls.ts'
import { storePrinterSettings, readPaper } from './printer-paper.ts'
import { serialSpeeds } from './serial-printers.ts'
import { usePrinting } from './use-printing.ts'

/** Line length and number of receipts; both can be set without a printer (PRINT-01, PRINT-02, AMB-129). */
export function PaperFields({ printer, onSaved }: { printer: PrinterSettings | undefined; onSaved: () => void }) {
  const t = useTranslate()
  const { ports } = useCore()
  const { station } = usePrinting()
  const paper = printer ?? readPaper(ports.storage)
  const set = (change: { columns?: number; copies?: number }): void => {
    if (printer) return station.change(printer.address, change as Partial<PrinterSettings>)
    storePrinterSettings(ports.storage, change)
    onSaved()
  }
  return (
    <Fields>
      <NumberField
        key={`line ${printer?.address}`}
        label={t('Characters per line')}
        hint={t('%1, %2 or %3', [...paperColumns])}
        value={paper.columns}
        accepts={(line) => paperColumns.some((columns) => columns === line)}
        onChange={(columns) => set({ columns })}
      />
      <NumberField
        key={`copies ${printer?.address}`}
        label={t('Number of receipts')}
        hint={t('%1 to %2', [1, MAX_COPIES])}
        value={paper.copies}
        accepts={(count) => count >= 1 && count <= MAX_COPIES}
        onChange={(copies) => set({ copies })}
      />
    </Fields>
  )
}

/** Other printer settings; the print dialog needs no code pages or cuts. */
export function ProfileFields({ printer }: { printer: PrinterSettings }) {
  const { address } = printer
  if (address.startsWith(KITCHEN)) return null
  return address.startsWith('page:') ? <PageFields /> : <DeviceFields printer={printer} />
}

function PageFields() {
  const t = useTranslate()
  const { printers } = usePrinting()
  const [trusts, setTrusts] = useState(printers.trusts)
  return (
    <Check
      label={t("Don't ask whether a ticket was printed")}
      hint={t('For browsers that print without a dialog, such as Chrome started with --kiosk-printing')}
      checked={trusts}
      onChange={(requested) => {
        printers.setTrusts(requested)
        setTrusts(requested)
      }}
    />
  )
}

function DeviceFields({ printer }: { printer: PrinterSettings }) {
  const t = useTranslate()
  const { station, printers } = usePrinting()
  const { address, family, cyrillic, cut, drawer, raster } = printer
  const [speed, setSpeed] = useState(() => printers.speed(address))
  const change = (change: Partial<PrinterSettings>): void => station.change(address, change)
  return (
    <>
      <Fields>
        <Choice
          label={t('Brand')}
          value={family}
          options={printerFamilies}
          names={{
            epson: 'Epson',
            clone: t('58 mm, no brand'),
            rongta: 'Rongta, MPT-II',
            plain: t('first code page only, the rest as graphics'),
          }}
          onChange={(requested) => change({ family: requested })}
        />
        <Choice
          label={t('Cyrillic code page')}
          value={cyrillic}
          options={cyrillicPages}
          names={{ cp866: 'cp866', windows1251: 'windows-1251' }}
          onChange={(target) => change({ cyrillic: target })}
        />
        <Choice
          label={t('Cut')}
          value={cut}
          options={printerCuts}
          names={{ partial: t('partial'), full: t('full'), none: t('none') }}
          onChange={(wanted) => change({ cut: wanted })}
        />
        {address.startsWith('serial:') && (
          <Choice
            label={t('Port speed')}
            value={String(speed)}
            options={serialSpeeds.map(String)}
            names={{}}
            onChange={(wanted) => {
              printers.setSpeed(address, Number(wanted))
              setSpeed(printers.speed(address))
            }}
          />
        )}
      </Fields>
      <Check label={t('Cash drawer')} checked={drawer} onChange={(wanted) => change({ drawer: wanted })} />
      <Check
        label={t('Print unsupported characters as graphics')}
        checked={raster}
        onChange={(wanted) => change({ raster: wanted })}
      />
    </>
  )
}

const Fields = ({ children }: { children: ReactNode }) => (
  <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(200px, 1fr))" gap="3">
    {children}
  </Box>
)

interface NumberProps {
  label: string
  hint: string
  value: number
  accepts: (number: number) => boolean
  onChange: (number: number) => void
}

/**
 * Stored on every valid input; an invalid one is shown as typed, and the last valid value stays (PRINT-03, AMB-128).
 */
function NumberField({ label, hint, value, accepts, onChange }: NumberProps) {
  const id = useId()
  const [text, setText] = useState(String(value))
  const bad = !accepts(Math.trunc(Number(text)))
  return (
    <Box>
      <Label id={id}>{label}</Label>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min="1"
        step="1"
        dir="ltr"
        value={text}
        aria-invalid={bad}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setText(target.value)
          const number = Math.trunc(Number(target.value))
          if (accepts(number)) onChange(number)
        }}
        onBlur={() => bad && setText(String(value))}
      />
      <Box id={`${id}-hint`} fontSize="sm" color={bad ? 'negative' : 'fg.muted'}>
        {hint}
      </Box>
    </Box>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  names: Partial<Record<T, string>>
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, names, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <Box>
      <Label id={id}>{label}</Label>
      <NativeSelect
        id={id}
        value={value}
        onChange={({ target }) => onChange(options.find((option) => option === target.value) ?? value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option] ?? option}
          </option>
        ))}
      </NativeSelect>
    </Box>
  )
}

interface CheckProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

const Check = ({ label, hint, checked, onChange }: CheckProps) => (
  <Box as="label" display="flex" alignItems="flex-start" gap="2" cursor="pointer">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      style={{ marginBlockStart: 3 }}
    />
    <Box>
      {label}
      {hint && (
        <Box fontSize="sm" color="fg.muted">
          {hint}
        </Box>
      )}
    </Box>
  </Box>
)

const Label = ({ id, children }: { id: string; children: string }) => (
  <Box asChild fontSize="sm" fontWeight="medium" mb="1" display="block">
    <label htmlFor={id}>{children}</label>
  </Box>
)
