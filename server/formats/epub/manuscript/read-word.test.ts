import { describe, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aDocx, type DocxPlan, heading, noteMark, paragraph, picture, run } from './testing-docx.ts'

const read = async (plan: DocxPlan) => {
  const { epub, findings } = await convertManuscript({ fileName: 'a.docx', bytes: aDocx(plan), words: {} })
  const zip = await openZip(Buffer.from(epub))
  const { manifest } = await ingest(Buffer.from(epub))
  const bodies = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(zip.read(name)?.toString() ?? '')?.[1],
    )
  return { manifest, findings, bodies, contents: manifest.contents.map(({ label }) => label) }
}
const aligned = (text: string, jc: string) => paragraph(text, '', `<w:jc w:val="${jc}"/>`)
const listed = (text: string, list: number) => paragraph(text, '', `<w:numPr><w:numId w:val="${list}"/></w:numPr>`)

describe('what Word files refer to', () => {
  test('is a list of a style where a definition names that', async () => {
    const { bodies } = await read({
      numbering:
        '<w:abstractNum w:abstractNumId="8"><w:styleLink w:val="Outline"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>' +
        '<w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="Outline"/></w:abstractNum>' +
        '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>',
      body: listed('a', 9) + listed('b', 9),
    })
    expect(bodies[0]).toBe('<ul><li>a</li><li>b</li></ul>')
  })

  test('may be a note that is not there', async () => {
    const { bodies, findings } = await read({
      body: heading('One') + paragraph(run('Text.') + noteMark('footnote', 1) + noteMark('endnote', 7)),
      endnotes: { 1: paragraph('Another.') },
    })
    expect(bodies[0]).toBe('<h1 id="h1">One</h1><p>Text.</p>')
    expect(findings).toEqual(['2 references to notes (in “One”) were left out, because the file holds no such note.'])
  })

  test('may be a symbol or a list without what it is', async () => {
    const { bodies } = await read({
      numbering: '<w:num w:numId="9"/>',
      body:
        paragraph(run('a') + '<w:r><w:sym w:font="Wingdings"/><w:sym w:char="F04A"/></w:r>' + run('b')) +
        listed('c', 9),
    })
    expect(bodies[0]).toBe('<p>ab</p><p>c</p>')
  })

  test('is damaged where it has no body', async () => {
    const part = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
    await expect(read({ body: '', entries: { 'word/document.xml': part } })).rejects.toThrow(/damaged/)
  })
})

describe('paragraphs in the style Title', () => {
  const title = (text: string) => paragraph(text, 'Titel')
  const subtitle = (text: string) => paragraph(text, 'Untertitel')

  test('are the title at the beginning, and headings after it', async () => {
    const { manifest, contents, bodies } = await read({
      body:
        title('My') +
        title('Book') +
        subtitle('A tale') +
        title('Part One') +
        paragraph('Text.') +
        heading('Ch 1') +
        subtitle('A quiet start') +
        title('Part Two') +
        paragraph('More.'),
    })
    expect(manifest.metadata).toMatchObject({ title: 'My Book', subtitle: 'A tale' })
    expect(contents).toEqual(['Part One', 'Ch 1', 'Part Two'])
    expect(bodies).toEqual([
      '<h1 id="h1">Part One</h1><p>Text.</p>',
      '<h1 id="h2">Ch 1</h1><p>A quiet start</p>',
      '<h1 id="h3">Part Two</h1><p>More.</p>',
    ])
  })

  test('leave their notes and pictures in the text', async () => {
    const { manifest, bodies } = await read({
      media: { 'a.png': PNG },
      footnotes: { 1: paragraph('A note.') },
      body: paragraph(run('My Book') + noteMark('footnote', 1) + picture('a.png', 'A lamp'), 'Titel') + heading('One'),
    })
    expect(manifest.metadata.title).toBe('My Book')
    expect(bodies[0]).toMatch(/^<p><sup><a id="ref1".*<\/a><\/sup><img src="picture1.png" alt="A lamp"\/><\/p>/)
  })
})

