import { analyticsCode } from "@/lib/view/analytics"

/** The statistics snippet of the settings, for every page alike: script that staff wrote, so it carries the nonce of our own. */
export const Analytics = ({ snippet, nonce }: { snippet: string; nonce?: string }) =>
  analyticsCode(snippet).map((code) => <script key={code} nonce={nonce} data-analytics="" dangerouslySetInnerHTML={{ __html: code }} />)
