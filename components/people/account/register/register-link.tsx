"use client"

import { useSettings } from "@/components/providers/settings"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/** To the registration and back to `target`; nothing while the site registers nobody. */
export const RegisterLink = ({ className, target }: { className: string; target?: string }) =>
  useSettings().security.enable_register ? (
    <Link className={className} href={paths.register(target)}>
      注册账户
    </Link>
  ) : null
