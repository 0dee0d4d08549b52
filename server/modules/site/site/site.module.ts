import { defineModule } from "@/server/module"
import { siteRoutes } from "./site.routes"
import { serveWatermark } from "./watermark-tile.http"

export const siteModule = defineModule({
  ...siteRoutes,
  addresses: [
    {
      path: "/view/watermark.svg",
      guarded: true,
      create:
        (app) =>
        ({ req, res }) =>
          serveWatermark(app, req, res),
    },
  ],
})
