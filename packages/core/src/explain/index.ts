export { readSavedBoard, whyBoardOf } from './board-choice.ts'
export { explain, type Explanation, reasonText, type Why } from './explain.ts'
export { readWhy } from './read-why.ts'
export { orderWords } from '../new-order/order-words.ts'