describe('the looks of characters', () => {
  const style = (id: string, properties: string, parent = '') =>
    `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${id}"/>${parent && `<w:basedOn w:val="${parent}"/>`}<w:rPr>${properties}</w:rPr></w:style>`

  test('are those of their style, where the text does not say otherwise', async () => {
    const { bodies } = await read({
      styles:
        style('Emphasis', '<w:i/>') +
        style('Strong', '<w:b/>', 'Emphasis') +
        style('FootnoteReference', '<w:vertAlign w:val="superscript"/>'),
      footnotes: { 1: paragraph('A note.') },
      body: paragraph(
        run('a', '<w:rStyle w:val="Emphasis"/>') +
          run('b', '<w:rStyle w:val="Strong"/><w:i w:val="off"/>') +
          run('c', '<w:rStyle w:val="Strong"/>') +
          run('d', '<w:i w:val="off"/>') +
          run('e', '<w:rStyle w:val="FootnoteReference"/>') +
          '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="1"/></w:r>',
      ),
    })
    expect(bodies[0]).toMatch(
      /^<p><em>a<\/em><strong>b<em>c<\/em><\/strong>d<sup>e<\/sup><sup><a id="ref1"[^>]*>1<\/a><\/sup><\/p>/,
    )
  })
})

test('a drop cap is the first letter of its paragraph', async () => {
  const cap = (letter: string) => paragraph(letter, '', '<w:framePr w:dropCap="drop" w:lines="3"/>')
  const { bodies } = await read({
    body:
      cap('O') + paragraph('nce upon a time.') + paragraph('Framed.', '', '<w:framePr w:dropCap="none"/>') + cap('x'),
  })
  expect(bodies[0]).toBe('<p>Once upon a time.</p><p>Framed.</p><p>x</p>')
})

describe('a formula with tracked changes', () => {
  const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const deleted = `<w:del w:id="2">${math('d')}</w:del>`

  test('is as if they were accepted', async () => {
    const { bodies, findings } = await read({
      body: `<w:p><m:oMath>${math('a')}<w:bookmarkStart w:id="3"/><w:ins w:id="1">${math('+b')}</w:ins>${deleted}${math('=c')}</m:oMath></w:p>`,
    })
    expect(bodies[0]).toContain('<mi>a</mi><mo>+</mo><mi>b</mi><mo>=</mo><mi>c</mi></math>')
    expect(findings).toEqual([
      expect.stringMatching(/^1 tracked insertion was/),
      expect.stringMatching(/^1 tracked deletion was/),
    ])
  })

  test('is text where it holds what is not known', async () => {
    const { bodies, findings } = await read({
      body: `<w:p><m:oMath>${math('a')}${deleted}<w:smartTag>${math('+b')}</w:smartTag></m:oMath></w:p>`,
    })
    expect(bodies[0]).toBe('<p>a+b</p>')
    expect(findings.at(-1)).toMatch(/^1 equation was kept as text/)
  })
})

test('a picture in a text box is shown once, with its own description', async () => {
  const { bodies, findings } = await read({
    media: { 'a.png': PNG },
    body: paragraph(
      run('Text.') +
        '<w:r><w:drawing><wp:anchor><wp:docPr id="2" name="Box"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>' +
        paragraph(picture('a.png', 'A lamp')) +
        '</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>',
    ),
  })
  expect(bodies[0]).toBe('<p>Text.</p><p><img src="picture1.png" alt="A lamp"/></p>')
  expect(findings).toEqual([expect.stringMatching(/^1 text box was/)])
})

