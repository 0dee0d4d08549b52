import { harvestFiles, type Harvest } from "./walk"

/** Missing in TypeScript's DOM types: Chromium only. */
type Picker = (options: {
  multiple: boolean
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<FileSystemFileHandle[]>

const pickerOf = (): Picker | undefined => (window as { showOpenFilePicker?: Picker }).showOpenFilePicker

/** Checks whether the browser can pick files together with their handles. */
export const canPick = (): boolean => typeof pickerOf() === "function"

/**
 * Returns the files that the user picks, each with its handle; null = cancelled. Throws if it is not allowed (in a frame of another site).
 */
export const pickFiles = async (extensions: string[]): Promise<Harvest | null> => {
  try {
    const handles = await pickerOf()!({
      multiple: true,
      types: [{ description: "文档", accept: { "application/octet-stream": extensions } }],
    })
    const files = await Promise.all(handles.map((handle) => handle.getFile()))
    const handleOf = new Map(files.map((file, at) => [file, handles[at]!]))
    const harvest = harvestFiles(files)
    return {
      ...harvest,
      files: harvest.files.map((one) => ({ ...one, origin: { root: Promise.resolve(handleOf.get(one.file)!), names: [] } })),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null
    throw error
  }
}
