const paths = {
  alert: 'M12 3 2.5 20h19zM12 10v4M12 17.2v.1',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 1.5H4zM10 21h4',
  board: 'M4 4h4v16H4zM10 4h4v11h-4zM16 4h4v7h-4z',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  card: 'M3 6h18v12H3zM3 10.5h18M6.5 15h3',
  cash: 'M3 6.5h18v11H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 12v.1M18 12v.1',
  chart: 'M4 4v16h16M8.5 16v-5M13 16V8M17.5 16v-3',
  chat: 'M4 5h16v11H11l-5 4v-4H4zM8 9.5h8M8 12.5h5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  company: 'M4 21V5l8-2v18M12 8l8 2v11M2 21h20M8 8v.1M8 12v.1M8 16v.1M16 14v.1M16 17v.1',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  courier: 'M6 13.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7m12 0a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M6 17l4-7h6l2 7M14 6h2.5l1.5 4',
  dish: 'M3 16h18M5 16a7 7 0 0 1 14 0M12 9V7M4 19h16',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 19.5h16',
  down: 'm6 9 6 6 6-6',
  exit: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  failure: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 9l6 6M15 9l-6 6',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12m10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  gauge: 'M4 18a9 9 0 1 1 16 0M12 15l4-5',
  gear: 'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.7v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8v.1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  more: 'M12 5.5v.1M12 12v.1M12 18.5v.1',
  move: 'M4 12h15m-5-5 5 5-5 5',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5m0-5-5 5',
  path: 'M5 4v7a4 4 0 0 0 4 4h10m-4-4 4 4-4 4M5 4v.1',
  pencil: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  phone: 'M7 3h10v18H7zM11 17.8h2',
  pin: 'M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21m0-14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L3.5 9.5M3.5 4v5.5H9M4 13a8 8 0 0 0 14.3 4l2.2-2.5M20.5 20v-5.5H15',
  receipt: 'M6 3h12v18l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 12h6',
  rows: 'M4 5h16v5H4zM4 14h16v5H4z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13m5 11.5L21 21',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  store: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0M10 20v-5h4v5',
  tack: 'M12 15v6M8 3h8l-1 7 3 5H6l3-5z',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18M12 7.5h6M12 12h9M12 16.5h6',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.5 8.4v.1',
  tools: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  truck: 'M2 6h12v10H2zM14 10h4l4 3.5V16h-8M6.5 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4M17.5 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c.6-4 3.6-5.5 7.5-5.5s6.9 1.5 7.5 5.5',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.5-3.8 3-5.3 6.5-5.3s6 1.5 6.5 5.3M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 15c2.3.5 3.7 2 4 5',
} as const

export type IconName = keyof typeof paths

/** Small line drawings in the colour of the text; a screen reader is told the label, or nothing. */
export const Icon = ({ name, size = 16, label }: { name: IconName; size?: number; label?: string }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' ? 3.5 : 2}
    strokeLinejoin="round"
    strokeLinecap="round"
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
    style={{ flexShrink: 0 }}
  >
    <path d={paths[name]} />
  </svg>
)
