import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../load-part.ts'
import type { EditorState } from './editor/use-editor.ts'
import type { InputProps } from './inputs/input-props.ts'

/** A field's input that is loaded with the first order; until then there is only its label. */
function orderInput(load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> {
  const Input = lazyPart(load)
  return function OrderInput(props) {
    return (
      <Suspense fallback={null}>
        <Input {...props} />
      </Suspense>
    )
  }
}

const parts = () => import('./orders/order-editor-parts.ts')

// Parts of the order editor.
export const CartInput = orderInput(async () => (await parts()).CartInput)
export const CourierInput = orderInput(async () => (await parts()).CourierInput)
export const OrderAddressInput = orderInput(async () => (await parts()).OrderAddressInput)
export const AddressDetailsInput = orderInput(async () => (await parts()).AddressDetailsInput)
export const OrderMain = lazyPart<{ editor: EditorState }>(async () => (await parts()).OrderMain)
export const OrderPrice = lazyPart<{ editor: EditorState }>(async () => (await parts()).OrderPrice)
