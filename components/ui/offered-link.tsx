"use client"

import type { ComponentProps, ReactNode } from "react"
import { useSettings } from "@/components/providers/settings"
import { isMissingPage, withoutMissing } from "@/lib/view/offered-pages"
import { Link } from "./link"

/** A link or element of the page at `href`: rendered only if the server behind the site can fill that page. */
export const Offered = ({ href, children }: { href: string; children: ReactNode }) => (isMissingPage(href, useSettings()) ? null : children)

/** A link, if its page exists on this site. */
export const OfferedLink = (props: ComponentProps<typeof Link>) => (
  <Offered href={props.href}>
    <Link {...props} />
  </Offered>
)

/** Returns the entries of a menu whose page exists on this site. */
export const useMenu = <T extends { href: string }>(entries: readonly T[]): T[] => withoutMissing(entries, useSettings())
