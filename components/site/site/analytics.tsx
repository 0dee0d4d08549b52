import { readScriptNonce } from "@/lib/api/server"
import { analyticsCode } from "@/lib/view/site/analytics"
import { readSiteFrame } from "./read-site-frame"

/** The statistics snippet of the settings, for public pages alone (docs/decisions/025): script that user 1 wrote, so it carries the nonce of our own. */
export const Analytics = async () => {
  const [{ settings }, nonce] = await Promise.all([readSiteFrame(), readScriptNonce()])
  return analyticsCode(settings.system.analytics).map((code) => (
    <script key={code} nonce={nonce} data-analytics="" dangerouslySetInnerHTML={{ __html: code }} />
  ))
}
