import { chakra } from '@chakra-ui/react'
import { button, input } from '../theme/recipes.ts'

export const Button = chakra('button', button, { defaultProps: { type: 'button' } })
export const Input = chakra('input', input)
export const TextArea = chakra('textarea', input)
export const NativeSelect = chakra('select', input)
