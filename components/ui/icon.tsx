import type { ReactNode } from "react"
import { iconPaths, type IconName } from "./icon-paths"

/** `small` = 16 px. */
export type IconProps = { small?: boolean; className?: string }

/** What every icon is drawn in: hidden from screen readers. */
export const IconFrame = ({ small = false, className = "", children }: IconProps & { children: ReactNode }) => (
  <svg className={`ic${small ? " s" : ""}${className ? ` ${className}` : ""}`} viewBox="0 0 20 20" aria-hidden="true">
    {children}
  </svg>
)

/** A decorative icon. */
export const Icon = ({ name, ...frame }: IconProps & { name: IconName }) => <IconFrame {...frame}>{iconPaths[name]}</IconFrame>
