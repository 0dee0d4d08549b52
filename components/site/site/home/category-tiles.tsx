import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import type { Tile } from "@/lib/view/site/home"

/** The categories with the most documents: icon, name, count. */
export const CategoryTiles = ({ tiles }: { tiles: Tile[] }) => (
  <section className="wrap sec" aria-labelledby="tiles-title">
    <div className="sec-h">
      <h2 id="tiles-title">热门分类</h2>
    </div>
    <ul className="tiles">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <Link href={paths.category(tile.id)}>
            {tile.icon ? <img src={tile.icon} width={32} height={32} alt="" loading="lazy" decoding="async" /> : <MoreIcon name="folder" />}
            <b>{tile.title}</b>
            <small>{count(tile.doc_count)} 份文档</small>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
