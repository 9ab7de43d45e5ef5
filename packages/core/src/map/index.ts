export { type AddressService, createAddressService } from './address-service.ts'
export { mapFacts, type MapProvider, mapProviderOf, mapProviders } from './map-facts.ts'
export { createPicker, type PickedAddress, type Picker, type PickerKind, type PickerState } from './picker.ts'
