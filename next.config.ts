import type { NextConfig } from "next"

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // server/http compresses, once per cached page
  compress: false,
  // addresses are in lib/rules/path.ts; the types of routes would need a build before every check
  typedRoutes: false,
  // covers are made in their sizes when a document is converted
  images: { unoptimized: true },
  // the back end lives beside Next and must never be drawn into its bundles
  serverExternalPackages: ["pg", "pg-boss", "pino", "sharp", "@node-rs/argon2", "@embedpdf/pdfium", "drizzle-orm"],
  // an address without a page costs nothing but its own rendering: no guessing of slashes
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // a page is kept whole and sent whole: its title and description have nothing to wait for behind the rest
  htmlLimitedBots: /.*/,
  // types are checked by `npm test`; an installation without development packages could not even read the tests' types
  typescript: { ignoreBuildErrors: true },
}

export default config
