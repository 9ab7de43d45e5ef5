import { LinkPage } from './link-page.tsx'
import { PhonePage } from './phone-page.tsx'
import { CreatePin, EnterPin } from './pin-pages.tsx'
import { Registration, RepairPassword } from './registration.tsx'

const pages = {
  '/auth': LinkPage,
  '/registration': Registration,
  '/RepairPassword': RepairPassword,
  '/Phone': PhonePage,
  '/EnterPin': EnterPin,
  '/CreatePin': CreatePin,
}
export type AuthPath = keyof typeof pages

/** Links, registration, codes and PIN. They share one chunk, so that the first page lists only that. */
export function AuthPage({ path }: { path: AuthPath }) {
  const Page = pages[path]
  return <Page />
}
