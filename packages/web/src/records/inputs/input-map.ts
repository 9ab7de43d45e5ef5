import type { ComponentType } from 'react'
import type { InputName } from '@tiffin/core/screens'
import { AccessInput } from './access-input.tsx'
import { AuditInput, AuditRecordInput } from './audit-input.tsx'
import { AudioInput } from './audio-input.tsx'
import { ClockFieldInput } from './clock-input.tsx'
import { ChoiceInput, LookupInput, SwitchInput } from './choice-inputs.tsx'
import { ColorInput, ColorPairInput } from './color-inputs.tsx'
import { DomainInput, PairsInput } from './company-inputs.tsx'
import { DateInput, MomentInput } from './date-inputs.tsx'
import { HoursInput } from './hours-input.tsx'
import { ImageInput } from './image-input.tsx'
import type { InputProps } from './input-props.ts'
import { MultilangInput } from './multilang-input.tsx'
import { FieldMapInput, TariffOptionsInput, TransferInput } from './option-inputs.tsx'
import { OwnPasswordInput, PasswordInput } from './password-input.tsx'
import { PhoneInput } from './phone-input.tsx'
import { ReferenceInput, ReferenceListInput } from './reference-inputs.tsx'
import { CoordsInput, IdInput, JsonInput, MessageResultInput } from './shown-inputs.tsx'
import {
  AddressInput,
  ContactInput,
  FilesInput,
  LanguageCodeInput,
  LanguagesInput,
  NumbersInput,
  RadiusInput,
  TimezoneInput,
} from './small-structures.tsx'
import { EmailInput, LongTextInput, MoneyInput, NumberInput, TextInput, UrlInput } from './text-inputs.tsx'
import { SigningSecretInput } from './signing-secret-input.tsx'
import { TokenInput } from './token-input.tsx'
import { TiersInput } from './tiers-input.tsx'
import { AddressDetailsInput, CartInput, CourierInput, OrderAddressInput } from '../lazy-order-inputs.tsx'

/** The component of each input. */
export const inputs: Readonly<Record<InputName, ComponentType<InputProps>>> = {
  id: IdInput,
  uuid: IdInput,
  text: TextInput,
  multilang: MultilangInput,
  phone: PhoneInput,
  email: EmailInput,
  url: UrlInput,
  int: NumberInput,
  number: NumberInput,
  money: MoneyInput,
  flag: SwitchInput,
  choice: ChoiceInput,
  word: ChoiceInput,
  moment: MomentInput,
  date: DateInput,
  color: ColorInput,
  image: ImageInput,
  audio: AudioInput,
  files: FilesInput,
  coords: CoordsInput,
  json: JsonInput,
  reference: ReferenceInput,
  referenceList: ReferenceListInput,
  secret: PasswordInput,
  lookup: LookupInput,
  radius: RadiusInput,
  texts: JsonInput,
  transfer: TransferInput,
  hours: HoursInput,
  tiers: TiersInput,
  access: AccessInput,
  address: AddressInput,
  colorPair: ColorPairInput,
  contact: ContactInput,
  tariffOptions: TariffOptionsInput,
  fieldMap: FieldMapInput,
  fieldNames: JsonInput,
  numbers: NumbersInput,
  languages: LanguagesInput,
  languageCode: LanguageCodeInput,
  timezone: TimezoneInput,
  onOff: SwitchInput,
  longText: LongTextInput,
  domain: DomainInput,
  pairs: PairsInput,
  ownPassword: OwnPasswordInput,
  token: TokenInput,
  signingSecret: SigningSecretInput,
  auditRecord: AuditRecordInput,
  auditChange: AuditInput,
  cart: CartInput,
  courier: CourierInput,
  orderAddress: OrderAddressInput,
  addressDetails: AddressDetailsInput,
  clock: ClockFieldInput,
  messageResult: MessageResultInput,
}

const wide: ReadonlySet<InputName> = new Set([
  'multilang',
  'json',
  'image',
  'files',
  'referenceList',
  'secret',
  'ownPassword',
  'texts',
  'transfer',
  'hours',
  'tiers',
  'access',
  'address',
  'contact',
  'tariffOptions',
  'fieldMap',
  'fieldNames',
  'pairs',
  'longText',
  'auditChange',
  'cart',
  'orderAddress',
  'addressDetails',
])
/** Full-width inputs. */
export const isWide = (name: InputName): boolean => wide.has(name)

const groups: ReadonlySet<InputName> = new Set([
  'auditRecord',
  'auditChange',
  'json',
  'image',
  'coords',
  'files',
  'referenceList',
  'multilang',
  'texts',
  'transfer',
  'hours',
  'tiers',
  'access',
  'address',
  'colorPair',
  'contact',
  'tariffOptions',
  'fieldMap',
  'fieldNames',
  'numbers',
  'pairs',
  'languages',
  'phone',
  'secret',
  'ownPassword',
  'token',
  'cart',
  'addressDetails',
])
/** Inputs with several controls that label each one themselves. */
export const isGroup = (name: InputName): boolean => groups.has(name)
/** Inputs that show the problem of their value themselves. */
export const showsProblem = (name: InputName): boolean => name === 'secret' || name === 'ownPassword'
/** Inputs that are only a switch, placed before its label. */
export const isSwitch = (name: InputName): boolean => inputs[name] === SwitchInput
