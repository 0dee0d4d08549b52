import type { FriendLink } from "@/lib/view/site/home"
import { isExternal } from "@/lib/view/site/navigation-tree"

/** Links to partner sites, above the footer of the home page only. Each opens a new tab. */
export const FriendLinks = ({ links }: { links: FriendLink[] }) =>
  links.length > 0 ? (
    <nav className="wrap friends" aria-labelledby="friends-title">
      <h2 id="friends-title">友情链接</h2>
      {links.map(({ id, title, link }) => (
        <a key={id} href={link} target="_blank" rel={isExternal(link) ? "noopener noreferrer" : "noopener"}>
          {title}
        </a>
      ))}
    </nav>
  ) : null
