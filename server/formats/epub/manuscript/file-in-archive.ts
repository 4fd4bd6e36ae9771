import type { Archive } from '#server/formats/epub/open-zip.ts'

/** A file that a manuscript can do without; undefined where it is missing or damaged. */
export const fileIn = (archive: Archive, path: string): Buffer | undefined => {
  try {
    return archive.read(path)
  } catch {
    return undefined
  }
}
