import { OfferedLink } from "@/components/ui/offered-link"

export type Tab = { href: string; label: string; current: boolean }

/** Tabs as links: the URL determines the active one. Omits tabs of pages that this site lacks. */
export const Tabs = ({ tabs, label }: { tabs: Tab[]; label: string }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <OfferedLink key={tab.href} href={tab.href} scroll={false} aria-current={tab.current ? "page" : undefined}>
        {tab.label}
      </OfferedLink>
    ))}
  </nav>
)
