import type { Archive } from './open-zip.ts'
import { resolveInBook } from './book-path.ts'
import { decodeText } from './decode-text.ts'
import { EpubRejectedError } from './epub-error.ts'
import { readPackageTree } from './read-package-tree.ts'
import { attributeOf, descendantsOf, elementsOf, type XmlNode } from './xml-tree.ts'

export const CONTAINER = 'META-INF/container.xml'
const PACKAGE_TYPE = 'application/oebps-package+xml'
/** No document of a package, and no chapter, is larger. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024
const MAX_FALLBACKS = 5
const MAX_CHAPTERS = 3_000

export interface PackageItem {
  path: string
  type: string
  properties: readonly string[]
  fallback: string | undefined
  /** The id of its media overlay. */
  overlay: string | undefined
}

export interface SpineItem {
  /** The file that is listed; undefined if the package has none of this id. */
  listed: PackageItem | undefined
  /** The file that can be shown: the listed one or a fallback. */
  shown: PackageItem | undefined
  cfi: string
  isLinear: boolean
  properties: readonly string[]
}

export interface BookPackage {
  path: string
  root: XmlNode
  /** By id. */
  items: ReadonlyMap<string, PackageItem>
  spine: readonly SpineItem[]
  /** The element, for its attributes. */
  spineElement: XmlNode
}

/** Reads the package document that the container names first. Throws `EpubRejectedError`. */
export const readPackage = (archive: Archive): BookPackage => {
  const path = packagePath(archive)
  const root = parse(archive, path)
  const spineElement = elementsOf(root).find(({ name }) => name === 'spine')
  if (!spineElement) throw new EpubRejectedError('no_spine')
  const items = new Map(descendantsOf(root, 'item').flatMap((item) => itemOf(item, path, archive)))
  const spine = spineOf(root, spineElement, items)
  if (spine.length === 0) throw new EpubRejectedError('no_spine')
  if (spine.length > MAX_CHAPTERS) throw new EpubRejectedError('too_many_chapters')
  return { path, root, items, spine, spineElement }
}

const packagePath = (archive: Archive): string => {
  const container = parse(archive, CONTAINER)
  const files = descendantsOf(container, 'rootfile')
  const pathIn = (one: XmlNode | undefined) => attributeOf(one, 'full-path')?.trim() ?? ''
  const file =
    files.find((one) => attributeOf(one, 'media-type') === PACKAGE_TYPE) ??
    files.find((one) => /\.opf$/i.test(pathIn(one)))
  // It is a path from the root, also where it begins as one from that of a disk.
  const path = resolveInBook('', pathIn(file).replace(/^[\\/]*/, '/'))?.path
  const name = path === undefined ? '' : archive.nameOf(path)
  if (!archive.has(name)) throw new EpubRejectedError('no_package')
  return name
}

const parse = (archive: Archive, path: string): XmlNode => {
  if (archive.sizeOf(path) > MAX_TEXT_BYTES) throw new EpubRejectedError('bad_package')
  try {
    return readPackageTree(decodeText(archive.read(path) ?? Buffer.alloc(0)))
  } catch {
    throw new EpubRejectedError('bad_package')
  }
}

const tokens = (text: string | undefined) => text?.split(/\s+/) ?? []

const itemOf = (node: XmlNode, base: string, archive: Archive): [string, PackageItem][] => {
  const id = attributeOf(node, 'id')
  const named = resolveInBook(base, attributeOf(node, 'href') ?? '')?.path
  if (id === undefined || named === undefined || named === base) return []
  const path = archive.nameOf(named)
  const type = typeOf(attributeOf(node, 'media-type') ?? '', path)
  const properties = tokens(attributeOf(node, 'properties'))
  const [fallback, overlay] = [attributeOf(node, 'fallback'), attributeOf(node, 'media-overlay')]
  return [[id, { path, type, properties, fallback, overlay }]]
}

/** A document that is listed as XML, or as nothing, is told by its name. */
const typeOf = (stated: string, path: string): string => {
  const type = stated.split(';')[0]?.trim().toLowerCase() ?? ''
  const isVague = ['', 'text/xml', 'application/xml', 'text/plain', 'application/octet-stream'].includes(type)
  return isVague && /\.x?html?$/i.test(path) ? DOCUMENT[0] : (MISSPELT.get(type) ?? type)
}
const MISSPELT = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/svg', 'image/svg+xml'],
])

const DOCUMENT = ['application/xhtml+xml', 'image/svg+xml', 'text/html', 'text/x-oeb1-document'] as const
export const isDocument = ({ type }: PackageItem): boolean => DOCUMENT.some((one) => one === type)
const isDrawing = ({ type }: PackageItem): boolean => type === 'image/svg+xml'
/** The path of the fallback of an image that browsers don't show. */
export const shownPicture = (listed: PackageItem | undefined, items: ReadonlyMap<string, PackageItem>) => {
  if (!listed?.type.startsWith('image/') || isPicture(listed) || isDrawing(listed)) return undefined
  return fallbacksOf(listed, items).find((item) => isPicture(item) || isDrawing(item))?.path
}
export const isPicture = ({ type }: PackageItem): boolean => /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type)

/** A file that is in the spine twice is read twice, at the places that it has there. */
const spineOf = (root: XmlNode, spine: XmlNode, items: ReadonlyMap<string, PackageItem>): SpineItem[] => {
  const step = 2 * (elementsOf(root).indexOf(spine) + 1)
  return elementsOf(spine).flatMap((node, at) => {
    const id = attributeOf(node, 'idref') ?? ''
    if (node.name !== 'itemref') return []
    const own = attributeOf(node, 'id')
    const cfi = `/${step}/${2 * (at + 1)}${own === undefined ? '' : `[${escapeCfi(own)}]`}`
    const isLinear = attributeOf(node, 'linear') !== 'no'
    const listed = items.get(id)
    return [
      { listed, shown: shownOf(listed, items), cfi, isLinear, properties: tokens(attributeOf(node, 'properties')) },
    ]
  })
}

const shownOf = (listed: PackageItem | undefined, items: ReadonlyMap<string, PackageItem>): PackageItem | undefined =>
  fallbacksOf(listed, items).find((item) => isDocument(item) || isPicture(item))

/** A file and its chain of fallbacks, the nearest first. */
export const fallbacksOf = (
  listed: PackageItem | undefined,
  items: ReadonlyMap<string, PackageItem>,
): PackageItem[] => {
  const chain: PackageItem[] = []
  for (let item = listed; item && chain.length <= MAX_FALLBACKS; item = items.get(item.fallback ?? '')) chain.push(item)
  return chain
}

const escapeCfi = (id: string): string => id.replace(/[\^[\](),;=]/g, '^$&')
