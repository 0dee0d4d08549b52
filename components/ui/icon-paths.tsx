import type { ReactNode } from "react"

/** Drawn on a 20 × 20 grid, stroke 1.6. One drawing per meaning; `components/ui/icon.tsx` shows them. */
export const iconPaths = {
  alert: <path d="M10 3.2 17.5 16.5h-15L10 3.2ZM10 8.5v3.7M10 14.3v.2" />,
  article: <path d="M7.5 5h9.5M7.5 10h9.5M7.5 15h9.5M3.5 5h.2M3.5 10h.2M3.5 15h.2" />,
  back: <path d="M12 5.5 7.5 10l4.5 4.5" />,
  bell: <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8L5 13.5ZM8.5 17h3" />,
  bookmark: <path d="M5.5 3.5h9a.5.5 0 0 1 .5.5v13l-5-3.4L5 17V4a.5.5 0 0 1 .5-.5Z" />,
  calendar: (
    <>
      <rect x="3.5" y="4.5" width="13" height="12" rx="1.5" />
      <path d="M3.5 8.5h13M7 2.8v3M13 2.8v3M7.5 12.3l1.8 1.7 3.2-3.3" />
    </>
  ),
  check: <path d="m4.5 10.5 3.7 3.7 7.3-8" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.3l2.8 1.7" />
    </>
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
  comment: <path d="M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-5.5L7 17v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z" />,
  compass: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m12.8 7.2-1.6 4-4 1.6 1.6-4 4-1.6Z" />
    </>
  ),
  dashboard: (
    <>
      <path d="M4.2 15.5a7 7 0 1 1 11.6 0M10 11.5l3-3.7" />
      <circle cx="10" cy="11.8" r="1.1" />
    </>
  ),
  down: <path d="m5.5 8 4.5 4.5L14.5 8" />,
  download: <path d="M10 3.5V13M6.2 9.5 10 13.2l3.8-3.7M3.5 16.5h13" />,
  eye: (
    <>
      <path d="M2.5 10S5.2 4.8 10 4.8 17.5 10 17.5 10 14.8 15.2 10 15.2 2.5 10 2.5 10Z" />
      <circle cx="10" cy="10" r="2.4" />
    </>
  ),
  fail: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m7.5 7.5 5 5M12.5 7.5l-5 5" />
    </>
  ),
  file: <path d="M5 2.8h6.5L15.5 7v10.2H5V2.8ZM11.3 3v4.2h4" />,
  filter: <path d="M3 5h14M5.5 10h9M8 15h4" />,
  flag: <path d="M5 17V3.5M5 4h9.5l-2 3.2 2 3.3H5" />,
  fold: <path d="M3 5h14M9 10h8M3 15h14M6 8l-2.5 2L6 12" />,
  fullscreen: <path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />,
  help: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M7.9 8.2a2.1 2.1 0 1 1 3.3 1.7c-.8.5-1.2.9-1.2 1.7M10 13.9v.1" />
    </>
  ),
  home: <path d="M3.5 9 10 3.5 16.5 9v7.5h-4.3v-4.7H7.8v4.7H3.5V9Z" />,
  link: (
    <path d="m15.5 9.5-5.7 5.7a3.4 3.4 0 0 1-4.8-4.8L11 4.4a2.3 2.3 0 0 1 3.3 3.3l-5.8 5.8a1.2 1.2 0 0 1-1.7-1.7l5.2-5.2" />
  ),
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="7.5" rx="1.5" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  logout: <path d="M8.5 3.5h-4a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h4M12.5 6.5 16 10l-3.5 3.5M15.5 10H8" />,
  megaphone: <path d="M3 8.5v3l3 .5 8.5 3.5v-11L6 8l-3 .5ZM6.5 12l1 4h2l-.8-3.2M16.8 8.5v3" />,
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  minus: <path d="M4.5 10h11" />,
  moon: <path d="M16 12.2A6.7 6.7 0 0 1 7.8 4 6.7 6.7 0 1 0 16 12.2Z" />,
  more: <path d="M4.5 10h.1M10 10h.1M15.5 10h.1" />,
  next: <path d="m8 5.5 4.5 4.5L8 14.5" />,
  order: <path d="M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2V2.8ZM7.8 7h4.4M7.8 10.5h4.4" />,
  panel: (
    <>
      <rect x="3" y="3.5" width="14" height="13" rx="1.5" />
      <path d="M7.8 3.5v13" />
    </>
  ),
  pause: <path d="M7 4.5v11M13 4.5v11" />,
  pencil: <path d="M4 16l.7-3.3 8.6-8.6a1.3 1.3 0 0 1 1.8 0l.8.8a1.3 1.3 0 0 1 0 1.8L7.3 15.3 4 16ZM11.8 5.6l2.6 2.6" />,
  play: <path d="M6.5 4.2v11.6L15.5 10 6.5 4.2Z" />,
  plus: <path d="M10 4.5v11M4.5 10h11" />,
  qrcode: (
    <path d="M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2M16.5 11.5v2.5M11.5 16.5h2.5M16.5 16.5v0" />
  ),
  rotate: <path d="M15.8 11.5A6 6 0 1 1 14 5.6l2 1.9M16.2 3.5v4h-4" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 3.8 3.8" />
    </>
  ),
  settings: (
    <>
      <circle cx="10" cy="10" r="2.6" />
      <path d="M10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4" />
    </>
  ),
  share: (
    <>
      <circle cx="5" cy="10" r="2" />
      <circle cx="14.5" cy="5" r="2" />
      <circle cx="14.5" cy="15" r="2" />
      <path d="m6.8 9.1 5.9-3.2M6.8 10.9l5.9 3.2" />
    </>
  ),
  shrink: <path d="M7.5 3.5v4h-4M12.5 3.5v4h4M16.5 12.5h-4v4M3.5 12.5h4v4" />,
  sort: <path d="M6 4v12M3.5 13.5 6 16l2.5-2.5M11 5h6M11 9.5h4.5M11 14h3" />,
  spider: (
    <>
      <circle cx="10" cy="10" r="7" />
      <circle cx="10" cy="10" r="3" />
      <path d="M10 10l5-5" />
    </>
  ),
  star: <path d="m10 3 2.1 4.4 4.8.6-3.5 3.3.9 4.8L10 13.8l-4.3 2.3.9-4.8L3.1 8l4.8-.6L10 3Z" />,
  success: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m6.8 10.2 2.3 2.3 4.2-4.7" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 2.8v1.7M10 15.5v1.7M2.8 10h1.7M15.5 10h1.7M4.9 4.9l1.2 1.2M13.9 13.9l1.2 1.2M15.1 4.9l-1.2 1.2M6.1 13.9l-1.2 1.2" />
    </>
  ),
  trash: <path d="M4 5.5h12M8 5.5V3.8h4v1.7M5.5 5.5l.6 11h7.8l.6-11M8.5 8.5v5M11.5 8.5v5" />,
  up: <path d="M10 16V4.5M5 9.2l5-5 5 5" />,
  upload: <path d="M10 13V3.5M6.2 7 10 3.3 13.8 7M3.5 12.5v3a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-3" />,
  user: (
    <>
      <circle cx="10" cy="6.8" r="3.3" />
      <path d="M3.5 17c.6-3.3 3.2-5 6.5-5s5.9 1.7 6.5 5" />
    </>
  ),
  users: (
    <>
      <circle cx="7.5" cy="7" r="2.8" />
      <path d="M2.5 16c.4-2.9 2.4-4.4 5-4.4s4.6 1.5 5 4.4M13 4.5a2.6 2.6 0 0 1 0 5M14.5 12c1.7.5 2.8 1.8 3 4" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof iconPaths
