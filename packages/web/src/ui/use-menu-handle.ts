import { type Ref, useImperativeHandle, useState } from 'react'

/** Lets a command open a menu that otherwise opens by its button. */
export interface MenuHandle {
  open: () => void
}

/** For `Menu.Root`: its own state, which the handle opens too. */
export function useMenuHandle(handle: Ref<MenuHandle>) {
  const [open, setOpen] = useState(false)
  useImperativeHandle(handle, () => ({ open: () => setOpen(true) }), [])
  return { open, onOpenChange: (change: { open: boolean }) => setOpen(change.open) }
}
