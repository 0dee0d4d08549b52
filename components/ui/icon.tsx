import { iconPaths, type IconName } from "./icon-paths"

/** `small` = 16 px. */
export type IconProps = { small?: boolean; className?: string }

const inners = new Map<string, { __html: string }>()

/** Caches one object per icon: React resets an element's inner HTML whenever it gets another object. */
const innerOf = (drawing: string): { __html: string } => {
  const cachedHtml = inners.get(drawing)
  if (cachedHtml) return cachedHtml
  const inner = { __html: drawing }
  inners.set(drawing, inner)
  return inner
}

/** The SVG element of every icon, hidden from screen readers. `drawing` is the inner SVG, which React takes as one string. */
export const IconBox = ({ small = false, className = "", drawing }: IconProps & { drawing: string }) => (
  <svg
    className={`ic${small ? " s" : ""}${className ? ` ${className}` : ""}`}
    viewBox="0 0 20 20"
    aria-hidden="true"
    dangerouslySetInnerHTML={innerOf(drawing)}
  />
)

/** A decorative icon. */
export const Icon = ({ name, ...frame }: IconProps & { name: IconName }) => <IconBox {...frame} drawing={iconPaths[name]} />
