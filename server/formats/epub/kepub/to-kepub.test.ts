import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readDocumentTree } from '#server/formats/epub/html/read-document-tree.ts'
import { aDocument, anEpub, type EpubPlan, MINIMAL } from '#server/formats/epub/testing-epub.ts'
import { textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { PNG } from '#server/testing/book-form.ts'
import { withKoboSpans } from './kobo-spans.ts'
import { toKepub } from './to-kepub.ts'

const filesOf = async (epub: Uint8Array) => {
  const files = unzipSync(await toKepub(epub))
  return (path: string) => strFromU8(files[path] ?? new Uint8Array())
}
const chapterOf = async (text: string | Buffer) =>
  (await filesOf(anEpub({ entries: { 'OPS/one.xhtml': text } })))('OPS/one.xhtml')
const bodyOf = (body: string) => {
  const made = withKoboSpans(aDocument(body)) ?? ''
  const start = '<body><div id="book-columns"><div id="book-inner">'
  expect(made).toContain(start)
  expect(made).toContain('</div></div></body>')
  return made.slice(made.indexOf(start) + start.length, made.indexOf('</div></div></body>'))
}
/** What was added is taken away again. */
const withoutSpans = (made: string) =>
  made
    .replace(/<style type="text\/css" id="kobostylehacks">[^<]*<\/style>/, '')
    .replace('<div id="book-columns"><div id="book-inner">', '')
    .replace('</div></div></body>', '</body>')
    .replace(/<span class="koboSpan" id="kobo\.\d+\.\d+">((?:[^<]|<img[^>]*>|<picture>.*?<\/picture>)*)<\/span>/g, '$1')
const wordsOf = (source: string) => textOf(readDocumentTree(source))
const idsOf = (node: XmlNode): string[] => [
  ...node.attributes.flatMap(({ name, value }) => (name === 'id' ? [value] : [])),
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : idsOf(child))),
]
const span = (id: string, text: string) => `<span class="koboSpan" id="kobo.${id}">${text}</span>`

describe('sentences and pictures of a chapter', () => {
  test('are numbered by paragraph, in elements of Kobo’s', () => {
    expect(bodyOf('<h1>A title</h1>\n<p>One. Two <b>and three. Four</b>?</p><p> </p><p>Five.</p>')).toBe(
      `<h1>${span('1.1', 'A title')}</h1>\n<p>${span('2.1', 'One. ')}${span('2.2', 'Two ')}<b>${span('2.3', 'and three. ')}` +
        `${span('2.4', 'Four')}</b>${span('2.5', '?')}</p><p> </p><p>${span('3.1', 'Five.')}</p>`,
    )
    expect(bodyOf('<p>A <img src="a.png" alt=""/> b</p><p><img src="b.png" alt=""></img></p>')).toBe(
      `<p>${span('1.1', 'A ')}${span('2.1', '<img src="a.png" alt=""/>')}${span('2.2', ' b')}</p>` +
        `<p>${span('3.1', '<img src="b.png" alt=""></img>')}</p>`,
    )
  })

  test.each([
    [
      'lines that are broken in the file',
      'The lamps\nwere lit. They\nburned.',
      ['The lamps\nwere lit. ', 'They\nburned.'],
    ],
    [
      'characters by their names',
      'He said &#8220;Go.&#x201D; She went&nbsp;&amp; stayed.',
      ['He said &#8220;Go.&#x201D; ', 'She went&nbsp;&amp; stayed.'],
    ],
    ['Japanese', '灯がともった。夜になった。', ['灯がともった。', '夜になった。']],
    ['Hebrew', 'האור נדלק. הלילה בא.', ['האור נדלק. ', 'הלילה בא.']],
    ['a soft hyphen alone', '&shy;', ['&shy;']],
    ['a name that the document declares', 'Lit by &own.name; lamps. Out.', ['Lit by &own.name; lamps. ', 'Out.']],
  ])('are told apart: %s', (_, text, sentences) => {
    expect(bodyOf(`<p>${text}</p>`)).toBe(`<p>${sentences.map((one, at) => span(`1.${at + 1}`, one)).join('')}</p>`)
  })

  test.each([
    ['pre', '<pre>a. b.\n  c.</pre>'],
    ['svg', '<div><svg xmlns="http://www.w3.org/2000/svg"><title>A. B.</title><text>C. D.</text></svg></div>'],
    ['math', '<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>a. b.</mtext></math>'],
    ['a script', '<script>/* <![CDATA[ */ a. b. /* ]]> */</script>'],
    ['a recording', '<audio src="a.mp3">No. Sound.</audio>'],
    ['a comment', '<!-- <p>One.</p> -->'],
  ])('stay as they are in %s', (_, body) => {
    expect(bodyOf(body)).toBe(body)
  })

  test('stay in their readings, tables and lists, where they may stand', () => {
    expect(bodyOf('<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>')).toBe(
      `<p><ruby>${span('1.1', '漢')}<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>`,
    )
    expect(bodyOf('<table> <tr> <td>A.</td> <td/> </tr> </table><ul> <li>B.</li></ul>')).toBe(
      `<table> <tr> <td>${span('1.1', 'A.')}</td> <td/> </tr> </table><ul> <li>${span('2.1', 'B.')}</li></ul>`,
    )
  })

  test('are left to Kobo’s own where they are there already', () => {
    expect(withKoboSpans(aDocument('<p><span id="kobo.1.1">One.</span></p>'))).toBeUndefined()
    expect(withKoboSpans(aDocument("<div id='book-inner'>One.</div>"))).toBeUndefined()
    expect(withKoboSpans('<html/>')).toBeUndefined()
  })
})

