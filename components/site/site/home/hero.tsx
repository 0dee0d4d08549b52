import { BigSearch } from "@/components/library/search/big-search"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { Slide } from "@/lib/view/site/home"
import { Carousel } from "../../banner/carousel"

/** `lead` is the site's description; "" for none. */
type Props = { lead: string; keywords: string[]; slides: Slide[]; pills?: boolean }

/** Title, site description, search field and hot words, with the banners (if any) beside them. */
export const Hero = ({ lead, keywords, slides, pills = false }: Props) => (
  <div className={slides.length > 0 ? "wrap hero beside" : "wrap hero"}>
    <div>
      <h1>今天想找什么资料？</h1>
      {lead && <p className="lead">{lead}</p>}
      <BigSearch submitLabel="搜索" placeholder={keywords[0] ? `试试“${keywords[0]}”` : "输入关键词"} />
      {keywords.length > 0 ? (
        <p className={pills ? "hot pills" : "hot"}>
          <span>大家在搜</span>
          {keywords.map((word) => (
            <Link key={word} href={paths.search(word)}>
              {word}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
    {slides.length > 0 ? <Carousel slides={slides} /> : null}
  </div>
)
