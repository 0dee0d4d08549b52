import { gatewayDesk } from "../../server/ports/payment/testing/gateway-desk"
import { startGateways, type GatewaysStandIn } from "../../server/ports/payment/testing/gateways.stand-in"
import { makeKeys, type World } from "../../server/ports/payment/testing/stand-in-world"

export type Row = { category: string; name: string; value: string }

/** New keys; the settings that were entered hold as long as they are kept. */
export const newKeys = (): World["keys"] => makeKeys()

/** The stand-ins with the page where a person pays, and the settings that user 1 enters for them: keys on one line. */
export const startDesk = async (port: number, keys: World["keys"]): Promise<{ url: string; rows: Row[] }> => {
  const standIn: GatewaysStandIn = await startGateways({ port, keys, page: gatewayDesk(() => standIn) })
  const groups = { ...standIn.configs, oauthOfficialAccount: standIn.officialAccount }
  const rows = Object.entries(groups).flatMap(([category, values]) =>
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => ({ category, name, value: String(value).replace(/\s*\n/g, "") })),
  )
  return { url: standIn.url, rows }
}
