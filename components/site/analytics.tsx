import { analyticsCode } from "@/lib/view/analytics"

/**
 * The statistics snippet of the settings, for every page alike. It is staff-written script by nature; the listener hashes
 * what stands in the page, so nothing else can run beside it.
 */
export const Analytics = ({ snippet }: { snippet: string }) =>
  analyticsCode(snippet).map((code) => <script key={code} data-analytics="" dangerouslySetInnerHTML={{ __html: code }} />)
