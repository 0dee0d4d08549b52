/* Advertisements with scripts. Pages allow no script but their own, so these run in a frame with an address and a policy of its own. */

/** The address of the frames: below it the id of the advertisement, and "b" for its second content. */
export const framePath = "/advertisement-frame/"
export const frameAddress = (id: number, b: boolean): string => `${framePath}${id}${b ? "/b" : ""}`

/** Returns the advertisement that a path of a frame names; null if it names none. */
export const readFrameAddress = (path: string): { id: number; b: boolean } | null => {
  const match = /^\/advertisement-frame\/([1-9]\d{0,14})(\/b)?$/.exec(path)
  return match && { id: Number(match[1]), b: match[2] !== undefined }
}

const script = /<script[\s/>]/i
/** Whether the contents load or contain a script. */
export const needsFrame = ({ content, content_b }: { content: string; content_b: string }): boolean =>
  script.test(content) || script.test(content_b)

/** The rights of a frame: run scripts and open the page of the advertiser, but not read or change anything of this site. */
export const frameSandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms"
