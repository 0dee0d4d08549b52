import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Static } from "@/components/ui/static/static"
import { ToTop } from "@/components/ui/to-top"
import { paths } from "@/lib/rules/path"

type Props = { qrcode: string; qrcodeTip: string; program: string; programTip: string; contact: string; contactTip: string }

/**
 * The fixed bar: upload, post, contact and back to top. In windows without room beside the content it is one button, which opens it upward
 * (docs/decisions/211).
 */
export const RightBar = ({ qrcode, qrcodeTip, program, programTip, contact, contactTip }: Props) => (
  <aside className="rbar" aria-label="快捷操作">
    <Static>
      <button type="button" className="ib rbar-fold" aria-label="展开快捷操作" title="快捷操作">
        <MoreIcon name="more" />
      </button>
      <div className="rbar-links">
        <Link className="ib" href={paths.post} aria-label="发布文章" title="发布文章">
          <MoreIcon name="pencil" />
        </Link>
        <Link className="ib" href={paths.upload} aria-label="上传文档" title="上传文档">
          <Icon name="upload" />
        </Link>
        {qrcode ? <Code name="微信二维码" src={qrcode} tip={qrcodeTip} /> : null}
        {program ? <Code name="小程序码" src={program} tip={programTip} /> : null}
        {contact ? (
          <a
            className="ib"
            href={contact}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={contactTip || "联系我们"}
            title={contactTip || "联系我们"}
          >
            <Icon name="comment" />
          </a>
        ) : null}
      </div>
    </Static>
    <ToTop label="返回顶部" />
  </aside>
)

/** A QR code, displayed while its button is hovered or focused. */
const Code = ({ name, src, tip }: { name: string; src: string; tip: string }) => (
  <div className="rbar-qr">
    <button type="button" className="ib" aria-label={name}>
      <MoreIcon name="qrcode" />
    </button>
    <figure className="pop">
      <img src={src} alt={name} width={160} height={160} loading="lazy" />
      {tip ? <figcaption>{tip}</figcaption> : null}
    </figure>
  </div>
)
