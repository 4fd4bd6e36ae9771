import { strToU8, zipSync } from 'fflate'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import { isMarkdownName } from './markdown-name.ts'
import { FILE_TIME } from './pack-epub.ts'

export interface ManuscriptFile {
  bytes: Buffer
  /** As its author calls it. */
  fileName: string
  /** Its paragraphs that look like the titles of chapters are such. */
  chaptersByLooks?: boolean | undefined
}

export interface AddedChapter extends ManuscriptFile {
  title: string
}

/** The manuscript that a book began with, and the chapters that were added to it, in their order. */
export interface ChapteredManuscript {
  first: ManuscriptFile
  added: AddedChapter[]
}

/** Says which file of the archive is what. */
const INDEX = 'chapters.json'

interface Index {
  manuscript: { file: string; name: string; chaptersByLooks?: true }
  chapters: { file: string; name: string; title: string }[]
}

/** Writes an archive that is a manuscript again: the same bytes for the same files. */
export const packChapters = ({ first, added }: ChapteredManuscript): Uint8Array => {
  const pathOf = ({ fileName }: ManuscriptFile, stem: string) =>
    `${stem}${/\.(?:txt|fodt|fb2|odt|mobi|azw3?|prc)$/i.exec(fileName)?.[0].toLowerCase() ?? (isMarkdownName(fileName) ? '.md' : '.zip')}`
  const manuscript = {
    file: pathOf(first, 'manuscript'),
    name: first.fileName,
    ...(first.chaptersByLooks && { chaptersByLooks: true as const }),
  }
  const chapters = added.map((chapter, at) => ({
    file: pathOf(chapter, `chapter-${at + 1}`),
    name: chapter.fileName,
    title: chapter.title,
  }))
  const index: Index = { manuscript, chapters }
  const files = [[manuscript.file, first] as const, ...added.map((one, at) => [chapters[at]?.file ?? '', one] as const)]
  return zipSync(
    {
      [INDEX]: strToU8(JSON.stringify(index, null, 2)),
      ...Object.fromEntries(files.map(([path, { bytes }]) => [path, new Uint8Array(bytes)])),
    },
    { mtime: FILE_TIME, level: 6 },
  )
}

/** What is in such an archive. Any other one is a manuscript to which nothing was added. Throws `DamagedEntryError`. */
export const openChapters = (archive: Archive, file: ManuscriptFile): ChapteredManuscript => {
  const whole = { first: file, added: [] }
  const index = archive.has(INDEX) ? readIndex(archive) : undefined
  if (!index) return whole
  const read = ({ file: path, name, chaptersByLooks }: Index['manuscript']): ManuscriptFile | undefined => {
    const bytes = archive.read(path)
    return bytes && { bytes, fileName: name, chaptersByLooks: chaptersByLooks === true }
  }
  const first = read(index.manuscript)
  const added = index.chapters.map((chapter) => ({ ...read(chapter), title: chapter.title }))
  const isChapter = (one: (typeof added)[number]): one is AddedChapter => one.bytes !== undefined
  return first && added.every(isChapter) ? { first, added } : whole
}

/** Undefined where it is something else: anybody may upload an archive with such a file. */
const readIndex = (archive: Archive): Index | undefined => {
  const text = archive.read(INDEX)?.toString() ?? ''
  try {
    const index: unknown = JSON.parse(text)
    return isIndex(index) ? index : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isFile = (value: unknown) =>
  isRecord(value) && typeof value['file'] === 'string' && typeof value['name'] === 'string'
const isIndex = (value: unknown): value is Index =>
  isRecord(value) &&
  isFile(value['manuscript']) &&
  Array.isArray(value['chapters']) &&
  value['chapters'].every((chapter) => isFile(chapter) && isRecord(chapter) && typeof chapter['title'] === 'string')
