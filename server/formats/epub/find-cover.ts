import { resolveInBook } from './book-path.ts'
import { readDocumentTree } from './html/read-document-tree.ts'
import { type BookPackage, isDocument, isPicture, type PackageItem } from './read-package.ts'
import { NAMESPACES } from './read-xml.ts'
import { attributeOf, descendantsOf } from './xml-tree.ts'

type ReadText = (path: string) => string | undefined

/**
 * The picture on the cover of a book: the one that EPUB 3 or EPUB 2 marks as such, by its id or its path, or the first on
 * the page that EPUB 2 calls the cover.
 */
export const coverOf = (
  book: BookPackage,
  readText: ReadText,
  nameOf: (path: string) => string,
): PackageItem | undefined => {
  const all = [...book.items.values()]
  const at = (base: string, reference: string | undefined) => {
    const target = reference === undefined ? undefined : resolveInBook(base, reference)
    return target && all.find((item) => item.path === nameOf(target.path))
  }
  const named = descendantsOf(book.root, 'meta').find((meta) => attributeOf(meta, 'name') === 'cover')
  const content = attributeOf(named, 'content')
  const guided = descendantsOf(descendantsOf(book.root, 'guide')[0], 'reference').find((one) =>
    /^(?:other\.ms-coverimage-standard|cover)$/i.test(attributeOf(one, 'type') ?? ''),
  )
  const page = at(book.path, attributeOf(guided, 'href'))
  const pictureOn = (one: PackageItem | undefined) =>
    one && isDocument(one) ? at(one.path, firstPicture(readText(one.path) ?? '')) : undefined
  const finders = [
    () => all.find(({ properties }) => properties.includes('cover-image')),
    () => book.items.get(content ?? ''),
    () => at(book.path, content),
    () => page,
    () => pictureOn(page),
    () => pictureOn(book.items.get(content ?? '')),
  ]
  for (const find of finders) {
    const found = find()
    if (found && isImage(found)) return found
  }
  return undefined
}

const isImage = (item: PackageItem) => isPicture(item) || item.type === 'image/svg+xml'

const firstPicture = (source: string): string | undefined => {
  try {
    const document = readDocumentTree(source)
    const [image] = [...descendantsOf(document, 'img'), ...descendantsOf(document, 'image')]
    return attributeOf(image, 'src') ?? attributeOf(image, 'href') ?? attributeOf(image, 'href', NAMESPACES.xlink)
  } catch {
    return undefined
  }
}
