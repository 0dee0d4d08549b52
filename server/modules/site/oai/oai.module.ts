import { serveOai } from "./oai.http"
import { defineModule } from "@/server/module"

export const oaiModule = defineModule({
  endpoints: [
    { stream: "GET /oai", serve: serveOai },
    { stream: "POST /oai", serve: serveOai },
  ],
})
