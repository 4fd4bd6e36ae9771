import type { OpenEpub } from './open-epub.ts'
import { readPackageTree } from './read-package-tree.ts'
import { type OlderFixedLayout, pageSizeOf } from './read-rendition.ts'
import { attributeOf, descendantsOf, textOf, type XmlNode } from './xml-tree.ts'

const OF_APPLE = 'META-INF/com.apple.ibooks.display-options.xml'
const VIEWPORT = /<meta\b[^>]*\bname\s*=\s*["']viewport["'][^>]*>/i
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i
/** Before the text of a document. */
const HEAD_LENGTH = 20_000

export const readOlderFixedLayout = (
  { read, book: { root } }: OpenEpub,
  readText: (path: string) => string | undefined,
): OlderFixedLayout | undefined => {
  const ofAmazon = (name: string) =>
    attributeOf(
      descendantsOf(root, 'meta').find((one) => attributeOf(one, 'name') === name),
      'content',
    )
  const options = descendantsOf(treeOf(read(OF_APPLE)), 'option')
  const ofApple = options.some((one) => attributeOf(one, 'name') === 'fixed-layout' && textOf(one).trim() === 'true')
  if (!ofApple && ofAmazon('fixed-layout') !== 'true') return undefined
  const [width, height] = ofAmazon('original-resolution')?.split(/[x×]/i) ?? []
  const page = pageSizeOf(`width=${width}, height=${height}`)
  const known = new Map<string, boolean>()
  const statesSize = (path: string) => {
    const [meta = ''] = VIEWPORT.exec(readText(path)?.slice(0, HEAD_LENGTH) ?? '') ?? []
    const [, one, other] = CONTENT.exec(meta) ?? []
    return pageSizeOf(one ?? other ?? '') !== null
  }
  const hasSize = (path: string) => {
    const found = page !== null || (known.get(path) ?? statesSize(path))
    known.set(path, found)
    return found
  }
  return { page, hasSize }
}

const treeOf = (bytes: Buffer | undefined): XmlNode | undefined => {
  try {
    return bytes && readPackageTree(bytes.toString())
  } catch {
    return undefined
  }
}
