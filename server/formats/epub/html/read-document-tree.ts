import { XmlError } from '#server/formats/epub/read-xml.ts'
import { readTree, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { readHtml } from './read-html.ts'

/** Reads a whole XHTML document, as HTML where it has a slip. Throws `XmlError`. */
export const readDocumentTree = (source: string): XmlNode => {
  try {
    return readTree(source)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return readTree(source, readHtml)
  }
}
