import { useSettings } from "@/components/providers/settings"
import { Link } from "@/components/ui/link"
import { LogoMark } from "@/components/ui/logo"
import { paths } from "@/lib/rules/path"

export const AdminBrand = () => {
  const { system } = useSettings()
  return (
    <Link className="logo" href={paths.home} aria-label={`${system.sitename} 首页`}>
      {system.logo ? <img className="logo-image" src={system.logo} alt="" height={28} /> : <LogoMark />}
      <span className="lb">
        {system.sitename}
        <small>后台</small>
      </span>
    </Link>
  )
}
