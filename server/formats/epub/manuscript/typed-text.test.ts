import { expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, noteMark, paragraph, run } from './testing-docx.ts'
import { anOdt, odtParagraph, span } from './testing-odt.ts'

const bodyOf = async (fileName: string, bytes: Buffer) => {
  const { epub } = await convertManuscript({ fileName, bytes, words: {} })
  const text = (await openZip(Buffer.from(epub))).read('EPUB/c1.xhtml')?.toString() ?? ''
  return /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(text)?.[1]
}

const MONO = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>'
const CODE = '<w:style w:type="character" w:styleId="C"><w:name w:val="Source Text"/></w:style>'

test.each([
  [
    'a manuscript in Courier is no code',
    run('Dusk fell. ', MONO) + run('She', `${MONO}<w:i/>`) + run(' ran.', MONO),
    '<p>Dusk fell. <em>She</em> ran.</p>',
  ],
  [
    'code by its style stays code in it',
    run('Dusk fell on ', MONO) + run('x', '<w:rStyle w:val="C"/>'),
    '<p>Dusk fell on <code>x</code></p>',
  ],
  ['most words of a lesson are code', run('Now: ') + run('let x = y', MONO), '<p>Now: <code>let x = y</code></p>'],
  [
    'some words in it are code',
    run('Type ') + run('let x', MONO) + run(' here.'),
    '<p>Type <code>let x</code> here.</p>',
  ],
])('in Word, %s', async (_, content, shown) => {
  expect(await bodyOf('a.docx', aDocx({ styles: CODE, body: paragraph(content) }))).toBe(shown)
})

test('the notes of a manuscript in Courier are no code either', async () => {
  const body = paragraph(run('Dusk fell on the hill.', MONO) + noteMark('footnote', 1))
  const text = await bodyOf('a.docx', aDocx({ body, footnotes: { 1: paragraph(run('At last.', MONO)) } }))
  expect(text).toContain('At last.')
  expect(text).not.toContain('<code')
})

test.each([
  [
    'a manuscript in Courier is no code',
    odtParagraph(`Dusk ${span('Italic', 'fell')}.`, 'P1'),
    '<p>Dusk <em>fell</em>.</p>',
  ],
  [
    'some words in it are code',
    odtParagraph(`Type ${span('T1', 'let x')} here.`),
    '<p>Type <code>let x</code> here.</p>',
  ],
])('in OpenDocument, %s', async (_, body, shown) => {
  const font = '<style:text-properties style:font-name="Courier New"/>'
  const automatic =
    `<style:style style:name="P1" style:family="paragraph">${font}</style:style>` +
    `<style:style style:name="T1" style:family="text">${font}</style:style>`
  expect(await bodyOf('a.odt', anOdt({ automatic, body }))).toBe(shown)
})
