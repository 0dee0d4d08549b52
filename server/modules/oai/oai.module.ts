import { serveOai } from "../../http/oai"
import { defineModule } from "../../module"

export const oaiModule = defineModule({
  endpoints: [
    { stream: "GET /oai", serve: serveOai },
    { stream: "POST /oai", serve: serveOai },
  ],
})
