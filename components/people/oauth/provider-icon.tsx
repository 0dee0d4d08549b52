import { IconBox } from "@/components/ui/icon"
import { allPaths } from "@/components/ui/more-icon"
import { oauthNameOf } from "@/lib/view/people/oauth"

/** Logos of the login providers, separate from the icons that every public page loads. */
const marks = {
  gitee: '<circle cx="10" cy="10" r="7.2"/><path d="M13.5 7H9.2A2.2 2.2 0 0 0 7 9.2v3.6h4.3a2 2 0 0 0 2-2V10h-4"/>',
  github:
    '<path d="M7.5 17.2v-2.7M12.5 17.2v-3c0-.8-.2-1.4-.6-1.8 2.3-.2 4.2-1.3 4.2-4.3 0-1-.4-2-1-2.7.2-.8.2-1.7-.1-2.4-.9 0-1.9.5-2.6 1a9.6 9.6 0 0 0-4.8 0c-.7-.5-1.7-1-2.6-1-.3.7-.3 1.6-.1 2.4a4 4 0 0 0-1 2.7c0 3 1.9 4.1 4.2 4.3-.4.4-.6.9-.6 1.7M7.5 15.2c-2 .6-2.9-.4-3.8-1.7"/>',
  google: '<path d="M10.3 10h6.2a6.5 6.5 0 1 1-2.1-4.8"/>',
  qq: '<path d="M6 9c-1.3 1.6-1.9 3.4-1.5 4.6.3.7 1-.1 1.5-.9.3 1 .9 1.8 1.6 2.4-.7.3-1.1.7-1.1 1.1 0 .6 1.5.9 3.5.9s3.5-.3 3.5-.9c0-.4-.4-.8-1.1-1.1.7-.6 1.3-1.4 1.6-2.4.5.8 1.2 1.6 1.5.9.4-1.2-.2-3-1.5-4.6 0-.4 0-.9-.1-1.3C13.6 4.9 12.1 2.9 10 2.9S6.4 4.9 6.1 7.7c-.1.4-.1.9-.1 1.3ZM6.2 9.8c2.4 1.3 5.2 1.3 7.6 0M8.8 6.2v.8M11.2 6.2v.8"/>',
  wechat:
    '<path d="M12.7 7.3C12.2 5 10 3.4 7.5 3.4 4.6 3.4 2.3 5.4 2.3 7.9c0 1.4.7 2.6 1.9 3.4l-.5 1.7 2-1c.5.1 1 .2 1.5.2M17.7 11.9c0-2.1-2.1-3.9-4.6-3.9s-4.6 1.8-4.6 3.9 2.1 3.9 4.6 3.9c.5 0 1-.1 1.5-.2l1.7.9-.4-1.5c1.1-.7 1.8-1.8 1.8-3.1ZM5.8 6.6h.1M9.2 6.6h.1M11.6 11.1h.1M14.6 11.1h.1"/>',
}
const drawn: Record<string, string> = { ...marks, officialaccount: marks.wechat }

/** Renders the image set by staff, or the built-in icon. */
export const ProviderIcon = ({ type, src }: { type: number; src: string }) =>
  src ? (
    <img className="provider-icon" src={src} alt="" width={20} height={20} referrerPolicy="no-referrer" />
  ) : (
    <IconBox drawing={drawn[oauthNameOf(type)] ?? allPaths.key} />
  )
