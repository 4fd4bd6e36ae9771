import { describe, expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { spokenPartsOf } from '#web/reading/aloud/spoken-parts.ts'
import { spokenChanges } from '#web/reading/epub/spoken-changes.ts'

/** What a voice says of the chapters of books. */

const spokenOf = async (epub: Buffer, isDescribed = false) => {
  const { chapters } = await ingest(epub)
  return chapters.flatMap((chapter) => {
    const changes = spokenChanges(chapter).filter(({ isDescription }) => isDescribed || !isDescription)
    return spokenPartsOf(chapter.text, changes).map(({ text }) => text)
  })
}
const files = { 'a.png': { type: 'image/png', data: PNG } }
const bodyOf = (body: string, isDescribed?: boolean) =>
  spokenOf(anEpub({ chapters: { one: aDocument(body) }, files }), isDescribed)

describe.runIf(hasCases)('in a book with notes, printed pages and formulas', () => {
  test('none of their marks is spoken, and blocks end sentences', async () => {
    const spoken = await spokenOf(caseFile('r32-aloud.epub'))
    const all = spoken.join('\n')
    expect(all).not.toMatch(/mood1|on2|7sentence/)
    expect(all).toMatch(/mood\./)
    expect(all).toMatch(/goes on\./)
    expect(spoken).toContain('Cell one')
    expect(all).not.toContain('x squared')
  })

  test('formulas and pictures are described for who wishes it', async () => {
    expect((await spokenOf(caseFile('r32-aloud.epub'), true)).join('\n')).toContain('x squared')
  })
})

test.each<[what: string, body: string, spoken: string[]]>([
  [
    'marks of notes by their role or type',
    '<p>One<a role="doc-noteref" href="#n">12</a>, two<a epub:type="noteref" href="#n">*</a>.</p><p id="n">A note.<a role="doc-backlink" href="#x">↩</a></p>',
    ['One, two.', 'A note.'],
  ],
  [
    'raised links that lead to a place in the book',
    '<p>One<sup><a href="#n">[3]</a></sup> and two<a href="#n"><sup>a</sup></a>.</p><p id="n">x</p>',
    ['One and two.', 'x'],
  ],
  [
    'not other links, nor what is raised alone',
    '<p>The 2<sup>nd</sup> of <a href="#n">May</a> at 10<sup>5</sup>.</p><p>n<sup><a href="#n">a long word</a></sup></p><p id="n">x</p>',
    ['The 2nd of May at 105.', 'na long word', 'x'],
  ],
  [
    'numbers of printed pages, also in the middle of a word',
    '<p>Second <span epub:type="pagebreak" title="7">7</span>sentence, third sen<span role="doc-pagebreak">8</span>tence.</p>',
    ['Second sentence, third sentence.'],
  ],
  [
    'what is hidden from screen readers',
    '<p>Seen.</p><p aria-hidden="true">Not said.</p><p>Seen too.</p>',
    ['Seen.', 'Seen too.'],
  ],
  [
    'blocks without a full stop, and lines that go on in small letters',
    '<h1>Title</h1><ul><li>one</li><li>two</li></ul><table><tr><td>a cell</td><td>b cell</td></tr></table><p>and so on</p>',
    ['Title', 'one', 'two', 'a cell', 'b cell', 'and so on'],
  ],
])('a voice knows %s', async (_, body, spoken) => {
  expect(await bodyOf(body)).toEqual(spoken)
})

test('descriptions come where the pictures are, and the words of formulas in their place', async () => {
  const body =
    '<p>Before. Look: <img src="a.png" alt="A lamp at sea. It burns."/> here.</p><img src="a.png" alt=""/>' +
    '<p>So <math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><msup><mi>x</mi><mn>2</mn></msup></math> is.</p>'
  expect(await bodyOf(body)).toEqual(['Before.', 'Look: here.', 'So x2 is.'])
  expect(await bodyOf(body, true)).toEqual([
    'Before.',
    'Look: here.',
    'A lamp at sea.',
    'It burns.',
    'So x squared is.',
  ])
})

test.skipIf(KNOWN_EPUBS.length === 0)(
  'in real books every letter that is not a mark is spoken, where the part says',
  async () => {
    const letters = (value: string) => value.replace(/[^\p{L}]/gu, '')
    for (const file of [
      'georgia-cfi.epub',
      'regime-anticancer-arabic.epub',
      'linear-algebra.epub',
      'israelsailing.epub',
    ]) {
      for (const chapter of (await ingest(epubBytes(file))).chapters.slice(0, 12)) {
        const changes = spokenChanges(chapter).filter(({ isDescription }) => !isDescription)
        const unspoken = changes.map(({ start, end }) => chapter.text.slice(start, end)).join('')
        expect(unspoken.length).toBeLessThan(Math.max(40, chapter.text.length / 20))
        const parts = spokenPartsOf(chapter.text, changes)
        expect([file, letters(parts.map(({ text }) => text).join('') + unspoken).length]).toEqual([
          file,
          letters(chapter.text).length,
        ])
      }
    }
  },
)
