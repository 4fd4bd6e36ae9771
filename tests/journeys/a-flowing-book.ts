import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'

const SENTENCES = [
  'The lamp on the sea wall was lit at seven, and nobody asked by whom.',
  'A ferry came in against the tide, half an hour late, with no one on deck but the cook.',
  'In the tower the clock had stopped again, and the keeper wound it with both hands.',
  'She wrote the number of the night in the book, and under it a single word.',
]

/** So many paragraphs, each with its number, so that a test knows where it is. */
const paragraphs = (chapter: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<p>${chapter} ${at + 1}. ${SENTENCES.map((_, n) => SENTENCES[(n + at) % SENTENCES.length]).join(' ')}</p>`,
  ).join('')

const NAVIGATION = aDocument(
  '<nav epub:type="toc"><ol><li><a href="one.xhtml">The Lamp</a><ol><li><a href="one.xhtml#second">The Second Lamp</a></li></ol></li>' +
    '<li><a href="two.xhtml">The Ferry</a></li><li><a href="three.xhtml">The Clock</a></li></ol></nav>',
)

const STYLE = 'p { margin: 0; text-indent: 1.2em } h1 { text-align: center } .far { color: rgb(10, 120, 60) }'

/** An EPUB of three chapters and some twenty pages, with contents, a note, links and a style sheet of its own. */
export const aFlowingBook = (): Buffer =>
  anEpub({
    metadata: '<dc:title>Lamp, Ferry, Clock</dc:title><dc:language>en</dc:language><dc:creator>Ida Fenn</dc:creator>',
    chapters: {
      one: aDocument(
        `<h1>The Lamp</h1><p class="far">A quiet harbour.<a epub:type="noteref" href="three.xhtml#note">1</a> It leads <a href="two.xhtml">to the ferry</a>, or <a href="https://example.org/harbour">far away</a>.</p>${paragraphs('Lamp', 14)}<h2 id="second">The Second Lamp</h2>${paragraphs('Second', 14)}`,
        '<link rel="stylesheet" href="style.css"/>',
      ),
      two: aDocument(`<h1>The Ferry</h1>${paragraphs('Ferry', 24)}`, '<link rel="stylesheet" href="style.css"/>'),
      three: `<h1>The Clock</h1>${paragraphs('Clock', 16)}<aside id="note" epub:type="footnote"><p>A note about the harbour.</p></aside>`,
    },
    files: {
      'style.css': { type: 'text/css', data: STYLE },
      'nav.xhtml': { type: 'application/xhtml+xml', data: NAVIGATION, properties: 'nav' },
    },
  })
