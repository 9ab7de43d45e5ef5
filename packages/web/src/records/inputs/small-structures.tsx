import { Box } from '@chakra-ui/react'
import { type ChangeEvent, useState } from 'react'
import { type Address, radiusBounds, type StoredFile } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isSame, normalizeDigits } from '@tiffin/core/rules'
import { contactParts, languageCodes } from '@tiffin/core/screens'
import { Button, Input, NativeSelect } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { CallLink } from './call-link.tsx'
import { setCoordinate } from './set-coordinate.ts'
import { controlProps, dirOf, type InputProps, partProps, invalidParts } from './input-props.ts'
import { PickOnMap } from './pick-on-map.tsx'
import { RecordSelect } from './record-select.tsx'
import { SubField } from './sub-field.tsx'
import { usePhoneText } from './use-phone-text.ts'

/** Name, position, phone, e-mail and other details of a contact. */
export function ContactInput(props: InputProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  const value = (props.value ?? {}) as Record<string, string>
  const { contact_name, contact_position, ...means } = contactParts
  const set = (name: string, text: string): void => props.onChange({ ...value, [name]: text })
  const phone = usePhoneText(value['contact_phone'] ?? '', (digits) => set('contact_phone', digits))
  // A courier is their own contact, so name and position are left out.
  const parts = screen.entity.name === 'courier' ? means : { contact_name, contact_position, ...means }
  const wrong = invalidParts(props, Object.keys(parts))
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="3">
      {Object.entries(parts).map(([name, label], index) => (
        <SubField key={name} label={t(label)}>
          <Box position="relative" {...(name === 'contact_phone' ? { dir: 'ltr' } : {})}>
            <Input
              {...partProps({ ...props, required: false }, wrong[index])}
              id={`${props.id}-${name}`}
              name={name}
              type={name === 'contact_email' ? 'email' : name === 'contact_phone' ? 'tel' : 'text'}
              dir={name === 'contact_email' || name === 'contact_phone' ? 'ltr' : dirOf(value[name] ?? '')}
              {...(name === 'contact_phone'
                ? phone
                : {
                    value: value[name] ?? '',
                    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
                  })}
            />
            {name === 'contact_phone' && <CallLink phone={value[name] ?? ''} />}
          </Box>
        </SubField>
      ))}
    </Box>
  )
}

/** Metres, as a slider and a number (EDIT-33). */
export function RadiusInput(props: InputProps) {
  const { min, max, step } = radiusBounds
  const value = typeof props.value === 'number' ? props.value : min
  return (
    <Box display="flex" gap="3" alignItems="center">
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        style={{ flex: 1, minWidth: 0 }}
        aria-label={props.label}
        disabled={props.disabled}
        value={value}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
      <Input
        {...controlProps(props)}
        type="number"
        w="28"
        min={min}
        max={max}
        step={step}
        dir="ltr"
        value={textOf(props.value)}
        onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
      />
    </Box>
  )
}

/** The numbers in a text typed on any keyboard. */
export const numbersIn = (text: string): number[] =>
  normalizeDigits(text)
    .split(/[,،;؛\s]+/)
    .filter((part) => part !== '')
    .map(Number)

/** Numbers separated by commas. */
export function NumbersInput(props: InputProps) {
  const t = useTranslate()
  const value = (props.value ?? []) as number[]
  const [typed, setTyped] = useState(value.join(', '))
  // Typed text, such as a comma before the next number, stays as long as it means the same numbers.
  const text = isSame(numbersIn(typed), value) ? typed : value.join(', ')
  return (
    <Input
      {...controlProps(props)}
      dir="ltr"
      aria-label={props.label}
      placeholder={t('Numbers, separated by commas')}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        props.onChange(numbersIn(event.target.value))
      }}
    />
  )
}

/** Language codes separated by commas. */
export function LanguagesInput(props: InputProps) {
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  const chosen = languageCodes(props.value)
  const toggle = (code: string, on: boolean): void =>
    props.onChange((on ? [...chosen, code] : chosen.filter((other) => other !== code)).join(','))
  return (
    <Box display="flex" flexWrap="wrap" gap="3">
      {languages.map(({ code, name }) => (
        <label key={code} style={{ display: 'inline-flex', gap: 6, alignItems: 'center', minHeight: 24 }}>
          <input
            type="checkbox"
            disabled={props.disabled}
            checked={chosen.includes(code)}
            onChange={(event) => toggle(code, event.target.checked)}
          />
          <span lang={code}>{name}</span>
        </label>
      ))}
    </Box>
  )
}

