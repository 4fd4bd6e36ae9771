import { createHash } from 'node:crypto'
import type { Archive } from './open-zip.ts'
import { resolveInBook } from './book-path.ts'
import { decodeText } from './decode-text.ts'
import { EpubRejectedError } from './epub-error.ts'
import { fontTypeOf } from './recognize-media.ts'
import { attributeOf, descendantsOf, readTree, textOf, type XmlNode } from './xml-tree.ts'

const ENCRYPTION = 'META-INF/encryption.xml'
const IDPF = 'http://www.idpf.org/2008/embedding'
const ADOBE = 'http://ns.adobe.com/pdf/enc#RC'

/** The file as it was before a font was made unusable outside of the book. */
type Restore = (bytes: Buffer) => Buffer

/**
 * The obfuscated fonts of a book by their path. Any other encryption is a protection of the book, which is refused: its
 * files can not be read.
 */
export const readObfuscation = (archive: Archive, root: XmlNode): ReadonlyMap<string, Restore> => {
  if (!archive.has(ENCRYPTION)) return new Map()
  const restorers = new Map<string, Restore>()
  for (const data of descendantsOf(parse(archive), 'EncryptedData')) {
    const algorithm = attributeOf(descendantsOf(data, 'EncryptionMethod')[0], 'Algorithm')
    const reference = attributeOf(descendantsOf(data, 'CipherReference')[0], 'URI') ?? ''
    const path = resolveInBook('', `/${reference.replace(/^\//, '')}`)?.path
    if (algorithm !== IDPF && algorithm !== ADOBE) throw new EpubRejectedError('drm')
    const key = algorithm === IDPF ? idpfKey(root) : adobeKey(root)
    const length = algorithm === IDPF ? 1040 : 1024
    if (path !== undefined && key) restorers.set(archive.nameOf(path), (bytes) => restored(bytes, key, length))
  }
  return restorers
}

const parse = (archive: Archive): XmlNode => {
  try {
    return readTree(decodeText(archive.read(ENCRYPTION) ?? Buffer.alloc(0)))
  } catch {
    throw new EpubRejectedError('bad_package')
  }
}

const identifiersOf = (root: XmlNode) => {
  const unique = attributeOf(root, 'unique-identifier')
  const nodes = descendantsOf(root, 'identifier')
  const first = nodes.find((node) => attributeOf(node, 'id') === unique)
  return [first, ...nodes].map((node) => textOf(node).replace(/[\t\n\r ]/g, '')).filter((text) => text !== '')
}

const idpfKey = (root: XmlNode): Buffer =>
  createHash('sha1')
    .update(identifiersOf(root)[0] ?? '')
    .digest()

const adobeKey = (root: XmlNode): Buffer | undefined => {
  const digits = identifiersOf(root).map((identifier) => identifier.replace(/^urn:uuid:/i, '').replaceAll('-', ''))
  const uuid = digits.find((text) => /^[\da-f]{32}$/i.test(text))
  return uuid === undefined ? undefined : Buffer.from(uuid, 'hex')
}

const restored = (bytes: Buffer, key: Buffer, length: number): Buffer => {
  // Some programs restore a font and leave it on the list.
  if (fontTypeOf(bytes)) return bytes
  const unmasked = Buffer.from(bytes)
  for (let at = 0; at < Math.min(length, unmasked.length); at += 1)
    unmasked[at] = (unmasked[at] ?? 0) ^ (key[at % key.length] ?? 0)
  return unmasked
}
