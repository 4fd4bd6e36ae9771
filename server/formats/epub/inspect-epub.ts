import { rm, writeFile } from 'node:fs/promises'
import type { EpubManifest } from '#contract/shapes/epub.ts'
import type { FileAdvice } from '#contract/shapes/file-advice.ts'
import { type FileFacts, type InspectOptions, type Inspector, InspectorBusyError } from '#server/formats/book-format.ts'
import { createTurns } from '#server/formats/caller-turns.ts'
import { isUnknown } from '#server/formats/clean-line.ts'
import { readHead } from '#server/formats/is-zip.ts'
import { ImageQueueFullError } from '#server/platform/images/image-error.ts'
import { createBookImages } from './book-images.ts'
import type { EpubReason } from './epub-error.ts'
import { fileParts } from './edition-file.ts'
import { ManuscriptRejectedError } from './manuscript/manuscript-error.ts'
import { createManuscriptConverter } from './manuscript/manuscript-process.ts'
import { isMobi } from './manuscript/mobi/palm-database.ts'
import { textKindOf } from './manuscript/text-files.ts'
import { reasonOfName } from './other-formats.ts'
import { readEditionPages } from './read-edition-pages.ts'
import { openEdition } from './read-edition.ts'
import { createEpubReader, EpubRejectedError } from './read-epub.ts'
import { type Edition, writeEdition } from './write-edition.ts'

/** Reads uploaded EPUBs in sandboxed processes, their images in one of their own, and writes their editions. */
export const createEpubInspector = (): Inspector => {
  const reader = createEpubReader()
  const images = createBookImages()
  const manuscripts = createManuscriptConverter()
  const inTurn = createTurns()

  const inspect = async (file: string, path: string): Promise<FileFacts> => {
    const edition = await writeEdition(path, {
      read: (onPart) => reader.read(file, onPart),
      encodeImage: images.encode,
    }).catch(rethrowBusy)
    const { manifest, pageCount } = edition
    try {
      return { ...factsOf(manifest), pageCount, advice: adviseOn(edition), cover: await readCover(path, manifest) }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
  /** An archive is opened as an EPUB first: what else it is is known to the sandboxed process that has read its names. */
  const inspectAny = async (file: string, options: InspectOptions): Promise<FileFacts> => {
    const { fileName = '', edition } = options
    const head = await readHead(file)
    if (isMobi(head) || textKindOf(fileName, head) !== undefined) return inspectManuscript(file, options)
    return inspect(file, edition).catch((refusal: unknown) => {
      const named = refusal instanceof EpubRejectedError && refusal.reason === 'not_zip' && reasonOfName(fileName)
      if (named) throw new EpubRejectedError(named)
      if (!(refusal instanceof EpubRejectedError) || !NO_EPUB.includes(refusal.reason)) throw refusal
      return inspectManuscript(file, options).catch((error: unknown) => {
        throw error instanceof ManuscriptRejectedError && error.reason === 'no_manuscript' ? refusal : error
      })
    })
  }
  const inspectManuscript = async (
    file: string,
    { fileName = '', words = {}, edition, chapter, advice = false, catalogue }: InspectOptions,
  ) => {
    const entry = await catalogue?.()
    const converted = await manuscripts.convert(file, { fileName, words, chapter, entry, compares: advice })
    const { epub, extension, findings, differences, chapterLines } = converted
    const path = `${edition}.epub`
    const manuscript = converted.manuscript && `${edition}.manuscript`
    try {
      await writeFile(path, epub)
      if (converted.manuscript) await writeFile(`${edition}.manuscript`, converted.manuscript)
      const facts = await inspect(path, edition)
      const { contents = [] } = facts.preview ?? {}
      return {
        ...facts,
        made: { path, extension, manuscript },
        findings: [...findings, ...facts.findings],
        chapterLines,
        preview: { contents, differences },
      }
    } catch (error) {
      await Promise.all([path, manuscript ?? []].flat().map((written) => rm(written, { force: true })))
      throw error
    }
  }
  return {
    inspect: (file, options) =>
      inTurn(options.caller, () =>
        inspectAny(file, options).catch((error: unknown) => {
          throw error instanceof EpubRejectedError ? new EpubRejectedError(error.reason, options.fileName) : error
        }),
      ),
    copyPage: async (book, page) => {
      const { texts } = await readEditionPages(book, page - 1)
      return texts[0] === undefined ? undefined : { text: texts[0] }
    },
    close: () => {
      reader.close()
      images.close()
      manuscripts.close()
    },
  }
}

/** Archives that may be manuscripts. */
const NO_EPUB: readonly EpubReason[] = ['document', 'open_document', 'fictionbook', 'other_zip']

const factsOf = ({ metadata, layout, contents, pageList, findings }: EpubManifest) => ({
  title: metadata.title,
  author: authorsOf(metadata).join(', '),
  language: metadata.languages[0] ?? null,
  description: metadata.description,
  more: {
    authors: authorsOf(metadata),
    subtitle: metadata.subtitle,
    isbn: metadata.isbn,
    series: metadata.series,
    subjects: metadata.subjects,
    published: metadata.published,
  },
  accessibility: {
    kind: 'epub' as const,
    ...metadata.accessibility,
    isFixed: layout === 'pre-paginated',
    hasContents: contents.length > 0,
    hasPageList: pageList.length > 0,
  },
  findings: findings.map(({ text }) => text),
  preview: { contents: contents.map(({ level, label }) => ({ level, label })), differences: [] },
})

const authorsOf = ({ authors }: EpubManifest['metadata']): string[] =>
  authors.map(({ name }) => name).filter((name) => !isUnknown(name))

const adviseOn = ({ manifest: { metadata, contents }, undescribedImages }: Edition): FileAdvice[] => [
  ...(contents.length === 0 ? [{ kind: 'no-contents' as const }] : []),
  ...(metadata.languages.length === 0 ? [{ kind: 'no-language' as const }] : []),
  ...(undescribedImages > 0 ? [{ kind: 'images-not-described' as const, count: undescribedImages }] : []),
]

/** Drawings (SVG) are no source of a cover. */
const PIXELS = /^image\/(?!svg)/

const readCover = async (path: string, { cover, resources }: EpubManifest): Promise<Buffer | undefined> => {
  if (!resources.some((resource) => resource.path === cover && PIXELS.test(resource.type))) return undefined
  await using parts = await fileParts(path)
  return (await openEdition(parts.read)).resource(cover ?? '')
}

const rethrowBusy = (error: unknown): never => {
  throw error instanceof ImageQueueFullError ? new InspectorBusyError(error.message) : error
}
