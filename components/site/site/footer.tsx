import type { Settings } from "@/lib/contract/types"
import { AdSlot } from "@/components/site/advertisement/ad-slot"
import { Static } from "@/components/ui/static/static"
import { Brand } from "./brand"
import { FooterFine, FooterLinks } from "./footer-parts"

/** The footer: site information, then the record numbers. Friend links appear only on the home page. The article list hides it. */
export const Footer = ({ settings, year }: { settings: Settings; year: number }) => (
  <footer className="footer ft">
    <div className="wrap">
      <Static isCached>
        <Lines
          system={settings.system}
          footer={settings.footer}
          capabilities={settings.capabilities}
          statement={settings.display.copyright_statement}
          year={year}
        />
      </Static>
      <AdSlot position="global_bottom" className="edge" />
    </div>
  </footer>
)

type LinesProps = Pick<Settings, "system" | "footer" | "capabilities"> & { statement: string; year: number }

const Lines = ({ system, footer, capabilities, statement, year }: LinesProps) => (
  <>
    <Brand system={system} />
    <FooterLinks footer={footer} capabilities={capabilities} />
    {statement ? <p dangerouslySetInnerHTML={{ __html: statement }} /> : null}
    <FooterFine system={system} year={year} />
  </>
)
