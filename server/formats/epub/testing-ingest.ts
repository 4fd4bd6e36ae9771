import type { EpubChapter, EpubManifest } from '#contract/shapes/epub.ts'
import { EpubRejectedError } from './epub-error.ts'
import { ingestEpub } from './ingest-epub.ts'
import type { ResourceFile } from './read-resources.ts'

export interface IngestedBook {
  manifest: EpubManifest
  chapters: EpubChapter[]
  resources: Map<string, ResourceFile>
}

/** Reads a whole EPUB in this process. */
export const ingest = async (epub: Buffer): Promise<IngestedBook> => {
  const chapters: EpubChapter[] = []
  const resources = new Map<string, ResourceFile>()
  let manifest: EpubManifest | undefined
  for await (const part of ingestEpub(epub)) {
    if ('chapter' in part) chapters.push(part.chapter)
    else if ('resource' in part) resources.set(part.resource.path, part.resource)
    else manifest = part.manifest
  }
  if (!manifest) throw new Error('the ingest ended without a manifest')
  return { manifest, chapters, resources }
}

/** Why an EPUB is refused. */
export const refusalOf = (epub: Buffer): Promise<string> =>
  ingest(epub).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof EpubRejectedError) return error.message
      throw error
    },
  )
