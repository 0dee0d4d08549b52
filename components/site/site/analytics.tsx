import { readScriptNonce } from "@/lib/api/server"
import { analyticsCode } from "@/lib/view/site/analytics"
import { readPageChrome } from "./read-page-chrome"

/**
 * The analytics snippet of the settings, for public pages only (docs/decisions/025). It is a script written by user 1, so it carries our
 * nonce.
 */
export const Analytics = async () => {
  const [{ settings }, nonce] = await Promise.all([readPageChrome(), readScriptNonce()])
  return analyticsCode(settings.system.analytics).map((code) => (
    <script key={code} nonce={nonce} data-analytics="" dangerouslySetInnerHTML={{ __html: code }} />
  ))
}
