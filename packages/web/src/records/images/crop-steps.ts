import { cropSteps } from '@tiffin/core/rules'
import type { CropperRef } from 'react-advanced-cropper'

type CropMoves = Pick<CropperRef, 'moveCoordinates' | 'zoomImage' | 'rotateImage'>

/** The steps of buttons and keys, repeated the given number of times (IMG-21). */
export const steps = {
  left: (cropper: CropMoves, times: number) => cropper.moveCoordinates({ left: -cropSteps.move * times }),
  right: (cropper: CropMoves, times: number) => cropper.moveCoordinates({ left: cropSteps.move * times }),
  up: (cropper: CropMoves, times: number) => cropper.moveCoordinates({ top: -cropSteps.move * times }),
  down: (cropper: CropMoves, times: number) => cropper.moveCoordinates({ top: cropSteps.move * times }),
  zoomIn: (cropper: CropMoves, times: number) => cropper.zoomImage((1 + cropSteps.zoom) ** times),
  zoomOut: (cropper: CropMoves, times: number) => cropper.zoomImage((1 + cropSteps.zoom) ** -times),
  turnLeft: (cropper: CropMoves) => cropper.rotateImage(-cropSteps.rotate),
  turnRight: (cropper: CropMoves) => cropper.rotateImage(cropSteps.rotate),
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
