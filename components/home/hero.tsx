import { BigSearch } from "@/components/site/big-search"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"

/** One question, one field. Without a banner it stands in the middle. */
export const Hero = ({ words }: { words: string[] }) => (
  <div className="wrap hero">
    <h1>今天想找什么资料？</h1>
    <p className="lead">真题、教案、合同、报告和论文，打开就能读。</p>
    <BigSearch submitLabel="搜索" placeholder={words[0] ? `试试“${words[0]}”` : "输入关键词"} />
    {words.length > 0 ? (
      <p className="hot">
        <span>大家在搜</span>
        {words.slice(0, 8).map((word) => (
          <Link key={word} href={paths.search(word)}>
            {word}
          </Link>
        ))}
      </p>
    ) : null}
  </div>
)
