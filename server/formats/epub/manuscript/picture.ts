import { imageTypeOf } from '#server/formats/epub/recognize-media.ts'
import type { Picture } from './manuscript.ts'
import { stripMetadata } from './strip-metadata.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** A picture that every reader shows, by its content, without its metadata; undefined for anything else. */
export const toPicture = (bytes: Buffer | undefined): Picture | undefined => {
  const type = bytes && imageTypeOf(bytes)
  const extension = type && EXTENSIONS[type]
  return bytes && extension ? { bytes: stripMetadata(bytes, type), type, extension } : undefined
}
