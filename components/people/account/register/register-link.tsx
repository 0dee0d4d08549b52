"use client"

import { useSettings } from "@/components/providers/settings"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/** Links to the registration page and back to `target`; renders nothing if registration is closed. */
export const RegisterLink = ({ className, target }: { className: string; target?: string }) =>
  useSettings().security.enable_register ? (
    <Link className={className} href={paths.register(target)}>
      注册账号
    </Link>
  ) : null