describe('numbered lists', () => {
  const level = (at: number, format: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%${at + 1}."/></w:lvl>`
  const list = (id: number, ...levels: string[]) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
  const use = (id: number) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`
  const numbering =
    list(7, level(0, 'lowerLetter'), level(1, 'upperRoman', 4)) +
    list(8, level(0, 'decimal', 0)) +
    list(9, level(0, 'decimal')) +
    [7, 8, 9].map(use).join('')

  test('have their numbers, also where text stands between them', async () => {
    const { bodies } = await read({
      numbering,
      body:
        listed('a', 9) + listed('b', 9) + paragraph('Between.') + listed('c', 9) + paragraph('x') + listed('none', 8),
    })
    expect(bodies[0]).toBe(
      '<ol><li>a</li><li>b</li></ol><p>Between.</p><ol start="3"><li>c</li></ol><p>x</p><ol start="0"><li>none</li></ol>',
    )
  })

  test('have letters and Roman numbers, and begin anew where their numbers do', async () => {
    const { bodies } = await read({
      numbering,
      body:
        listed('a', 7) +
        listed('b', 7) +
        paragraph('deep', '', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="7"/></w:numPr>') +
        listed('1', 9) +
        listed('2', 9),
    })
    expect(bodies[0]).toBe(
      '<ol type="a"><li>a</li><li>b<ol start="4" type="I"><li>deep</li></ol></li></ol><ol><li>1</li><li>2</li></ol>',
    )
  })
})

describe('names in the contents', () => {
  const broken = run('Chapter One') + '<w:r><w:br/></w:r>' + run('The Ford')
  const ruby =
    '<w:r><w:ruby><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r>'

  test('have a blank for a break, and no readings', async () => {
    const { manifest, contents } = await read({
      body: paragraph(broken, 'Titel') + paragraph(broken, 'berschrift1') + paragraph(ruby, 'berschrift1'),
    })
    expect(manifest.metadata.title).toBe('Chapter One The Ford')
    expect(contents).toEqual(['Chapter One The Ford', '漢字'])
  })

  test('have no numbers of notes, and a title keeps its note', async () => {
    const { manifest, bodies, contents } = await read({
      footnotes: { 1: paragraph('A note.') },
      body:
        paragraph(run('The Whole') + noteMark('footnote', 1), 'berschrift1') + heading('Dusk', 2) + paragraph('One.'),
    })
    expect(manifest.metadata.title).toBe('The Whole')
    expect(contents).toEqual(['The Whole', 'Dusk'])
    expect(bodies[0]).toContain('A note.')
  })

  test('are told of without readings and numbers of notes', async () => {
    const { findings } = await read({
      footnotes: { 1: paragraph('A note.') },
      media: { 'a.png': PNG },
      body:
        paragraph(run('Dusk') + '<w:r><w:br/></w:r>' + ruby + noteMark('footnote', 1), 'berschrift1') +
        paragraph(picture('a.png')),
    })
    expect(findings).toEqual([expect.stringMatching(/^1 picture that has no description \(in “Dusk 漢字”\)/)])
  })
})

describe('breaks between scenes', () => {
  test('are the lines that Word draws', async () => {
    const line = '<w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hralign="center" o:hr="t"/></w:pict></w:r>'
    const { bodies, findings } = await read({
      body: paragraph('One.') + paragraph(line) + paragraph('Two.') + paragraph(run('Three.') + line) + paragraph('4.'),
    })
    expect(bodies[0]).toBe('<p>One.</p><hr/><p>Two.</p><p>Three.</p><hr/><p>4.</p>')
    expect(findings).toEqual([])
  })

  const texts = (count: number) => Array.from({ length: count }, () => paragraph('Text.'))

  test('are the few empty paragraphs between others', async () => {
    const { bodies } = await read({
      body:
        heading('One') +
        paragraph('') +
        texts(3).join('') +
        paragraph('') +
        paragraph('<w:bookmarkStart w:id="1" w:name="_GoBack"/><w:bookmarkEnd w:id="1"/>') +
        paragraph(' ') +
        aligned('Next.', 'center') +
        paragraph('') +
        paragraph('Last.', '', '<w:numPr><w:numId w:val="0"/></w:numPr><w:jc w:val="right"/>') +
        paragraph('') +
        heading('Two') +
        texts(3).join(''),
    })
    expect(bodies[0]).toBe(
      '<h1 id="h1">One</h1><p>Text.</p><p>Text.</p><p>Text.</p><p class="center gap">Next.</p><p class="right gap">Last.</p>',
    )
  })

  test('are not the empty paragraphs that follow most of the text', async () => {
    const { bodies } = await read({ body: texts(4).join(paragraph('')) + paragraph('Text.') })
    expect(bodies[0]).toBe('<p>Text.</p>'.repeat(5))
  })

  test('are several empty paragraphs in a text that has one after each', async () => {
    const spaced = texts(3).join(paragraph(''))
    const { bodies } = await read({
      body: spaced + paragraph('').repeat(2) + paragraph('Next.') + paragraph('') + spaced,
    })
    expect(bodies[0]).toBe(`${'<p>Text.</p>'.repeat(3)}<p class="gap">Next.</p>${'<p>Text.</p>'.repeat(3)}`)
  })

  test('are no blank lines of code, which stay', async () => {
    const code = (text: string) => paragraph(text, 'Quelltext')
    const { bodies } = await read({
      body: paragraph('Text.') + code('') + code('a') + code('') + code('') + code('b') + code('') + paragraph('Text.'),
    })
    expect(bodies[0]).toBe('<p>Text.</p><pre>a\n\n\nb</pre><p>Text.</p>')
  })
})
