import { iconPaths, type IconName } from "./icon-paths"

/** A decorative icon, hidden from screen readers. `small` = 16 px. */
export const Icon = ({ name, small = false, className = "" }: { name: IconName; small?: boolean; className?: string }) => (
  <svg className={`ic${small ? " s" : ""}${className ? ` ${className}` : ""}`} viewBox="0 0 20 20" aria-hidden="true">
    {iconPaths[name]}
  </svg>
)
