import { LogoMark } from "@/components/ui/logo"
import { Link } from "@/components/ui/link"
import { siteName } from "@/lib/rules/site/site-name"

type Props = { system: { sitename: string; logo: string; show_name_with_logo: boolean } }

/** The site's logo, or the default mark, with the name. A logo that contains the name is displayed alone. */
export const Brand = ({ system }: Props) => {
  const named = !system.logo || system.show_name_with_logo
  return (
    <Link className="logo" href="/" aria-label={`${siteName(system)} 首页`}>
      {system.logo ? <img className={named ? "logo-image named" : "logo-image"} src={system.logo} alt="" height={36} /> : <LogoMark />}
      {named ? <span>{siteName(system)}</span> : null}
    </Link>
  )
}
