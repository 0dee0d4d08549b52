import type { AgentOptions } from "node:http"
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent"

/**
 * Creates agents for addresses from settings. Every connection refuses private, local and reserved addresses, even if a name resolves
 * differently the second time, unless `allowed` lists them (OUTGOING_ALLOW, docs/decisions/152).
 */
export const guardedAgents = (allowed: readonly string[], options: AgentOptions = {}) => {
  const filter = { ...options, allowIPAddressList: [...allowed] }
  return { httpAgent: new RequestFilteringHttpAgent(filter), httpsAgent: new RequestFilteringHttpsAgent(filter) }
}
