import { formatPhone, phoneLink } from '@tiffin/core/rules'

/** A phone number; a click dials it. */
export const Phone = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} dir="ltr">
    {formatPhone(phone)}
  </a>
)
