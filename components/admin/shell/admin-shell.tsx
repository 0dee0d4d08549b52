"use client"

import { ConfigProvider } from "antd"
import dynamic from "next/dynamic"
import { usePathname } from "next/navigation"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { useEffect, useRef, type CSSProperties, type ReactNode } from "react"
import { IssuedPassword } from "@/components/people/account/issued-password"
import { useMedia, usePhone } from "@/components/ui/use-media"
import { useSession } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { mayOpen } from "@/lib/rules/people/admin-access"
import { isMissingScreen, menuEntryOf, visibleMenu } from "@/lib/view/admin-menu"
import { adminMenuSize } from "@/lib/view/sizes"
import { AdminBrand } from "./admin-brand"
import { AdminHeader } from "./admin-header"
import { AdminMenu } from "./admin-menu"
import { MenuDrawer } from "./menu-drawer"
import { MissingScreen } from "./missing-screen"
import { NotAllowed } from "./not-allowed"
import { Waiting } from "./waiting"

/** Loaded on first use: most visits need no palette. */
const CommandPalette = dynamic(() => import("./command-palette").then((module) => module.CommandPalette), { ssr: false })

/** Ctrl/⌘ + K; with Shift it copies the token. */
const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k"

/** antd renders drawers and popovers at the end of the body, so they need the class that admin.css nests its rules under. */
const insideOfAdmin = { classNames: { root: "admin" } }

const menuWidth = (folded: boolean) => ({ "--menu-w": `${folded ? adminMenuSize.folded : adminMenuSize.width}px` }) as CSSProperties

/** The shell of every /admin screen: menu, header and a scrolling main area (docs/reference/specification.md 2). */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const path = usePathname()
  const { system, absent } = useSettings()
  const ready = useSession((state) => state.ready)
  const allowedPages = useSession((state) => state.allowedPages)
  const phone = usePhone()
  // the menu folds below 1000 px; crossing that width discards the user's choice (docs/reference/specification.md 9)
  const narrow = useMedia(`(max-width: ${adminMenuSize.foldsBelow - 1}px)`)
  const [folded, setFolded] = useResettingState<boolean | null>(null, narrow)
  const [open, setOpen] = useResettingState(false, path)
  const [palette, setPalette] = useResettingState(false, path)
  const main = useRef<HTMLElement>(null)
  const menuPosition = menuEntryOf(path, absent)
  const menu = visibleMenu(allowedPages, absent)
  const small = folded ?? narrow

  // on a phone the drawer would stay open above the screen that the palette opens
  const openPalette = () => {
    setOpen(false)
    setPalette(true)
  }

  // `scrollTo` returns a promise in newer browsers, which must not become the effect's cleanup
  useEffect(() => {
    // in low windows the header scrolls away with the page
    for (const box of [main.current, main.current?.parentElement]) void box?.scrollTo(0, 0)
  }, [path])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setPalette(true)
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [setPalette])

  const content = () => {
    // right after login the permissions are still loading
    if (!ready || allowedPages.length === 0) return <Waiting />
    if (isMissingScreen(path, absent)) return <MissingScreen />
    if (menuPosition && !mayOpen(path, allowedPages)) return <NotAllowed />
    return (
      <>
        <IssuedPassword />
        {children}
      </>
    )
  }

  return (
    <ConfigProvider drawer={insideOfAdmin} popover={insideOfAdmin}>
      <div className="admin adm" style={menuWidth(small)} data-folded={small || undefined}>
        <title>{`${menuPosition?.page.title ?? "404"} - ${system.sitename}`}</title>
        <aside className="adm-side" aria-label="后台">
          <AdminBrand />
          <AdminMenu entries={menu} path={path} folded={small} onSearch={() => setPalette(true)} />
        </aside>
        {phone ? (
          <MenuDrawer open={open} onClose={() => setOpen(false)}>
            <AdminMenu entries={menu} path={path} folded={false} onSearch={openPalette} />
          </MenuDrawer>
        ) : null}
        {palette ? <CommandPalette menu={menu} onClose={() => setPalette(false)} /> : null}
        <div className="adm-page">
          <AdminHeader
            menuPosition={menuPosition}
            folded={small}
            onFold={() => setFolded(!small)}
            onMenu={() => setOpen(true)}
            onPalette={() => setPalette(true)}
          />
          <main id="main" ref={main} className="adm-main" tabIndex={-1}>
            <div className="adm-body">{content()}</div>
          </main>
        </div>
      </div>
    </ConfigProvider>
  )
}
