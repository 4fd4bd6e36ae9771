import { NAMESPACES } from './read-xml.ts'
import type { SanitizedDocument } from './sanitize-document.ts'
import { attribute, createXmlWriter } from './write-xml.ts'

/** The page of an image that is a chapter by itself. */
export const pictureDocument = (path: string): SanitizedDocument => {
  const writer = createXmlWriter()
  writer.open(NAMESPACES.xhtml, 'html', '')
  writer.open(NAMESPACES.xhtml, 'head', '')
  writer.close()
  writer.open(NAMESPACES.xhtml, 'body', '')
  writer.open(NAMESPACES.xhtml, 'img', attribute('data-book-src', path) + attribute('alt', ''))
  writer.closeAll()
  return { xhtml: writer.end(), root: 'xhtml', styles: [], viewport: '', text: '', undescribedImages: 1 }
}