export function LanguageCodeInput(props: InputProps) {
  const { session } = useCore()
  const languages = useSelected(session.store, (state) => state.languages)
  return (
    <NativeSelect {...controlProps(props)} value={textOf(props.value)} onChange={(event) => props.onChange(event.target.value)}>
      <option value="" />
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

export const TimezoneInput = (props: InputProps) => (
  <>
    <Input
      {...controlProps(props)}
      dir="ltr"
      list={`${props.id}-zones`}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
    <datalist id={`${props.id}-zones`}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  </>
)

/** Stored files, by link until they can be uploaded. */
export function FilesInput(props: InputProps) {
  const t = useTranslate()
  const files = (props.value ?? []) as StoredFile[]
  const add = (link: string): void => {
    const name = link.split('/').pop() || link
    props.onChange([...files, { name: name.slice(0, 255), type: 'link', content: link }])
  }
  return (
    <Box display="grid" gap="2">
      {files.length === 0 && <Box color="fg.muted">{t('No files')}</Box>}
      {files.map((file) => (
        <Box key={file.content} display="flex" gap="2" alignItems="center">
          <Box flex="1" truncate>
            {/^https?:/.test(file.content) ? (
              <a href={file.content} target="_blank" rel="noreferrer noopener">
                {file.name}
              </a>
            ) : (
              file.name
            )}
          </Box>
          {!props.disabled && (
            <Button
              variant="ghost"
              size="sm"
              px="1"
              aria-label={t('Remove %1', [file.name])}
              onClick={() => props.onChange(files.filter((other) => other !== file))}
            >
              <Icon name="close" size={14} />
            </Button>
          )}
        </Box>
      ))}
      {!props.disabled && (
        <Input
          {...controlProps(props)}
          type="url"
          dir="ltr"
          aria-label={t('Add a file by link')}
          placeholder={t('Add a file by link')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || !/^https?:\/\/./.test(event.currentTarget.value)) return
            event.preventDefault()
            add(event.currentTarget.value.trim())
            event.currentTarget.value = ''
          }}
        />
      )}
    </Box>
  )
}

/** An address with text, city and coordinates. */
export function AddressInput(props: InputProps) {
  const t = useTranslate()
  const { company, screen } = useRecords()
  const value = (props.value ?? {}) as Partial<Address>
  const set = (change: Partial<Address>): void =>
    props.onChange({ coords: null, city: null, address: '', info: {}, ...value, ...change })
  const optional = { ...props, required: false }
  const [isTextWrong, isCityWrong, ...isPointWrong] = invalidParts(
    props,
    ['address', 'city', 'coords.0', 'coords.1'],
    ['address'],
  )
  const isMerchant = screen.entity.name === 'merchant'
  return (
    <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '2fr 1fr' }} gap="3">
      <SubField label={t('Address')}>
        <Input
          {...partProps(props, isTextWrong)}
          dir={dirOf(value.address ?? '')}
          value={value.address ?? ''}
          onChange={(event) => set({ address: event.target.value })}
        />
      </SubField>
      <SubField label={t('City')}>
        <RecordSelect
          to="city"
          value={value.city ?? null}
          company={company}
          clearable
          disabled={props.disabled}
          control={{ ...partProps(optional, isCityWrong), id: `${props.id}-city`, 'aria-label': t('City') }}
          onChange={(city) => set({ city })}
        />
      </SubField>
      <Box display="grid" gridTemplateColumns="1fr 1fr" gap="2" dir="ltr">
        {[t('Latitude'), t('Longitude')].map((label, index) => (
          <SubField key={label} label={label}>
            <Input
              {...partProps(optional, isPointWrong[index])}
              id={`${props.id}-${index}`}
              type="number"
              step="any"
              value={value.coords?.[index] ?? ''}
              onChange={(event) =>
                set({ coords: setCoordinate(value.coords, index as 0 | 1, event.target.value) as Address['coords'] })
              }
            />
          </SubField>
        ))}
      </Box>
      <Box alignSelf="end">
        <PickOnMap
          kind={isMerchant ? 'merchant' : 'client'}
          start={value}
          merchant={isMerchant ? Number(props.row['merchant_id'] ?? 0) : 0}
          disabled={props.disabled}
          onPick={({ exact: _exact, radius, city = null, ...picked }) =>
            // A merchant without an area keeps none: it is set on the Delivery tab.
            set({ ...picked, city, ...(value.radius === undefined ? {} : { radius }) })
          }
        />
      </Box>
    </Box>
  )
}
