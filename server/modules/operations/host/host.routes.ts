import { host } from "@/lib/contract/operations/host"
import { serve } from "@/server/routes"
import { readDevice } from "./device.usecases"
import { readEnvironment, readLicense, setSqlMode } from "./environment.usecases"
import { ignoreRelease, readRelease, setReleaseSource } from "./release.usecases"

export const hostRoutes = serve(host, {
  "GET /envs": readEnvironment,
  "GET /license": readLicense,
  "GET /device": readDevice,
  "PUT /sqlmode": setSqlMode,
  "GET /release": readRelease,
  "POST /release": readRelease,
  "PUT /release/source": setReleaseSource,
  "PUT /release/ignore": ignoreRelease,
})
