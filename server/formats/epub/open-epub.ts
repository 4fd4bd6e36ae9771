import { reasonOfBytes, reasonOfNames, hasProtection } from './other-formats.ts'
import { EpubRejectedError } from './epub-error.ts'
import { readObfuscation } from './font-obfuscation.ts'
import { type Archive, openZip } from './open-zip.ts'
import { type BookPackage, CONTAINER, readPackage } from './read-package.ts'

export interface OpenEpub {
  archive: Archive
  book: BookPackage
  /** A file of the package as it was before its font was obfuscated; undefined if it is missing or damaged. */
  read: (path: string) => Buffer | undefined
}

/** Opens an EPUB, or throws `EpubRejectedError` for what is none, is protected or is hostile. */
export const openEpub = async (bytes: Buffer): Promise<OpenEpub> => {
  const archive = await openZip(bytes).catch((error: unknown) => {
    const isOther = error instanceof EpubRejectedError && error.reason === 'not_zip'
    throw isOther ? new EpubRejectedError(reasonOfBytes(bytes)) : error
  })
  if (!archive.has(CONTAINER)) throw new EpubRejectedError(reasonOfNames(archive))
  if (hasProtection(archive)) throw new EpubRejectedError('drm')
  const book = readPackage(archive)
  const obfuscated = readObfuscation(archive, book.root)
  const read = (path: string) => {
    try {
      const content = archive.read(path)
      return content && (obfuscated.get(path)?.(content) ?? content)
    } catch {
      return undefined
    }
  }
  return { archive, book, read }
}
