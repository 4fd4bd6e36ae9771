import type { EpubChapter, EpubChapterSummary, EpubManifest, EpubResource } from '#contract/shapes/epub.ts'
import { createReferences } from './book-references.ts'
import { documentsBeside } from './documents-beside.ts'
import { decodeText } from './decode-text.ts'
import { EpubRejectedError } from './epub-error.ts'
import { createFindings } from './findings.ts'
import { openEpub, type OpenEpub } from './open-epub.ts'
import { createChapterReader } from './read-chapter.ts'
import { readMetadata } from './read-metadata.ts'
import { readOlderFixedLayout } from './older-fixed-layout.ts'
import { type Navigation, readNavDocument, readNcx } from './read-navigation.ts'
import { type BookPackage, fallbacksOf, MAX_TEXT_BYTES, type PackageItem, shownPicture } from './read-package.ts'
import { coverOf } from './find-cover.ts'
import { readPackageTree } from './read-package-tree.ts'
import { readRendition } from './read-rendition.ts'
import { readResource, resourceFile, type ResourceFile } from './read-resources.ts'
import { createStylesheets } from './read-stylesheets.ts'
import { readDocumentTree } from './html/read-document-tree.ts'
import { attributeOf } from './xml-tree.ts'

/** The chapters come first, in their order, then the files that they show, and the manifest last. */
export type EpubPart =
  | { chapter: EpubChapter; undescribedImages: number; isContents: boolean }
  | { resource: ResourceFile }
  | { manifest: EpubManifest }

/**
 * Reads an EPUB part by part, the same parts for the same file. Throws `EpubRejectedError`; what it has yielded by then
 * is void.
 */
export async function* ingestEpub(bytes: Buffer): AsyncGenerator<EpubPart, void> {
  const opened = await openEpub(bytes)
  const { archive, read } = opened
  const book = { ...opened.book, spine: [...opened.book.spine, ...documentsBeside(opened)] }
  const epub = { ...opened, book }
  const findings = createFindings()
  if (!archive.beginsWithType) findings.add('archive', 'mimetype', TYPE_IS_NOT_FIRST)
  const byPath = new Map([...book.items.values()].map((item) => [item.path, item]))
  const chapterOf = chapterPaths(epub)
  const references = createReferences({
    nameOf: archive.nameOf,
    isResource: (path) => archive.has(path) && byPath.has(path) && !chapterOf(path)?.endsWith('html'),
    chapterOf,
    standInOf: (path) => shownPicture(byPath.get(path), book.items),
  })
  const readText = (path: string) =>
    byPath.has(path) && archive.sizeOf(path) <= MAX_TEXT_BYTES ? textOf(read(path)) : undefined
  const rendition = readRendition(book, readOlderFixedLayout(epub, readText))
  const stylesheets = createStylesheets({ references, findings, layout: rendition.layout, read: readText })
  const navigation = readNavigation(book, readText, chapterOf)
  const titles = titlesIn(navigation)
  const titleOf = (path: string) => titles.get(path) ?? null
  const readChapter = createChapterReader({ epub, references, stylesheets, rendition, findings, titleOf })

  const chapters: EpubChapterSummary[] = []
  let isAnyRead = false
  for (const item of book.spine) {
    const read = readChapter(item)
    if (!read) continue
    const { chapter, summary, undescribedImages, isMissing } = read
    chapters.push(summary)
    isAnyRead ||= !isMissing
    // A book that is nothing but its navigation document is read in it.
    const isContents = book.spine.length > 1 && item.shown?.properties.includes('nav') === true
    yield { chapter, undescribedImages, isContents }
  }
  if (!isAnyRead) throw new EpubRejectedError('no_chapters')

  const resources: EpubResource[] = []
  for (const { path, css } of stylesheets.all()) {
    const file = resourceFile(path, 'text/css', Buffer.from(css))
    resources.push(withoutContent(file))
    yield { resource: file }
  }
  const cover = coverOf(book, readText, archive.nameOf)
  for (const path of new Set([...(cover ? [cover.path] : []), ...references.used])) {
    const content = references.embedded.get(path) ?? read(path)
    const file = readResource({ path, declared: byPath.get(path)?.type ?? '', content }, findings)
    if (!file) continue
    resources.push(withoutContent(file))
    yield { resource: file }
  }

  const { direction, layout } = rendition
  const hasCover = resources.some(({ path, type }) => path === cover?.path && type.startsWith('image/'))
  yield {
    manifest: {
      metadata: readMetadata(book.root),
      direction,
      layout,
      ...withoutLost(navigation, new Set(chapters.map(({ path }) => path))),
      chapters,
      resources,
      cover: hasCover && cover ? cover.path : null,
      findings: findings.list(),
    },
  }
}

