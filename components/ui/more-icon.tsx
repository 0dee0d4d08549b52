import { IconBox, type IconProps } from "./icon"
import { iconPaths } from "./icon-paths"

/** Icons that no public page needs at once, in a separate file so that they load with the part that shows them. */
const morePaths = {
  alert: '<path d="M10 3.2 17.5 16.5h-15L10 3.2ZM10 8.5v3.7M10 14.3v.2"/>',
  article: '<path d="M7.5 5h9.5M7.5 10h9.5M7.5 15h9.5M3.5 5h.2M3.5 10h.2M3.5 15h.2"/>',
  bell: '<path d="M5.2 13.5V9a4.8 4.8 0 0 1 9.6 0v4.5l1.4 1.5H3.8l1.4-1.5ZM8.3 17h3.4"/>',
  calendar: '<rect x="3.5" y="4.5" width="13" height="12" rx="1.5"/><path d="M3.5 8.5h13M7 2.8v3M13 2.8v3M7.5 12.3l1.8 1.7 3.2-3.3"/>',
  check: '<path d="m4.5 10.5 3.7 3.7 7.3-8"/>',
  clock: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.3l2.8 1.7"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  coin: '<circle cx="10" cy="10" r="7"/><path d="m7 6.8 3 3.6 3-3.6M10 10.4v3.8M7.6 11h4.8"/>',
  dashboard: '<path d="M4.2 15.5a7 7 0 1 1 11.6 0M10 11.5l3-3.7"/><circle cx="10" cy="11.8" r="1.1"/>',
  eye: '<path d="M2.5 10S5.2 4.8 10 4.8 17.5 10 17.5 10 14.8 15.2 10 15.2 2.5 10 2.5 10Z"/><circle cx="10" cy="10" r="2.4"/>',
  fail: '<circle cx="10" cy="10" r="7"/><path d="m7.5 7.5 5 5M12.5 7.5l-5 5"/>',
  file: '<path d="M5 2.8h6.5L15.5 7v10.2H5V2.8ZM11.3 3v4.2h4"/>',
  folder: '<path d="M3 5.5a1 1 0 0 1 1-1h4l1.8 2H16a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5.5Z"/>',
  fit: '<path d="M3 4v12M17 4v12M5.8 10h8.4M8.3 7.4 5.7 10l2.6 2.6M11.7 7.4l2.6 2.6-2.6 2.6"/>',
  home: '<path d="M3.5 9 10 3.5 16.5 9v7.5h-4.3v-4.7H7.8v4.7H3.5V9Z"/>',
  key: '<circle cx="6.8" cy="10" r="3.3"/><path d="M10.1 10h7v2.7M14 10v2.2"/>',
  letters: '<path d="M2.8 15.5 7 4.5l4.2 11M4.3 11.8h5.4M12.6 15.5l2.7-7 2.7 7M13.6 13.2h3.4"/>',
  lock: '<rect x="4.5" y="9" width="11" height="7.5" rx="1.5"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>',
  logout: '<path d="M8.5 3.5h-4a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h4M12.5 6.5 16 10l-3.5 3.5M15.5 10H8"/>',
  mail: '<rect x="3" y="4.5" width="14" height="11" rx="1.5"/><path d="m3.5 6 6.5 5 6.5-5"/>',
  order: '<path d="M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2V2.8ZM7.8 7h4.4M7.8 10.5h4.4"/>',
  pause: '<path d="M7 4.5v11M13 4.5v11"/>',
  pencil: '<path d="M4 16l.7-3.3 8.6-8.6a1.3 1.3 0 0 1 1.8 0l.8.8a1.3 1.3 0 0 1 0 1.8L7.3 15.3 4 16ZM11.8 5.6l2.6 2.6"/>',
  phone: '<rect x="6" y="2.8" width="8" height="14.4" rx="1.5"/><path d="M9 14.7h2"/>',
  play: '<path d="M6.5 4.2v11.6L15.5 10 6.5 4.2Z"/>',
  qrcode: '<path d="M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2M16.5 11.5v2.5M11.5 16.5h2.5M16.5 16.5v0"/>',
  screen: '<rect x="3" y="4" width="14" height="9.5" rx="1.2"/><path d="M7 16.8h6M10 13.5v3.3"/>',
  sort: '<path d="M6 4v12M3.5 13.5 6 16l2.5-2.5M11 5h6M11 9.5h4.5M11 14h3"/>',
  success: '<circle cx="10" cy="10" r="7"/><path d="m6.8 10.2 2.3 2.3 4.2-4.7"/>',
  trash: '<path d="M4 5.5h12M8 5.5V3.8h4v1.7M5.5 5.5l.6 11h7.8l.6-11M8.5 8.5v5M11.5 8.5v5"/>',
  user: '<circle cx="10" cy="6.8" r="3.3"/><path d="M3.5 17c.6-3.3 3.2-5 6.5-5s5.9 1.7 6.5 5"/>',
}

export const allPaths = { ...iconPaths, ...morePaths }
export type MoreIconName = keyof typeof allPaths

/** A decorative icon of any part that loads later, of /me and of /upload. */
export const MoreIcon = ({ name, ...frame }: IconProps & { name: MoreIconName }) => <IconBox {...frame} drawing={allPaths[name]} />
