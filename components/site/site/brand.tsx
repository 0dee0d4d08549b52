import { LogoMark } from "@/components/ui/logo"
import { Link } from "@/components/ui/link"
import { siteName } from "@/lib/rules/site/site-name"

/** The site's logo, or the default mark with the name. */
export const Brand = ({ system }: { system: { sitename: string; logo: string } }) => (
  <Link className="logo" href="/" aria-label={`${siteName(system)} 首页`}>
    {system.logo ? (
      <img className="logo-image" src={system.logo} alt="" height={36} />
    ) : (
      <>
        <LogoMark />
        <span>{siteName(system)}</span>
      </>
    )}
  </Link>
)
