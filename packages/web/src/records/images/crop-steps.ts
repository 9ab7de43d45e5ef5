import { cropSteps } from '@tiffin/core/rules'
import type { CropperRef } from 'react-advanced-cropper'

type Moved = Pick<CropperRef, 'moveCoordinates' | 'zoomImage' | 'rotateImage'>

/** The steps of buttons and keys, repeated the given number of times (IMG-21). */
export const steps = {
  left: (cropper: Moved, times: number) => cropper.moveCoordinates({ left: -cropSteps.move * times }),
  right: (cropper: Moved, times: number) => cropper.moveCoordinates({ left: cropSteps.move * times }),
  up: (cropper: Moved, times: number) => cropper.moveCoordinates({ top: -cropSteps.move * times }),
  down: (cropper: Moved, times: number) => cropper.moveCoordinates({ top: cropSteps.move * times }),
  zoomIn: (cropper: Moved, times: number) => cropper.zoomImage((1 + cropSteps.zoom) ** times),
  zoomOut: (cropper: Moved, times: number) => cropper.zoomImage((1 + cropSteps.zoom) ** -times),
  turnLeft: (cropper: Moved) => cropper.rotateImage(-cropSteps.rotate),
  turnRight: (cropper: Moved) => cropper.rotateImage(cropSteps.rotate),
} as const
export type StepName = keyof typeof steps

export const stepKeys: Readonly<Record<string, StepName>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  _: 'zoomOut',
  '[': 'turnLeft',
  '{': 'turnLeft',
  ']': 'turnRight',
  '}': 'turnRight',
}
