import { IconBox, type IconProps } from "@/components/ui/icon"
import { allPaths, type MoreIconName } from "@/components/ui/more-icon"

/** Icons that only /admin uses, in a separate file so that no public page loads them. */
const adminPaths = {
  compass: '<circle cx="10" cy="10" r="7"/><path d="m12.8 7.2-1.6 4-4 1.6 1.6-4 4-1.6Z"/>',
  filter: '<path d="M3 5h14M5.5 10h9M8 15h4"/>',
  fold: '<path d="M3 5h14M9 10h8M3 15h14M6 8l-2.5 2L6 12"/>',
  link: '<path d="M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-.8.8M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l.8-.8"/>',
  clip: '<path d="m15.5 9.5-5.7 5.7a3.4 3.4 0 0 1-4.8-4.8L11 4.4a2.3 2.3 0 0 1 3.3 3.3l-5.8 5.8a1.2 1.2 0 0 1-1.7-1.7l5.2-5.2"/>',
  picture:
    '<rect x="3" y="4" width="14" height="12" rx="1.5"/><path d="m3.5 14 4-4 3 3 2.5-2.5 3.5 3.5"/><circle cx="12.8" cy="7.5" r="1"/>',
  settings:
    '<circle cx="10" cy="10" r="2.6"/><path d="M10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4"/>',
  spider: '<circle cx="10" cy="10" r="7"/><circle cx="10" cy="10" r="3"/><path d="M10 10l5-5"/>',
  users:
    '<circle cx="7.5" cy="7" r="2.8"/><path d="M2.5 16c.4-2.9 2.4-4.4 5-4.4s4.6 1.5 5 4.4M13 4.5a2.6 2.6 0 0 1 0 5M14.5 12c1.7.5 2.8 1.8 3 4"/>',
}
const paths = { ...allPaths, ...adminPaths }

export type AdminIconName = MoreIconName | keyof typeof adminPaths

/** A decorative icon of /admin: a public icon or one of the admin icons. */
export const AdminIcon = ({ name, ...frame }: IconProps & { name: AdminIconName }) => <IconBox {...frame} drawing={paths[name]} />
