// Not the package itself, of which this loads a part alone: as an entry of its own it would tear the first page into pieces.
export { newOrdersOf } from '@tiffin/core/new-order'
