import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Country } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { cleanPhone, isCompletePhone, localized } from '@tiffin/core/rules'
import { countryOfPhone, readRows } from '@tiffin/core/screens'
import { Input } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { textOf } from '../text-of.ts'
import { controlProps, type InputProps } from './input-props.ts'
import { CallLink } from './call-link.tsx'
import { usePhoneText } from './use-phone-text.ts'

function useCountries(): readonly Country[] {
  const { client } = useCore()
  const { data } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) =>
      (await readRows(client, { table: 'country', limit: [0, 500] }, { company: undefined, signal })) as unknown as Country[],
    staleTime: Infinity,
  })
  return data ?? []
}

/** A phone number in its country's format; only the digits are stored (EDIT-18 to 23). */
export function PhoneInput(props: InputProps) {
  const t = useTranslate()
  const { lang, user } = useRecords()
  const countries = useCountries()
  const digits = textOf(props.value)
  /** The country's code, or its name if that was typed before the countries were loaded. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const ownCountry = countries.find(({ phone_code: code }) => code !== '' && code === user.company?.country.phone_code)
  // The calling code is part of the number next to it.
  const named = (item: Country | undefined): string => (item ? localized(item.name, lang) || item.name_en : '')
  const isNamed = (item: Country, text: string): boolean => named(item).toLowerCase() === text.trim().toLowerCase()
  const requested = chosen === null ? undefined : countries.find((entry) => entry.alpha2 === chosen || isNamed(entry, chosen))
  const country = requested ?? countryOfPhone(digits, countries) ?? ownCountry
  const isComplete = country !== undefined && isCompletePhone(digits, country)
  const text = usePhoneText(digits, props.onChange, country?.phone_mask)

  function choose(text: string): void {
    setTyped(text)
    if (countries.length === 0) setChosen(text)
    const found = countries.find((candidate) => isNamed(candidate, text))
    if (!found) return
    setChosen(found.alpha2)
    setTyped(null)
    const code = found.phone_code.replace(/\D/g, '')
    if (digits === '' || (country && digits === country.phone_code.replace(/\D/g, ''))) props.onChange(code)
  }
  return (
    <Box display="flex" flexWrap="wrap" gap="1">
      <Input
        flex="2 1 112px"
        minW="0"
        list={`${props.id}-countries`}
        disabled={props.disabled}
        aria-label={t('Country code')}
        value={typed ?? named(country)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => choose(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <datalist id={`${props.id}-countries`}>
        {countries.map((one) => (
          <option key={one.country_id} value={named(one)} label={`${named(one)} +${one.phone_code}`} />
        ))}
      </datalist>
      <Box position="relative" dir="ltr" flex="3 1 200px" minW="0">
        <Input
          {...controlProps(props)}
          aria-label={props.label}
          type="tel"
          dir="ltr"
          inputMode="tel"
          pe={isComplete ? '14' : '7'}
          value={text.value}
          placeholder={country?.phone_mask.replaceAll('#', '_')}
          onChange={text.onChange}
          onBlur={() => {
            text.onBlur()
            if (cleanPhone(digits, country) !== digits) props.onChange(cleanPhone(digits, country))
          }}
        />
        <CallLink phone={digits} />
        {isComplete && (
          <Box
            position="absolute"
            top="2"
            insetInlineEnd="8"
            color="positive"
            role="img"
            aria-label={t('Number is complete')}
            data-testid="phone-complete"
          >
            <Icon name="check" />
          </Box>
        )}
      </Box>
    </Box>
  )
}
