import { gatewayDesk } from "../../server/ports/payment/testing/gateway-desk"
import { startGateways, type GatewaysStandIn } from "../../server/ports/payment/testing/gateways.stand-in"
import { makeKeys, type GatewayWorld } from "../../server/ports/payment/testing/stand-in-world"

export type SettingRow = { category: string; name: string; value: string }

/** Creates new keys. As long as the keys are kept, the entered settings stay valid. */
export const newKeys = (): GatewayWorld["keys"] => makeKeys()

/**
 * Starts the payment simulators with the page where a developer pays, and returns the settings for user 1 to enter, with each key on one
 * line.
 */
export const startDesk = async (port: number, keys: GatewayWorld["keys"]): Promise<{ url: string; rows: SettingRow[] }> => {
  const standIn: GatewaysStandIn = await startGateways({ port, keys, page: gatewayDesk(() => standIn) })
  const groups = { ...standIn.configs, oauthOfficialAccount: standIn.officialAccount }
  const rows = Object.entries(groups).flatMap(([category, values]) =>
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => ({ category, name, value: String(value).replace(/\s*\n/g, "") })),
  )
  return { url: standIn.url, rows }
}
