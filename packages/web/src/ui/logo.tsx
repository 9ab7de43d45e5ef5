/** The logo: a tiffin of three stacked tins with a handle, in the text colour. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M5 9V6a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v3" />
    <rect x="4" y="9" width="16" height="4" rx="1" />
    <rect x="4" y="13" width="16" height="4" rx="1" />
    <rect x="4" y="17" width="16" height="5" rx="1.5" />
  </svg>
)
