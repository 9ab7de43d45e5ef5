import { formatPhone, phoneLink } from '@tiffin/core/rules'

/** A phone number, which a click dials. */
export const Phone = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} dir="ltr">
    {formatPhone(phone)}
  </a>
)