const TYPE_IS_NOT_FIRST =
  'The file “mimetype” is not the first one in the archive, or is compressed: other programs may refuse this EPUB.'

const withoutContent = ({ path, type, bytes, hash }: ResourceFile): EpubResource => ({ path, type, bytes, hash })

const textOf = (bytes: Buffer | undefined): string | undefined => {
  try {
    return bytes && decodeText(bytes)
  } catch {
    return undefined
  }
}

/** A chapter is found by the path of the listed file and by that of the fallback in its place. */
const chapterPaths = ({ book, archive }: OpenEpub) => {
  const shown = book.spine.flatMap(({ listed, shown: item }) =>
    listed && item ? [[listed.path, item.path] as const] : [],
  )
  const paths = new Map([...shown, ...shown.map(([, path]) => [path, path] as const)])
  // A link to the fallback of a picture leads to the picture.
  for (const { listed, shown: item } of book.spine)
    for (const { path } of fallbacksOf(listed, book.items)) if (item && !paths.has(path)) paths.set(path, item.path)
  return (path: string) => paths.get(archive.nameOf(path))
}

const readNavigation = (
  { items, spineElement }: BookPackage,
  readText: (path: string) => string | undefined,
  chapterOf: (path: string) => string | undefined,
): Navigation => {
  const all = [...items.values()]
  const nav = all.find(({ properties }) => properties.includes('nav'))
  const ncx = items.get(attributeOf(spineElement, 'toc') ?? '') ?? all.find(({ type }) => type === NCX)
  const of = (item: PackageItem | undefined, read: typeof readNcx, parse = readDocumentTree): Navigation => {
    try {
      return item ? read(parse(readText(item.path) ?? ''), item.path, chapterOf) : NONE
    } catch {
      return NONE
    }
  }
  const found = of(nav, readNavDocument)
  const leadsOn = found.contents.some(({ target }) => target !== null)
  if (leadsOn && found.pageList.length > 0) return found
  const old = of(ncx, readNcx, readPackageTree)
  return {
    contents: leadsOn || old.contents.length === 0 ? found.contents : old.contents,
    pageList: found.pageList.length > 0 ? found.pageList : old.pageList,
    landmarks: found.landmarks,
  }
}

const NCX = 'application/x-dtbncx+xml'
const NONE: Navigation = { contents: [], pageList: [], landmarks: [] }

const pathOf = (target: string): string => target.split('#', 1).join('')

const titlesIn = ({ contents }: Navigation): Map<string, string> => {
  const titles = new Map<string, string>()
  for (const { label, target } of contents) {
    const path = target === null ? '' : pathOf(target)
    if (!titles.has(path)) titles.set(path, label)
  }
  return titles
}

/** Without places in chapters that were left out. */
const withoutLost = ({ contents, pageList, landmarks }: Navigation, paths: ReadonlySet<string>): Navigation => {
  const isThere = ({ target }: { target: string }) => paths.has(pathOf(target))
  return {
    contents: contents.map((entry) =>
      entry.target !== null && paths.has(pathOf(entry.target)) ? entry : { ...entry, target: null },
    ),
    pageList: pageList.filter(isThere),
    landmarks: landmarks.filter(isThere),
  }
}
