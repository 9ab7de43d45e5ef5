// Loaded together with the first order that is opened.
export { AddressDetailsInput, OrderAddressInput } from './address-inputs.tsx'
export { CartInput } from './cart-input.tsx'
export { CourierInput } from './courier-input.tsx'
export { OrderMain } from './order-main.tsx'
export { OrderPrice } from './order-price.tsx'
