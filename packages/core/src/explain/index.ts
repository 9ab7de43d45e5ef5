export { readSavedBoard, explainBoardOf } from './board-choice.ts'
export { explain, explainSteps, type Explanation, reasonText, type Why } from './explain.ts'
export { readWhy } from './read-why.ts'
export { orderFormat } from '../new-order/order-format.ts'
