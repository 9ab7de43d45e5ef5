import { type ComponentType, Suspense } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { EditorState } from './editor/use-editor.ts'
import type { InputProps } from './inputs/input-props.ts'

/** A field's input that is loaded with the first order; until then only its label is shown. */
function orderInput(load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> {
  const Input = lazyComponent(load)
  return function OrderInput(props) {
    return (
      <Suspense fallback={null}>
        <Input {...props} />
      </Suspense>
    )
  }
}

const editorChunk = () => import('./orders/order-editor-chunk.ts')

export const CartInput = orderInput(async () => (await editorChunk()).CartInput)
export const CourierInput = orderInput(async () => (await editorChunk()).CourierInput)
export const OrderAddressInput = orderInput(async () => (await editorChunk()).OrderAddressInput)
export const AddressDetailsInput = orderInput(async () => (await editorChunk()).AddressDetailsInput)
export const OrderMain = lazyComponent<{ editor: EditorState }>(async () => (await editorChunk()).OrderMain)
export const OrderPrice = lazyComponent<{ editor: EditorState }>(async () => (await editorChunk()).OrderPrice)
