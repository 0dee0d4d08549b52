import type { NextConfig } from "next"

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // scripts/lib/build.mjs derives it from the sources: machines that build the same commit agree (docs/decisions/290)
  generateBuildId: () => process.env.DOUJIA_BUILD_ID ?? null,
  // server/pages compresses, once per cached page
  compress: false,
  // paths are in lib/rules/path.ts; typed routes would need a build before every check
  typedRoutes: false,
  // covers are stored in all their sizes when a document is converted
  images: { unoptimized: true },
  // the back end runs beside Next and must never end up in its bundles
  serverExternalPackages: ["pg", "pg-boss", "pino", "sharp", "@node-rs/argon2", "@embedpdf/pdfium", "drizzle-orm"],
  // do not guess slashes: a path without a page then costs only its own rendering
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // hot reload also at the address that `npm run dev` prints beside localhost
  allowedDevOrigins: ["127.0.0.1"],
  // pages are cached and sent as a whole, so their metadata need not be streamed later
  htmlLimitedBots: /.*/,
  // `npm test` checks types; an installation without development dependencies cannot even resolve the types in tests
  typescript: { ignoreBuildErrors: true },
}

export default config
