import type { Settings } from "@/lib/contract/types"
import { AdSlot } from "@/components/advertisement/ad-slot"
import { Static } from "@/components/ui/static/static"
import { Brand } from "./brand"
import { FooterFine, FooterLinks } from "./footer-parts"
import { FooterSlot } from "./slots"

/** The footer: site information, record numbers last. Friend links only on the home page. */
export const Footer = ({ settings, year }: { settings: Settings; year: number }) => (
  <FooterSlot>
    <div className="wrap">
      <Static>
        <Brand system={settings.system} />
        <FooterLinks footer={settings.footer} />
        {settings.display.copyright_statement ? <p dangerouslySetInnerHTML={{ __html: settings.display.copyright_statement }} /> : null}
        <FooterFine system={settings.system} year={year} />
      </Static>
      <AdSlot position="global_bottom" className="edge" />
    </div>
  </FooterSlot>
)
