import { expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { PNG } from '#server/testing/book-form.ts'
import { aDocx, type DocxPlan, heading, MAIN_TYPE, paragraph, picture, run } from './testing-docx.ts'

const read = async (plan: DocxPlan) => {
  const { epub, findings, differences } = await convertManuscript({
    fileName: 'a.docx',
    bytes: aDocx(plan),
    words: {},
    compares: true,
  })
  const zip = await openZip(Buffer.from(epub))
  const text = zip.read('EPUB/c1.xhtml')?.toString() ?? ''
  return {
    findings,
    differences,
    body: /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(text)?.[1],
  }
}

const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const drawn = (words: string) => `<a:p>${words === '' ? '' : `<a:r><a:t>${words}</a:t></a:r>`}</a:p>`
const point = (id: string, words: string, type = 'node') =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:prSet/><dgm:t><a:bodyPr/>${words.split('\n').map(drawn).join('')}</dgm:t></dgm:pt>`
const link = (from: string, to: string, order: number, more = '') =>
  `<dgm:cxn modelId="${from}-${to}" srcId="${from}" destId="${to}" srcOrd="${order}" ${more}/>`
const diagram = (points: string, links: string): DocxPlan => ({
  body:
    heading('Before') +
    paragraph(
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Diagram"/><a:graphic><a:graphicData uri="${DIAGRAM}">` +
        `<dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="dm"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    ) +
    paragraph('After.'),
  relationships:
    '<Relationship Id="dm" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData" Target="diagrams/data1.xml"/>',
  entries: {
    'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="${DIAGRAM}" xmlns:a="${MAIN}"><dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst></dgm:dataModel>`,
  },
})

test('the words of a diagram are a list, in the order and the levels of its points', async () => {
  const { body, findings } = await read(
    diagram(
      point('r', '', 'doc') +
        point('b', 'Grain') +
        point('a', 'Mill') +
        point('c', 'Stone\nand wheel') +
        point('p', '', 'pres'),
      link('r', 'b', 1) + link('r', 'a', 0) + link('a', 'c', 0) + link('a', 'p', 0, 'type="presOf"'),
    ),
  )
  expect(body).toBe(
    '<h1 id="h1">Before</h1><ul><li>Mill<ul><li>Stone</li><li>and wheel</li></ul></li><li>Grain</li></ul><p>After.</p>',
  )
  expect(findings).toEqual([
    '1 diagram (in “Before”) was kept as a list of its words. Insert it as a picture to keep how it looks.',
  ])
})

test('a diagram whose points belong to each other, or to none, keeps each of its words once', async () => {
  const { body } = await read(
    diagram(
      point('r', '', 'doc') +
        point('a', 'One') +
        point('b', 'Two') +
        point('alone', 'Three') +
        point('s', 'then', 'sibTrans'),
      link('r', 'a', 0, 'sibTransId="s"') + link('a', 'b', 0) + link('b', 'a', 0),
    ),
  )
  expect(body).toBe(
    '<h1 id="h1">Before</h1><ul><li>One<ul><li>Two</li></ul></li><li>then</li><li>Three</li></ul><p>After.</p>',
  )
})

test('the words of a diagram are in the file and in the book', async () => {
  const { differences } = await read(
    diagram(point('r', '', 'doc') + point('a', 'Mill') + point('b', 'Grain'), link('r', 'a', 0) + link('r', 'b', 1)),
  )
  expect(differences).toEqual([])
})

test('a diagram without words, or whose file is missing or damaged, is told of', async () => {
  const told = ['1 chart or drawing (in “Before”) was left out. Insert it as a picture to keep it.']
  expect((await read(diagram(point('r', '', 'doc'), ''))).findings).toEqual(told)
  expect((await read({ ...diagram('', ''), relationships: '' })).findings).toEqual(told)
  const damaged = { 'word/diagrams/data1.xml': '<dgm:dataModel' }
  expect((await read({ ...diagram('', ''), entries: damaged })).findings).toEqual(told)
})

