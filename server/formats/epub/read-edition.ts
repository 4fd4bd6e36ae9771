import { gunzipSync } from 'node:zlib'
import { EDITION_HEAD_BYTES, EDITION_MAGIC } from '#contract/shapes/edition-pages.ts'
import { EditionIndex, type EditionPart } from '#contract/shapes/edition.ts'
import { EpubChapter } from '#contract/shapes/epub.ts'
import { EpubRejectedError } from './epub-error.ts'

/** Reads bytes of an edition, `end` excluded. */
export type ReadBytes = (begin: number, end: number) => Promise<Buffer>

/** Opens an edition by its index; each chapter and resource is read when it is asked for. Throws `EpubRejectedError` if it is none or damaged. */
export const openEdition = async (read: ReadBytes) => {
  const head = await read(0, EDITION_HEAD_BYTES)
  if (head.toString('latin1', 0, EDITION_MAGIC.length) !== EDITION_MAGIC) throw new EpubRejectedError('damaged')
  const begin = EDITION_HEAD_BYTES + head.readUInt32LE(EDITION_MAGIC.length)
  const index = parsed(EditionIndex, await read(EDITION_HEAD_BYTES, begin))
  const bytesOf = (part: EditionPart | undefined) =>
    part
      ? read(begin + part.at, begin + part.at + part.bytes)
      : Promise.reject(new Error('The edition has no such part'))
  return {
    index,
    chapter: async (n: number): Promise<EpubChapter> => parsed(EpubChapter, await bytesOf(index.chapters[n])),
    resource: (path: string): Promise<Buffer> =>
      bytesOf(index.resources[index.manifest.resources.findIndex((resource) => resource.path === path)]),
  }
}

export type OpenEdition = Awaited<ReturnType<typeof openEdition>>

const parsed = <T>(schema: { parse: (value: unknown) => T }, compressed: Buffer): T => {
  try {
    return schema.parse(JSON.parse(gunzipSync(compressed).toString()))
  } catch {
    throw new EpubRejectedError('damaged')
  }
}
