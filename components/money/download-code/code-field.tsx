import "@/app/styles/money/download-code.css"
import { RichHtml } from "@/components/ui/rich-html"
import { halfWidth } from "@/lib/rules/typed-text"
import { BoxField } from "@/components/ui/box-form"

/** The error message for an empty code. */
export const noCode = "请输入你的下载码"

type Props = { /** HTML of the settings, "" for none */ tip: string; value: string; wrong: string; onChange: (value: string) => void }

/** The input for a download code, below the site's text about how to get one. */
export const CodeField = ({ tip, value, wrong, onChange }: Props) => (
  <div className="downcode fm">
    {tip && (
      <div className="downcode-tip">
        <RichHtml html={tip} />
      </div>
    )}
    <BoxField
      label="下载码"
      value={value}
      wrong={wrong}
      onChange={(typed) => onChange(halfWidth(typed))}
      name="downcode"
      maxLength={64}
      placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  </div>
)
