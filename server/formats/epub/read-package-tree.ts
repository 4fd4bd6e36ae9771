import { withoutControls } from './manuscript/content.ts'
import { NAMESPACES, readXml, XmlError } from './read-xml.ts'
import { readTree, type XmlNode } from './xml-tree.ts'

/** Prefixes that packages use without declaring them. */
const CUSTOMARY = {
  opf: NAMESPACES.opf,
  dc: NAMESPACES.dc,
  dcterms: 'http://purl.org/dc/terms/',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}
const BARE_AMPERSAND = /&(?!(?:#\d+|#x[\da-f]+|[a-z][\w.-]*);)/gi

/**
 * Reads a document of a package, also with the slips that programs make where they write it from a pattern: a bare
 * ampersand or a control character in a title, a blank line before the declaration, a prefix without a namespace. Throws
 * `XmlError`.
 */
export const readPackageTree = (source: string): XmlNode => {
  try {
    return readTree(source)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const repaired = withoutControls(source).trimStart().replace(BARE_AMPERSAND, '&amp;')
    return readTree(repaired, (text, handler) => readXml(text, handler, CUSTOMARY))
  }
}
