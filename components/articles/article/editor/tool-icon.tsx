import { IconBox } from "@/components/ui/icon"

const drawings = {
  bold: '<path d="M6 4h4.8a2.9 2.9 0 0 1 0 5.8H6V4ZM6 9.8h5.6a3.1 3.1 0 0 1 0 6.2H6V9.8Z"/>',
  italic: '<path d="M8.5 4h6M5.5 16h6M11.8 4 8.2 16"/>',
  underline: '<path d="M6 3.5v5.3a4 4 0 0 0 8 0V3.5M5 16.8h10"/>',
  through:
    '<path d="M3.5 10h13M13.6 6.6C13.2 5 11.8 4 10 4 8 4 6.5 5 6.5 6.8c0 1.6 1.2 2.4 3.5 3.2M6.2 13c.3 1.9 1.8 3 3.9 3 2.2 0 3.7-1.1 3.7-2.9 0-.6-.2-1.2-.5-1.6"/>',
  code: '<path d="M7 6 3 10l4 4M13 6l4 4-4 4"/>',
  clear: '<path d="M5 4.5h10M10 4.5 8.7 10M7 15.5h4M12.5 12.5l4 4M16.5 12.5l-4 4"/>',
  bullets: '<path d="M8 5h9M8 10h9M8 15h9M4 5h.2M4 10h.2M4 15h.2"/>',
  numbers: '<path d="M8.5 5h8.5M8.5 10h8.5M8.5 15h8.5M3.5 4l1-.6V8M3.2 12.6c.4-.8 2-.8 2 .3 0 .9-2 1.6-2 2.9h2.2"/>',
  quote: '<path d="M8.5 6C6 6.6 4.5 8.4 4.5 11v3.5h4V11h-2M16 6c-2.5.6-4 2.4-4 5v3.5h4V11h-2"/>',
  link: '<path d="M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1"/>',
  picture:
    '<rect x="3" y="4" width="14" height="12" rx="1.5"/><path d="m3.5 14.5 4.3-4.3 3.2 3 2-1.8 3.6 3.2"/><circle cx="12.8" cy="7.6" r="1.1"/>',
  grid: '<rect x="3" y="4" width="14" height="12" rx="1.5"/><path d="M3 8h14M3 12h14M8 8v8"/>',
  block: '<rect x="3" y="4" width="14" height="12" rx="1.5"/><path d="m8.5 7.8-2.2 2.2 2.2 2.2M11.5 7.8l2.2 2.2-2.2 2.2"/>',
  rule: '<path d="M3 10h14M6 5h8M6 15h8"/>',
  undo: '<path d="M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H8"/>',
  redo: '<path d="m13 5 3.5 3.5L13 12M16 8.5H8.5a4 4 0 0 0 0 8H12"/>',
  full: '<path d="M4 7.5V4h3.5M16 7.5V4h-3.5M4 12.5V16h3.5M16 12.5V16h-3.5"/>',
  shrink: '<path d="M7.5 4v3.5H4M12.5 4v3.5H16M7.5 16v-3.5H4M12.5 16v-3.5H16"/>',
}

export type ToolIconName = keyof typeof drawings

/** The icons of the editor's toolbar, which load with it. */
export const ToolIcon = ({ name }: { name: ToolIconName }) => <IconBox drawing={drawings[name]} />