test('words in drawings that were pasted and in drawn letters are text', async () => {
  const pasted = `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Slide"/><a:graphic><a:graphicData><a:sp><a:txBody>${drawn('The mill')}${drawn('by the ford')}</a:txBody></a:sp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  const letters = '<w:r><w:pict><v:shape><v:textpath string="A tale&#10;of two mills"/></v:shape></w:pict></w:r>'
  const { body } = await read({
    body: paragraph('First.') + paragraph(pasted) + paragraph(letters) + paragraph('Last.'),
  })
  expect(body).toBe('<p>First.</p><p>The mill</p><p>by the ford</p><p>A tale</p><p>of two mills</p><p>Last.</p>')
})

const shape = (inside: string) =>
  `<w:drawing><wp:inline><wp:docPr id="1" name="Shape"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${inside}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`
test.each([
  ['no words', '', '<p><img src="picture1.png" alt="An arrow"/></p>', []],
  [
    'a blank',
    paragraph(run(' ')).replace('<w:t xml:space="preserve"> </w:t>', ''),
    '<p><img src="picture1.png" alt="An arrow"/></p>',
    [],
  ],
  [
    'words',
    paragraph('The mill'),
    '<p>The mill</p>',
    ['1 text box was put into the text, after the paragraph that it belongs to.'],
  ],
])(
  'a drawing whose shapes hold %s is its picture where nothing else of it can be shown',
  async (_, words, shown, told) => {
    const drawing = `<w:r><mc:AlternateContent><mc:Choice Requires="wpg">${shape(words || '<w:p/>')}</mc:Choice><mc:Fallback>${picture('a.png', 'An arrow').replace(/<\/?w:r>/g, '')}</mc:Fallback></mc:AlternateContent></w:r>`
    const { body, findings } = await read({ media: { 'a.png': PNG }, body: paragraph(drawing) })
    expect(body).toBe(shown)
    expect(findings).toEqual(told)
  },
)

test('a shape without words is told of, as nothing of it is in the book', async () => {
  const { body, findings } = await read({ body: paragraph(run('x') + `<w:r>${shape('<w:p/>')}</w:r>`) })
  expect(body).toBe('<p>x</p>')
  expect(findings).toEqual(['1 chart or drawing was left out. Insert it as a picture to keep it.'])
})

const PROMPT = '<w:placeholder><w:docPart w:val="DefaultPlaceholder_1081868574"/></w:placeholder>'
const control = (content: string, properties = `${PROMPT}<w:showingPlcHdr/>`) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`

test('words that ask the author to fill in a place are left out', async () => {
  const { body, findings } = await read({
    body:
      control(paragraph('[Document title]', 'Titel')) +
      heading('One') +
      paragraph(run('By ') + control(run('Click here to enter text.')) + run(' and others.')) +
      control(paragraph('Filled in.'), '') +
      control(paragraph('Filled in too.'), `${PROMPT}<w:showingPlcHdr w:val="0"/>`) +
      // As LibreOffice 7.4 writes a placeholder of the author's own words.
      paragraph(run('Dear ') + control(run('reader'), '<w:temporary/><w:showingPlcHdr/><w:text/>')),
  })
  expect(body).toBe(
    '<h1 id="h1">One</h1><p>By  and others.</p><p>Filled in.</p><p>Filled in too.</p><p>Dear reader</p>',
  )
  expect(findings).toEqual(['2 places that nobody filled in were left out, with the words that ask for it.'])
})

test('a cell that nobody filled in stays, without its words', async () => {
  const cell = (content: string, columns = 1) =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/></w:tcPr>${content}</w:tc>`
  const { body } = await read({
    body:
      `<w:tbl><w:tr>${control(cell(paragraph('Enter a name'), 2))}${cell(paragraph('mill'))}</w:tr>` +
      `<w:tr>${[1, 2, 3].map((at) => cell(paragraph(String(at)))).join('')}</w:tr></w:tbl>`,
  })
  expect(body).toBe(
    '<table><tr><td colspan="2"/><td><p>mill</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td><td><p>3</p></td></tr></table>',
  )
})

test('text that runs from top to bottom is told of', async () => {
  const section = (direction: string) =>
    paragraph('', '', `<w:sectPr><w:textDirection w:val="${direction}"/></w:sectPr>`)
  const told = 'The text runs from top to bottom in the file. In the book its lines run across the page.'
  expect((await read({ body: paragraph('縦に。') + section('tbRl') })).findings).toContain(told)
  expect((await read({ body: paragraph('横に。') + section('lrTb') })).findings).not.toContain(told)
})

const types = (content: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${content}</Types>`

test('the text is found where its type is said of all XML files', async () => {
  const byDefault = types(`<Default Extension="xml" ContentType="${MAIN_TYPE}"/>`)
  const { body } = await read({ body: paragraph('Words.'), entries: { '[Content_Types].xml': byDefault } })
  expect(body).toBe('<p>Words.</p>')
  const macros = types(
    '<Default Extension="xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
  )
  await expect(read({ body: '', entries: { '[Content_Types].xml': macros } })).rejects.toThrow(/macros/)
})

test('the text is found, and compared, in a part with a number in its name', async () => {
  const { body, differences } = await read({
    body: '',
    entries: {
      '[Content_Types].xml': types(`<Override PartName="/word/document2.xml" ContentType="${MAIN_TYPE}"/>`),
      'word/document2.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Some words.</w:t></w:r></w:p></w:body></w:document>',
      'word/footnotes.xml': '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
    },
  })
  expect(body).toBe('<p>Some words.</p>')
  expect(differences).toEqual([])
})

test.each([
  ['<a:srcRect l="25000"/>', true],
  ['<a:srcRect t="-3000" b="10%"/>', true],
  ['<a:srcRect/>', false],
  ['<a:srcRect l="100" r="-30000"/>', false],
])('a picture that is cropped is shown whole, of which its author is told: %s', async (cropped, isTold) => {
  const { body, findings } = await read({
    media: { 'a.png': PNG },
    body: paragraph(picture('a.png', 'A boat').replace('</pic:blipFill>', `${cropped}</pic:blipFill>`)),
  })
  expect(body).toBe('<p><img src="picture1.png" alt="A boat"/></p>')
  expect(findings.some((finding) => finding.startsWith('1 picture that is cropped'))).toBe(isTold)
})

test.each([
  ['croptop="6554f"', true],
  ['cropleft=".1"', true],
  ['cropleft="65f" gain="2"', false],
])('so is a picture of older files: %s', async (cropped, isTold) => {
  const { findings } = await read({
    media: { 'a.png': PNG },
    body: paragraph(
      `<w:r><w:pict><v:shape alt="A boat"><v:imagedata r:id="a.png" ${cropped}/></v:shape></w:pict></w:r>`,
    ),
  })
  expect(findings.some((finding) => finding.startsWith('1 picture that is cropped'))).toBe(isTold)
})
