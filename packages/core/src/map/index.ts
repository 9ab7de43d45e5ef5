export { type AddressService, createAddressService } from './address-service.ts'
export { mapFacts, type MapProvider, mapProviderOf, mapProviders } from './map-facts.ts'
export { type MapOrder, openDeliveries, deliveriesOfCourier } from './map-orders.ts'
export { type MapMerchant, type MapPlace, type MapPlaces, nearestCity, noPlaces, readMapPlaces } from './map-places.ts'
export {
  createPicker,
  hasArea,
  type PickedAddress,
  type Picker,
  type PickerKind,
  type PickerStart,
  type PickerState,
} from './picker.ts'