const RICH = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="he">
<head><title>One</title><link rel="stylesheet" href="s.css"/><style>p > b { color: red }</style></head>
<body class="a" epub:type="bodymatter">
<h2 id="top" title='a > b'>On <em>lamps</em></h2>
<p>One.<a id="ref" epub:type="noteref" href="#note">1</a> Two. <img id="pic" src="p.png" alt="A. B."/></p>
<pre>  let x = 1.
  let y.</pre>
<p dir="rtl">האור נדלק. הלילה בא.</p><p><ruby>漢<rt>かん</rt></ruby>灯がともった。夜になった。</p>
<table><caption>C.</caption><tr><th>D.</th><td>E. F.</td></tr></table>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text id="in-svg">G. H.</text></svg>
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math><br/>Loose text &#38; more. <b>Bold.</b>
<aside id="note" epub:type="footnote"><p>A note. <a href="#ref">back</a></p></aside>
</body></html>`

describe('a KEPUB', () => {
  test('has the words, ids, links and styles of its EPUB, and the same bytes each time', async () => {
    const css = 'p { margin: 0 }'
    const epub = anEpub({
      chapters: { one: RICH, two: '<p id="x"><a href="one.xhtml#top">Up.</a></p>' },
      files: { 's.css': { type: 'text/css', data: css }, 'p.png': { type: 'image/png', data: PNG } },
    })
    const file = await filesOf(epub)
    const made = file('OPS/one.xhtml')
    expect(withoutSpans(made)).toBe(RICH)
    expect(wordsOf(made.replace(/<style type.*?<\/style>/, ''))).toBe(wordsOf(RICH))
    const ids = idsOf(readDocumentTree(made))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(idsOf(readDocumentTree(RICH))))
    expect(made).toContain(`</a>${span('2.3', ' Two. ')}`)
    expect(file('OPS/two.xhtml')).toContain(`<a href="one.xhtml#top">${span('1.1', 'Up.')}</a>`)
    expect(file('OPS/s.css')).toBe(css)
    expect(Buffer.from(unzipSync(await toKepub(epub))['OPS/p.png'] ?? [])).toEqual(PNG)
    expect(Buffer.from(await toKepub(epub)).equals(await toKepub(epub))).toBe(true)
    expect(Buffer.from(await toKepub(epub)).toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  })

  test.each([
    [
      'an open element',
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>One & two.<br>Three.<p id="x">Four.</body></html>',
    ],
    ['prefixes', '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body><h:p>One. Two.</h:p></h:body></h:html>'],
    ['names of characters', aDocument('<p>One&nbsp;&eacute;. &amp; two.</p>')],
    ['a font of Word', '<html><body><o:p>One</o:p><p style="mso-x:1" @click="a">Two. Three.</p></body></html>'],
  ])('is well-formed where a chapter has a slip: %s', async (_, chapter) => {
    const made = await chapterOf(chapter)
    expect(made).toContain('class="koboSpan" id="kobo.1.1"')
    const words = (source: string) =>
      wordsOf(source)
        .replace(/div#book-inner[^}]*}/, '')
        .replace(/\s+/g, ' ')
        .trim()
    expect(words(made)).toBe(words(chapter))
    expect(made).not.toContain('&nbsp;')
    expect(() => readDocumentTree(made)).not.toThrow()
  })

  test('is in UTF-8 and says so', async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><html><body><p>é.</p></body></html>',
      'latin1',
    )
    expect(await chapterOf(latin)).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>.*>é\.<\/span>/)
  })

  test('leaves what it cannot read as it is', async () => {
    expect(await chapterOf('\0 nothing')).toBe('\0 nothing')
  })

  test('is made of nothing that the library would not read', async () => {
    const bomb = anEpub({ entries: { 'OPS/one.xhtml': Buffer.alloc(16 * 1024 * 1024, 'a') } })
    await expect(toKepub(bomb)).rejects.toMatchObject({ reason: 'bomb' })
    await expect(toKepub(Buffer.from('no archive'))).rejects.toMatchObject({ reason: 'not_zip' })
  })

  test('marks its cover as Kobo finds it', async () => {
    const files = { 'c.png': { type: 'image/png', data: PNG } }
    const metadata = `${MINIMAL}<meta name="cover" content="f0"/>`
    const opf = (plan: EpubPlan) => filesOf(anEpub(plan)).then((file) => file('OPS/book.opf'))
    expect(await opf({ files, metadata })).toContain('media-type="image/png" properties="cover-image"/>')
    expect(await opf({ files })).not.toContain('cover-image')
  })

  test('is not made of pages with a fixed layout, which would move, but of a book with some', async () => {
    const metadata = `${MINIMAL}<meta property="rendition:layout">pre-paginated</meta>`
    await expect(toKepub(anEpub({ metadata }))).rejects.toMatchObject({ reason: 'fixed' })
    const file = await filesOf(
      anEpub({
        opf:
          '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>' +
          '<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/>' +
          '</manifest><spine><itemref idref="a" properties="rendition:layout-pre-paginated"/><itemref idref="b"/></spine></package>',
        chapters: { one: '<p>One.</p>', two: '<p>Two.</p>' },
      }),
    )
    expect(file('OPS/one.xhtml')).toBe(aDocument('<p>One.</p>'))
    expect(file('OPS/two.xhtml')).toContain('koboSpan')
  })
})
