import type { Sample } from '#server/formats/epub/manuscript/testing-manuscripts.ts'
import { PNG } from '#server/testing/book-form.ts'
import { aJointMobi, aMobi, anAzw3, EXTH, type Kf7ToWrite, type Kf8ToWrite } from './testing-mobi.ts'

const COVER = 201
const LANGUAGE = 524

const SAID: Kf7ToWrite['exth'] = [
  [EXTH.author, 'Ottoline Marsh'],
  [EXTH.author, 'Ida Fenn'],
  [EXTH.publisher, 'River Press'],
  [EXTH.description, '<p>A wheel turns.</p><p>It stops.</p>'],
  [EXTH.isbn, '978-3-16-148410-0'],
  [EXTH.subject, 'mills; rivers'],
  [EXTH.date, '2001-05-06T00:00:00+00:00'],
  [LANGUAGE, 'en-GB'],
  [COVER, 1],
]
const PICTURES = [PNG, Buffer.concat([PNG, Buffer.from([0])])]
const CONTENTS = [
  { label: 'Chapter One: The Wheel', id: 'one' },
  { label: 'Below', id: 'below', level: 1 },
  { label: 'Chapter Two', id: 'two' },
]

/** A book of the older kind, with all that it has: its headings are large lines, its notes links there and back. */
export const richKf7 = (): Kf7ToWrite => ({
  title: 'The Mill',
  exth: SAID,
  pictures: PICTURES,
  contents: CONTENTS.map(({ label, id }) => ({ label, id })),
  contentsPage: 'toc',
  html:
    '<p id="one" height="1em"><font size="7"><b>Chapter One:</b></font></p><p><font size="7"><b>The Wheel</b></font></p>' +
    '<p width="0pt" align="justify">The wheel turns<sup><a id="ref1" filepos=@{note1}>1</a></sup> and the water, and the stones<a id="ref2" filepos=@{note2}>*</a>.</p>' +
    '<p align="center">* * *</p><p>An <i>old</i> <font color="red">word</font>, <a filepos=@{two}>later</a>, and <a href="https://example.org/">a page</a>.</p>' +
    '<p><img recindex="00001" alt="A mill"/></p><div>In a <b>division</b></div><div><div>within another.</div></div>' +
    '<p id="below"><b>Below</b></p><blockquote>Quoted.</blockquote><ol><li value="3">third</li></ol>' +
    '<p id="note1"><a filepos=@{ref1}>1</a>. The first note.</p><p>It has more.</p><p id="note2"><a filepos=@{ref2}>*</a> The second note.</p>' +
    '<mbp:pagebreak/><p id="two"><b>Chapter Two</b></p><p>Über alle Gipfel</p>' +
    '<mbp:pagebreak/><p id="toc">Contents</p><ul><li><a filepos=@{one}>Chapter One: The Wheel</a><ul><li><a filepos=@{below}>Below</a></li></ul></li><li><a filepos=@{two}>Chapter Two</a></li></ul>',
})

/** A book of the newer kind, with style sheets. */
export const richKf8 = (): Kf8ToWrite => ({
  title: 'The Mill',
  exth: SAID,
  pictures: PICTURES,
  contents: CONTENTS,
  css: '.slant { font-style: italic } p.mid { text-align: center } .caps { font-variant: small-caps } .num { vertical-align: super }',
  chapters: [
    '<section id="one"><h1>Chapter One:<br/>The Wheel</h1>' +
      '<p>The wheel turns<a id="ref1" class="num" href="@{note1}">1</a>, and <span class="slant">slowly</span>, and <span class="caps">Small</span>.</p>' +
      '<p class="mid">* * *</p><p>See <a href="@{two}">Chapter Two</a>.</p><p><img src="kindle:embed:0001?mime=image/png" alt="A mill"/></p>' +
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="kindle:embed:0001?mime=image/png"/></svg>' +
      '<section id="below"><h2>Below</h2><p>Deeper.</p></section>' +
      '<hr/><ol><li id="note1"><p>The first note. <a href="@{ref1}">↩</a></p></li></ol></section>',
    '<section id="two"><h1>Chapter Two</h1><p xml:lang="de">Über alle Gipfel</p></section>',
    '<nav type="toc"><h1>Contents</h1><ol><li><a href="@{one}">Chapter One: The Wheel</a></li></ol></nav>',
  ],
})

const HEBREW: Kf8ToWrite = {
  title: 'הטחנה',
  exth: [[LANGUAGE, 'he']],
  contents: [{ label: 'פרק ראשון', id: 'one' }],
  chapters: ['<h1 id="one">פרק ראשון</h1><p>הגלגל מסתובב.</p>'],
}

export const MOBI_SAMPLES: Record<string, () => Sample> = {
  KF7: () => ({ fileName: 'mill.mobi', bytes: aMobi(richKf7()) }),
  'KF7 without compression': () => ({ fileName: 'mill.mobi', bytes: aMobi({ ...richKf7(), compression: 'none' }) }),
  'KF7 with a dictionary': () => ({ fileName: 'mill.mobi', bytes: aMobi({ ...richKf7(), compression: 'huffman' }) }),
  KF8: () => ({ fileName: 'mill.azw3', bytes: anAzw3(richKf8()) }),
  both: () => ({
    fileName: 'mill.mobi',
    bytes: aJointMobi({ html: '<p>The older one.</p>', pictures: PICTURES }, richKf8()),
  }),
  Hebrew: () => ({ fileName: 'a.azw3', bytes: anAzw3(HEBREW) }),
}
