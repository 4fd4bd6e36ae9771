import { PNG } from '#server/testing/book-form.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { FLAT_SAMPLE, ODT_SAMPLES } from './testing-odt-samples.ts'
import { MOBI_SAMPLES } from './mobi/testing-mobi-samples.ts'
import { FB2_SAMPLES } from './testing-fb2.ts'
import { aDocx, field, heading, item, longBody, noteMark, paragraph, picture, run, table } from './testing-docx.ts'

export interface Sample {
  fileName: string
  bytes: Buffer
}

const FRACTION =
  '<m:oMath><m:f><m:num><m:r><m:t>a+1</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>' +
  '<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad></m:oMath>'
const SUM =
  '<m:oMathPara><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr><m:sub><m:r><m:t>i=0</m:t></m:r></m:sub>' +
  '<m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:e></m:d></m:e></m:nary>' +
  '<m:m><m:mr><m:e><m:r><m:t>1</m:t></m:r></m:e><m:e><m:r><m:t>0</m:t></m:r></m:e></m:mr></m:m></m:oMath></m:oMathPara>'

export const TEXT_BOX =
  '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="2" name="Box"/><a:graphic><a:graphicData><wps:wsp>' +
  `<wps:txbx><w:txbxContent>${paragraph('In the box.')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>` +
  `<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph('In the box.')}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
export const CHART =
  '<w:r><w:drawing><wp:inline><wp:docPr id="3" name="Chart"/><a:graphic><a:graphicData><c:chart/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
export const OBJECT =
  '<w:r><w:object><v:shape><v:imagedata r:id="ole.png"/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'

/** Word files of the kinds that authors have, by what is in them. */
export const DOCX_SAMPLES: Readonly<Record<string, () => Buffer>> = {
  headings: () =>
    aDocx({
      core: '<dc:title>The Lamp</dc:title><dc:creator>Ottoline Marsh; Ida Fenn</dc:creator><dc:description>Every dusk.</dc:description><dcterms:modified>2026-01-02T03:04:05Z</dcterms:modified>',
      body:
        paragraph('Before.') +
        heading('One') +
        paragraph('First.') +
        heading('Deep', 3) +
        paragraph('Deeper.') +
        heading('Below', 2) +
        heading('Two') +
        paragraph('Second.') +
        paragraph('Said.', 'Zitat') +
        paragraph('let a = 1', 'Quelltext') +
        paragraph('let b = 2', 'Quelltext'),
    }),
  'one title': () =>
    aDocx({
      body:
        heading('The Whole') +
        paragraph('') +
        heading('Dusk', 2) +
        paragraph('One.') +
        heading('Dawn', 2) +
        paragraph('Two.') +
        heading('Noon', 3),
    }),
  lists: () =>
    aDocx({
      body:
        heading('Lists') +
        item('a', 1) +
        item('b', 1, 1) +
        item('c', 2, 2) +
        item('d', 1) +
        paragraph('Between.') +
        item('1', 2) +
        item('2', 2) +
        item('x', 1, 1),
    }),
  'nested tables': () =>
    aDocx({
      body:
        heading('Tables') +
        table([
          ['a', 'b'],
          [
            table([
              ['in', 'ner'],
              ['x', table([['deep']])],
            ]) + paragraph('after'),
            'd',
          ],
        ]) +
        '<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' +
        paragraph('Head') +
        '</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>' +
        paragraph('1') +
        '</w:tc><w:tc>' +
        paragraph('2') +
        '</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>' +
        paragraph('') +
        '</w:tc><w:tc>' +
        paragraph('3') +
        '</w:tc></w:tr></w:tbl>',
    }),
  notes: () =>
    aDocx({
      body:
        heading('One') +
        paragraph(run('A') + noteMark('footnote', 1) + run(' b') + noteMark('endnote', 1)) +
        heading('Two') +
        paragraph(run('C') + noteMark('footnote', 2)),
      footnotes: { 1: paragraph('First note.'), 2: paragraph('Second note.') + paragraph('Its second paragraph.') },
      endnotes: { 1: paragraph(run('An endnote, ') + run('loud', '<w:b/>')) },
    }),
  pictures: () =>
    aDocx({
      media: { 'a.png': PNG, 'b.emf': Buffer.from('no picture') },
      body:
        heading('Pictures') +
        paragraph(picture('a.png', 'A lamp & its light')) +
        paragraph(picture('a.png')) +
        paragraph(run('x') + picture('b.emf', 'A drawing')),
    }),
  'right to left': () =>
    aDocx({
      language: 'en-US',
      body:
        paragraph(run('פרק ראשון', '<w:rtl/>'), 'berschrift1', '<w:bidi/>') +
        paragraph(run('שלום לכם, קוראים יקרים. ', '<w:rtl/>') + run('Hello'), '', '<w:bidi/>') +
        paragraph('An English paragraph.') +
        item('שלום', 1) +
        paragraph(run('פרק שני', '<w:rtl/>'), 'berschrift1') +
        paragraph(run('סוף הסיפור הארוך מאוד שלנו', '<w:rtl/>')),
    }),
  Japanese: () =>
    aDocx({
      body:
        heading('吾輩は猫である') +
        paragraph('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。') +
        '<w:p><w:r><w:ruby><w:rt><w:r><w:t>わがはい</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>吾輩</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>',
    }),
  equations: () =>
    aDocx({
      body:
        heading('Equations') +
        `<w:p>${run('So ')}${FRACTION}${run(' holds.')}</w:p><w:p>${SUM}</w:p><w:p><m:oMath><m:strange><m:r><m:t>y</m:t></m:r></m:strange></m:oMath></w:p>`,
    }),
  'tracked changes': () =>
    aDocx({
      body:
        heading('Changes') +
        `<w:p>${run('Kept ')}<w:ins w:id="1" w:author="A">${run('inserted ')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>` +
        paragraph(
          TEXT_BOX +
            CHART +
            OBJECT +
            run('secret', '<w:vanish/>') +
            run('seen') +
            '<w:r><w:commentReference w:id="0"/></w:r>',
        ) +
        heading('Links') +
        paragraph('<w:bookmarkStart w:id="1" w:name="here"/>' + run('Here.')) +
        paragraph(
          `<w:hyperlink w:anchor="here">${run('back')}</w:hyperlink>` +
            field('HYPERLINK "https://example.org/a?b=1&c=2"', 'out') +
            `<w:hyperlink w:anchor="nowhere">${run('lost')}</w:hyperlink>`,
        ) +
        paragraph('Contents 1', 'Verzeichnis1') +
        paragraph('A poem.', 'Gedicht'),
      styles: '<w:style w:type="paragraph" w:customStyle="1" w:styleId="Gedicht"><w:name w:val="Poem"/></w:style>',
    }),
  'scenes and lists': () =>
    aDocx({
      numbering:
        '<w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:start w:val="0"/><w:numFmt w:val="upperRoman"/></w:lvl></w:abstractNum>' +
        '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>',
      media: { 'a.png': PNG },
      body:
        paragraph(run('The Lamp') + picture('a.png', 'A lamp'), 'Titel') +
        paragraph('One', 'berschrift1') +
        paragraph('Dusk.') +
        paragraph('Night.') +
        paragraph('') +
        paragraph('Dawn.') +
        paragraph('<w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r>') +
        paragraph('N', '', '<w:framePr w:dropCap="drop"/>') +
        paragraph('oon.') +
        paragraph('none', '', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="9"/></w:numPr>') +
        item('first', 2) +
        paragraph('Between.') +
        item('second', 2) +
        paragraph('let a', 'Quelltext') +
        paragraph('', 'Quelltext') +
        paragraph('let b', 'Quelltext'),
    }),
  '300 pages': () => aDocx({ body: longBody(300) }),
}

const PLAIN_TEXT = 'Chapter One\n\nEvery dusk.\n\n* * *\n\nA short line\n  and another\n\nChapter Two\n\nEvery dawn.\n'

const markdown = (text: string) => Buffer.from(text)

/** Markdown of the kinds that authors have, by what is in it. */
export const MARKDOWN_SAMPLES: Readonly<Record<string, () => Sample>> = {
  'front matter': () => ({
    fileName: 'a.md',
    bytes: markdown(
      '---\ntitle: "The Lamp: a tale"\nsubtitle: For children\nauthor:\n  - Ottoline Marsh\n  - name: Ida Fenn\nlang: en-GB\ndescription: |\n  Every dusk.\n  Every dawn.\n---\n\n# One\n\nText.\n\n# Two\n\nMore.\n',
    ),
  }),
  'one title': () => ({
    fileName: 'tale.markdown',
    bytes: markdown(
      '# The Whole\n\nIntro.\n\n## Dusk\n\nOne.\n\n## Dawn\n\nTwo. [Up](#the-whole)\n\n### Noon\n\nThree.\n',
    ),
  }),
  lists: () => ({
    fileName: 'lists.md',
    bytes: markdown(
      '# Lists\n\n- a\n  - b\n    1. c\n- d\n\n3. three\n4. four\n\nTerm\n: Definition\n: Another\n\n> A quotation\n>\n> > in another\n',
    ),
  }),
  tables: () => ({
    fileName: 'tables.md',
    bytes: markdown('# Tables\n\n| a | b |\n|:-:|--:|\n| 1 | **2** |\n| <br> | `|` |\n'),
  }),
  notes: () => ({
    fileName: 'notes.md',
    bytes: markdown(
      '# One\n\nA[^a] b[^a] and ^[an inline note]. [^lost]\n\n# Two\n\nC[^b]\n\n[^a]: First *note*.\n\n    Second paragraph.\n\n[^b]: Refers to[^c].\n[^c]: Deep.\n',
    ),
  }),
  code: () => ({
    fileName: 'code.md',
    bytes: markdown(
      '# Code\n\n```js\nif (a < b && c) {}\n```\n\n    indented\n\nInline `a<b`.\n\n***\n\n~~gone~~ **bold** *it*\n',
    ),
  }),
  formulas: () => ({
    fileName: 'math.md',
    bytes: markdown(
      '# Formulas\n\nFor $x^2 + \\frac{1}{2}$ and $5 or $6.\n\n$$\n\\sum_{i=0}^n \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\n$$\n\n$\\undefinedmacro{x}$ and $\\href{javascript:alert(1)}{x}$\n',
    ),
  }),
  'right to left': () => ({
    fileName: 'arabic.md',
    bytes: markdown(
      '---\nlang: ar\n---\n# الفصل الأول\n\nمرحبا بكم في هذا الكتاب.\n\nAn English paragraph.\n\n- قائمة\n\n# الفصل الثاني\n\nالنهاية\n',
    ),
  }),
  Japanese: () => ({
    fileName: '吾輩.md',
    bytes: markdown('吾輩は猫である。名前はまだ無い。\n\nどこで生れたかとんと見当がつかぬ。\n'),
  }),
  'marks of other programs': () => ({
    fileName: 'flavours.md',
    bytes: markdown(
      '% The Ledger\n% Anna Quay; Bent Löwe\n\n# One {#one .x}\n\nSee [](#two), ^14^C, H~2~O, ==*marked*==, [caps]{.smallcaps}, [non]{lang=fr}, [@doe, p. 3] and (@b).\n\n' +
        '::: {lang=de}\nInnen.\n\n::: note\nTief.\n:::\n:::\n\n| A poem\n|   of lines\n|\n| in stanzas\n\n(@) one\n(@b) two\n\n- [ ] open\n- [x] done\n\n' +
        '> [!NOTE]\n> Words.\n\nW> Careful.\n\n\\newpage\n\n# Two {#two}\n\nSeen %%private%% <!-- private --> {>>private<<}.\n\n%%\n\nprivate\n\n%%\n\n[[One#one|there]] [[Lost]]\n\nA line. ^b1\n\n' +
        '<table>\n<tr><th>H<td colspan=2>x\n</table>\n\n<details><summary>More</summary>\n\nHidden<br>H<sub>2</sub>O\n\n</details>\n\n{{< note >}}\n\n{class: part}\n# Three\n\n<p align=center>Mid<b>dle\n\nend\n',
    ),
  }),
  'a zip of mdBook': () => ({
    fileName: 'mdbook.zip',
    bytes: aZip([
      { name: 'book.toml', data: '[book]\ntitle = "Ledger"\nauthors = ["Bent Löwe"]\nlanguage = "de"\n' },
      {
        name: 'src/SUMMARY.md',
        data: '# Summary\n\n[Foreword](z.md)\n\n# The East\n\n- [Über](über.md)\n  - [Named](deep/untitled.md)\n\n---\n\n[End](a.md)\n',
      },
      { name: 'src/z.md', data: '# Foreword\n\nf [[über#ü|there]] ![[b.png]]' },
      { name: 'src/über.md', data: '# Über {#ü}\n\n[Back](z.md)' },
      { name: 'src/deep/untitled.md', data: 'No heading.' },
      { name: 'src/a.md', data: '# End\n\n## Below\n\n<img src="img/b.png" alt="b">' },
      { name: 'src/img/b.png', data: PNG },
      { name: 'src/draft.md', data: 'draft' },
    ]),
  }),
  'a zip of chapters': () => ({
    fileName: 'chapters.zip',
    bytes: aZip([
      {
        name: 'book/10-end.md',
        data: '# End\n\n[Back](2-middle.md#the-lamp) [first](1-begin.md) ![Lamp](../img/a%20b.png)\n',
      },
      {
        name: 'book/2-middle.md',
        data: '# Middle\n\nText[^1].\n\n## The lamp\n\n![](../img/a%20b.png)\n\n[^1]: Of the second file.\n',
      },
      {
        name: 'book/1-begin.md',
        data: '---\ntitle: Three\n---\n# Begin\n\nA[^1] ![x](missing.png) ![far](https://evil.example/x.png)\n\n[^1]: Of the first file.\n',
      },
      { name: 'img/a b.png', data: PNG },
      { name: '__MACOSX/book/._1-begin.md', data: 'x' },
    ]),
  }),
}

/** All of them, as their authors upload them. */
export const allSamples = (): [string, Sample][] => [
  ...Object.entries(DOCX_SAMPLES).map(([name, make]): [string, Sample] => [
    `Word: ${name}`,
    { fileName: 'a manuscript.docx', bytes: make() },
  ]),
  ...Object.entries(ODT_SAMPLES).map(([name, make]): [string, Sample] => [
    `OpenDocument: ${name}`,
    { fileName: 'a manuscript.odt', bytes: make() },
  ]),
  ['OpenDocument in one file', { fileName: 'a manuscript.fodt', bytes: FLAT_SAMPLE() }],
  ...Object.entries(FB2_SAMPLES).map(([name, make]): [string, Sample] => [`FictionBook: ${name}`, make()]),
  ...Object.entries(MOBI_SAMPLES).map(([name, make]): [string, Sample] => [`MOBI: ${name}`, make()]),
  ['plain text', { fileName: 'a manuscript.txt', bytes: Buffer.from(PLAIN_TEXT) }],
  ...Object.entries(MARKDOWN_SAMPLES).map(([name, make]): [string, Sample] => [`Markdown: ${name}`, make()]),
]

/** The zip of chapters, to which a Word file with notes and pictures is added. */
export const aChaptered = () => ({
  ...(MARKDOWN_SAMPLES['a zip of chapters'] as () => Sample)(),
  words: { title: 'The Lamp', language: 'en' },
  chapter: {
    title: 'Chapter 4: The Ford',
    fileName: 'ford.docx',
    bytes: aDocx({
      body:
        heading('The Ford') +
        paragraph(run('They crossed') + noteMark('footnote', 1)) +
        paragraph(picture('ford.png', 'A ford')) +
        heading('The bank', 2),
      footnotes: { 1: paragraph('At dawn.') },
      media: { 'ford.png': PNG },
    }),
  },
})
