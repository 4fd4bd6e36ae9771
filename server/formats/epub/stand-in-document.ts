import type { EpubChapterSummary } from '#contract/shapes/epub.ts'
import { NAMESPACES } from './read-xml.ts'
import type { SanitizedDocument } from './sanitize-document.ts'
import { attribute, createXmlWriter } from './write-xml.ts'

const document = (writeBody: (writer: ReturnType<typeof createXmlWriter>) => void): SanitizedDocument => {
  const writer = createXmlWriter()
  writer.open(NAMESPACES.xhtml, 'html', '')
  writer.open(NAMESPACES.xhtml, 'head', '')
  writer.close()
  writer.open(NAMESPACES.xhtml, 'body', '')
  writeBody(writer)
  writer.closeAll()
  return { xhtml: writer.end(), root: 'xhtml', styles: [], viewport: '', text: '', undescribedImages: 0 }
}

/** The page of an image that is a chapter by itself; in a fixed layout it is as large as the image. */
export const pictureDocument = (path: string, size: EpubChapterSummary['page'] = null): SanitizedDocument => {
  const attributes = attribute('data-book-src', path) + attribute('alt', '')
  const width = size ? attribute('width', String(size.width)) : ''
  return {
    ...document((writer) => writer.open(NAMESPACES.xhtml, 'img', attributes + width)),
    viewport: size ? `width=${size.width}, height=${size.height}` : '',
    undescribedImages: 1,
  }
}

/** The page in place of a chapter that cannot be read, so that readers know of it. */
export const missingDocument = (path: string): SanitizedDocument => {
  const text = `A chapter is missing here: its file, “${path.split('/').at(-1)}”, cannot be read.`
  const page = document((writer) => {
    writer.open(NAMESPACES.xhtml, 'p', attribute('role', 'note') + attribute('lang', 'en') + attribute('dir', 'ltr'))
    writer.text(text)
  })
  return { ...page, text }
}
