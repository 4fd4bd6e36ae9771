import { strToU8, zipSync } from 'fflate'
import type { Language } from '#contract/shapes/languages.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'

interface CodeBook {
  language: Language
  /** Its title, which a device shows in its list of books. */
  title: string
  paragraphs: string[]
  identifier: string
  madeAt: Date
}

/** A book of one page: a device that shows no mails shows this. */
export const codeEpub = ({ language: { tag, direction }, title, paragraphs, identifier, madeAt }: CodeBook): Buffer => {
  const page = (content: string) =>
    `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${tag}" xml:lang="${tag}" dir="${direction}"><head><title>${escapeMarkup(title)}</title></head><body>${content}</body></html>`
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'package.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${tag}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${identifier}</dc:identifier><dc:title>${escapeMarkup(title)}</dc:title><dc:language>${tag}</dc:language><meta property="dcterms:modified">${madeAt.toISOString().replace(/\.\d+Z$/, 'Z')}</meta></metadata><manifest><item id="page" href="page.xhtml" media-type="application/xhtml+xml"/><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest><spine><itemref idref="page"/></spine></package>`,
    'nav.xhtml': page(`<nav epub:type="toc"><ol><li><a href="page.xhtml">${escapeMarkup(title)}</a></li></ol></nav>`),
    'page.xhtml': page(
      `<h1>${escapeMarkup(title)}</h1>${paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join('')}`,
    ),
  }
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, [strToU8(text), { level: name === 'mimetype' ? 0 : 6 }]]),
      ),
    ),
  )
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
