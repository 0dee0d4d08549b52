/**
 * Designed on a 20 × 20 grid, stroke 1.6. One icon per meaning; `components/ui/icon.tsx` renders them. These are the icons that a public page
 * needs at once; the others are in `more-icon.tsx`, and those used only by the admin in `components/admin/crud/admin-icon.tsx`.
 */
export const iconPaths = {
  back: '<path d="M12 5.5 7.5 10l4.5 4.5"/>',
  bookmark: '<path d="M5.5 3.5h9a.5.5 0 0 1 .5.5v13l-5-3.4L5 17V4a.5.5 0 0 1 .5-.5Z"/>',
  columns: '<path d="M3.5 4.5h13v11h-13zM7.8 4.5v11M12.2 4.5v11"/>',
  comment: '<path d="M4 4h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-5.5L7 17v-3H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z"/>',
  down: '<path d="m5.5 8 4.5 4.5L14.5 8"/>',
  download: '<path d="M10 3.5V13M6.2 9.5 10 13.2l3.8-3.7M3.5 16.5h13"/>',
  flag: '<path d="M5 17V3.5M5 4h9.5l-2 3.2 2 3.3H5"/>',
  fullscreen: '<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4"/>',
  ground: '<circle cx="10" cy="10" r="7"/><path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor"/>',
  help: '<circle cx="10" cy="10" r="7"/><path d="M7.9 8.2a2.1 2.1 0 1 1 3.3 1.7c-.8.5-1.2.9-1.2 1.7M10 13.9v.1"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  minus: '<path d="M4.5 10h11"/>',
  moon: '<path d="M16 12.2A6.7 6.7 0 0 1 7.8 4 6.7 6.7 0 1 0 16 12.2Z"/>',
  more: '<path d="M4.5 10h.1M10 10h.1M15.5 10h.1"/>',
  next: '<path d="m8 5.5 4.5 4.5L8 14.5"/>',
  panel: '<rect x="3" y="3.5" width="14" height="13" rx="1.5"/><path d="M7.8 3.5v13"/>',
  table: '<path d="M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.8h13M8 4.5v11"/>',
  plus: '<path d="M10 4.5v11M4.5 10h11"/>',
  print: '<path d="M6 7.5v-4h8v4M6 14H4a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1h-2M6 11.5h8v5H6v-5Z"/>',
  rotate: '<path d="M15.8 11.5A6 6 0 1 1 14 5.6l2 1.9M16.2 3.5v4h-4"/>',
  search: '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 3.8 3.8"/>',
  share:
    '<circle cx="5" cy="10" r="2"/><circle cx="14.5" cy="5" r="2"/><circle cx="14.5" cy="15" r="2"/><path d="m6.8 9.1 5.9-3.2M6.8 10.9l5.9 3.2"/>',
  shrink: '<path d="M7.5 3.5v4h-4M12.5 3.5v4h4M16.5 12.5h-4v4M3.5 12.5h4v4"/>',
  star: '<path d="m10 3 2.1 4.4 4.8.6-3.5 3.3.9 4.8L10 13.8l-4.3 2.3.9-4.8L3.1 8l4.8-.6L10 3Z"/>',
  sun: '<circle cx="10" cy="10" r="3.2"/><path d="M10 2.8v1.7M10 15.5v1.7M2.8 10h1.7M15.5 10h1.7M4.9 4.9l1.2 1.2M13.9 13.9l1.2 1.2M15.1 4.9l-1.2 1.2M6.1 13.9l-1.2 1.2"/>',
  up: '<path d="M10 16V4.5M5 9.2l5-5 5 5"/>',
  upload: '<path d="M10 13V3.5M6.2 7 10 3.3 13.8 7M3.5 12.5v3a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-3"/>',
  wide: '<path d="M6 6.5 2.5 10 6 13.5M14 6.5l3.5 3.5-3.5 3.5M2.5 10h15"/>',
}

export type IconName = keyof typeof iconPaths
