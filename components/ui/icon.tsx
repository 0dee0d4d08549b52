import { iconPaths, type IconName } from "./icon-paths"

/** `small` = 16 px. */
export type IconProps = { small?: boolean; className?: string }

const inners = new Map<string, { __html: string }>()

/** One object for every drawing: React sets the inside of an element anew when it gets another one. */
const innerOf = (drawing: string): { __html: string } => {
  const known = inners.get(drawing)
  if (known) return known
  const inner = { __html: drawing }
  inners.set(drawing, inner)
  return inner
}

/** What every icon is drawn in: hidden from screen readers. `drawing` is the SVG inside, which React takes as one text. */
export const IconFrame = ({ small = false, className = "", drawing }: IconProps & { drawing: string }) => (
  <svg
    className={`ic${small ? " s" : ""}${className ? ` ${className}` : ""}`}
    viewBox="0 0 20 20"
    aria-hidden="true"
    dangerouslySetInnerHTML={innerOf(drawing)}
  />
)

/** A decorative icon. */
export const Icon = ({ name, ...frame }: IconProps & { name: IconName }) => <IconFrame {...frame} drawing={iconPaths[name]} />
