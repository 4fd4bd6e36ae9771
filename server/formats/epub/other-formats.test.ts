import { expect, test } from 'vitest'
import { openZip } from './open-zip.ts'
import { reasonOfBytes, reasonOfName, reasonOfNames } from './other-formats.ts'
import { aZip } from './testing-zip.ts'

test.each([
  ['', 'empty'],
  ['%PDF-1.7', 'pdf'],
  ['{\\rtf1\\ansi words}', 'office'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'office'],
  ['\xffWPC', 'office'],
  ['<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument>', 'office'],
  ['<?xml version="1.0"?><pkg:package>', 'office'],
  ['<?xml version="1.0"?>\n<!DOCTYPE abiword PUBLIC "-//ABISOURCE//DTD AWML 1.0">', 'office'],
  ['<!DOCTYPE html><html>', 'html'],
  [' <!doctype HTML >', 'html'],
  ['%!PS-Adobe-3.0', 'print'],
  ['AT&TFORM', 'print'],
  ['ITOLITLS', 'other_book'],
  ['L\0R\0F\0', 'other_book'],
  ['\xb0\x0c\xb0\x0c', 'other_book'],
  ['SNBP000B', 'other_book'],
  ['Rar!\x1a\x07', 'other_book'],
  [`${'\0'.repeat(60)}TEXtREAd`, 'kindle'],
  ['\xeaDRMION', 'drm'],
  ['Only words.', 'not_zip'],
  ['The words <html> and {\\rtf.', 'not_zip'],
])('a file that begins with %j is %s', (head, reason) => {
  expect(reasonOfBytes(Buffer.from(head, 'latin1'))).toBe(reason)
})

test.each([
  ['a.tex', 'text_source'],
  ['a.adoc', 'text_source'],
  ['a.Rmd', 'text_source'],
  ['a.qmd', 'text_source'],
  ['a.typ', 'text_source'],
  ['a.html', 'html'],
  ['a.mht', 'html'],
  ['a.doc', 'named_document'],
  ['a.rtf', 'named_document'],
  ['a.docx', 'named_document'],
  ['a.lit', 'other_book'],
  ['a.cbr', 'other_book'],
  ['a.txt', undefined],
  ['a.tex.pdf', undefined],
  ['tex', undefined],
])('a file named %s is %s', (name, reason) => expect(reasonOfName(name)).toBe(reason))

test.each([
  [['Index/Document.iwa', 'preview.jpg'], 'pages'],
  [['Index.zip', 'preview.jpg'], 'pages'],
  [['index.xml.gz'], 'pages'],
  [['metadata.opf', 'index.html'], 'calibre_zip'],
  [['metadata.opf', 'index.txt'], 'calibre_zip'],
  [['a.jpg', 'b.PNG', 'ComicInfo.xml'], 'comic'],
  [['a.jpg', 'read me.txt'], 'other_zip'],
  [['FixedDocSeq.fdseq', '[Content_Types].xml'], 'print'],
  [['[Content_Types].xml'], 'document'],
  [['a.fb2', 'b.fb2'], 'fictionbook'],
  [['Novel.scriv/Novel.scrivx', 'Novel.scriv/Files/Data/1/content.rtf'], 'text_source'],
  [['nwProject.nwx', 'content/1.nwd'], 'text_source'],
  [['Novel.scriv/Novel.scrivx', 'chapter.md'], 'other_zip'],
  [['Novel.rtfd/TXT.rtf', 'Novel.rtfd/a.png'], 'office'],
])('a zip archive of %j is %s', async (names, reason) => {
  expect(reasonOfNames(await openZip(aZip(names.map((name) => ({ name, data: 'x' })))))).toBe(reason)
})

test.each([
  ['application/vnd.sun.xml.writer', 'office'],
  ['application/hwp+zip', 'office'],
  ['application/vnd.oasis.opendocument.text', 'open_document'],
  ['application/x-other', 'other_zip'],
])('a zip archive of the type %s is %s', async (mimetype, reason) => {
  expect(reasonOfNames(await openZip(aZip([{ name: 'mimetype', data: mimetype }])))).toBe(reason)
})
