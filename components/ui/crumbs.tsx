import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import type { Crumb } from "@/lib/view/library/list/crumbs"

/**
 * Breadcrumbs. The last one is the page itself, without a link. `above`: all of them are links, because the page's heading names the
 * current position.
 */
export const Crumbs = ({ items, above = false }: { items: Crumb[]; above?: boolean }) => (
  <nav aria-label="当前位置">
    <ol className="crumb">
      {items.map((item, at) => (
        <li key={item.href}>
          {at > 0 ? <Icon name="next" /> : null}
          {above || at < items.length - 1 ? <Link href={item.href}>{item.label}</Link> : <span aria-current="page">{item.label}</span>}
          {item.siblings ? <Siblings of={item.label} at={at} siblings={item.siblings} /> : null}
        </li>
      ))}
    </ol>
  </nav>
)

/** The siblings of a step, in a native popover: no script, closed by Esc and by a click elsewhere. */
const Siblings = ({ of, at, siblings }: { of: string; at: number; siblings: NonNullable<Crumb["siblings"]> }) => {
  const id = `beside-${at}`
  return (
    <>
      <button type="button" className="crumb-more" popoverTarget={id} aria-label={`和“${of}”同级的分类`} title="同级分类">
        <Icon name="down" small />
      </button>
      <span id={id} popover="auto" className="crumb-pop" role="group" aria-label={`和“${of}”同级的分类`}>
        {siblings.map(({ label, href, current }) => (
          <Link key={href} href={href} aria-current={current ? "true" : undefined}>
            {label}
          </Link>
        ))}
      </span>
    </>
  )
}
