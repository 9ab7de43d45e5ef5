// Importing the whole package here would split the first page into many small chunks.
export { newOrdersOf, watchCalls } from '@tiffin/core/new-order'
