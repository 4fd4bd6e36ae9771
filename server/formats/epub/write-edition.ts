import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EDITION_HEAD_BYTES, EDITION_MAGIC, pageCountOf, pageStarts } from '#contract/shapes/edition-pages.ts'
import type { EditionIndex } from '#contract/shapes/edition.ts'
import type { EpubFinding, EpubManifest, EpubResource } from '#contract/shapes/epub.ts'
import type { EncodedImage } from './encode-book-image.ts'
import type { StoredPart } from './read-epub.ts'

const compress = promisify(gzip)

interface EditionSource {
  /** Hands over the parts one at a time, and returns the manifest. */
  read: (onPart: (part: StoredPart) => Promise<void>) => Promise<EpubManifest>
  /** Undefined for an image that can't be decoded. */
  encodeImage: (image: Buffer) => Promise<EncodedImage | undefined>
}

export interface Edition {
  manifest: EpubManifest
  pageCount: number
  /** How many images in its chapters have no description. */
  undescribedImages: number
}

/**
 * Writes the edition of an EPUB to a new file (see contract/shapes/edition.ts). Images are encoded anew, and left out with a
 * finding where that fails. Nothing is left at the path if it throws.
 */
export const writeEdition = async (path: string, { read, encodeImage }: EditionSource): Promise<Edition> => {
  const partsPath = `${path}.parts`
  const chapters: EditionIndex['chapters'] = []
  const resources = new Map<string, { resource: EpubResource; part: { at: number; bytes: number } }>()
  const lost: EpubFinding[] = []
  let undescribedImages = 0
  try {
    const parts = await open(partsPath, 'w')
    let at = 0
    const write = async (content: Uint8Array) => {
      await parts.writeFile(content)
      const part = { at, bytes: content.length }
      at += content.length
      return part
    }
    let manifest: EpubManifest
    try {
      manifest = await read(async (part) => {
        if ('chapter' in part) {
          const { chapter } = part
          undescribedImages += part.undescribedImages
          const content = await compress(JSON.stringify(chapter))
          chapters.push({ ...(await write(content)), pages: pageStarts(chapter.text, part.isContents) })
          return
        }
        const { content, ...resource } = part.resource
        const shown = isImage(resource.type)
          ? await encodeImage(Buffer.from(content))
          : { type: resource.type, content }
        if (!shown) lost.push(lostImage(resource.path))
        else
          resources.set(resource.path, {
            resource: { ...resource, ...factsOf(shown) },
            part: await write(shown.content),
          })
      })
    } finally {
      await parts.close()
    }
    const stored = manifest.resources.flatMap(({ path }) => resources.get(path) ?? [])
    const index: EditionIndex = {
      manifest: {
        ...manifest,
        resources: stored.map(({ resource }) => resource),
        cover: manifest.cover !== null && resources.has(manifest.cover) ? manifest.cover : null,
        findings: [...manifest.findings, ...lost],
      },
      // A page of a fixed layout is one page, whatever its text is.
      chapters: chapters.map((chapter, n) =>
        manifest.chapters[n]?.layout === 'pre-paginated' ? { ...chapter, pages: [0] } : chapter,
      ),
      resources: stored.map(({ part }) => part),
    }
    await join(path, partsPath, await compress(JSON.stringify(index)))
    return { manifest: index.manifest, pageCount: pageCountOf(index.chapters), undescribedImages }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await rm(partsPath, { force: true })
  }
}

const isImage = (type: string) => type.startsWith('image/') && type !== 'image/svg+xml'

const factsOf = ({ type, content }: { type: string; content: Uint8Array }) => ({
  type,
  bytes: content.length,
  hash: createHash('sha256').update(content).digest('hex'),
})

const lostImage = (path: string): EpubFinding => ({
  kind: 'file',
  path,
  text: `The file “${path}” was left out: it is a damaged image, or too large.`,
})

const join = async (path: string, partsPath: string, index: Buffer) => {
  const head = Buffer.alloc(EDITION_HEAD_BYTES)
  head.write(EDITION_MAGIC)
  head.writeUInt32LE(index.length, EDITION_MAGIC.length)
  await using file = await open(path, 'w')
  await file.writeFile(head)
  await file.writeFile(index)
  await file.writeFile(createReadStream(partsPath))
}
