import { describe, expect, test } from 'vitest'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { convertManuscript } from './convert-manuscript.ts'

/** A row with the text of a case; none without the cases. */
const inCase = <Row extends string[]>(name: string, row: (text: string) => [...Row]): [...Row][] =>
  hasCases ? [row(caseFile(name).toString())] : []

const read = async (bytes: Buffer | string, fileName = 'a.md') => {
  const { epub, findings } = await convertManuscript({ fileName, bytes: Buffer.from(bytes), words: {} })
  const { manifest } = await ingest(Buffer.from(epub))
  const zip = await openZip(Buffer.from(epub))
  const bodies = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        /<section epub:type="chapter"[^>]*>([\s\S]*)<\/section><\/body>/.exec(zip.read(name)?.toString() ?? '')?.[1],
    )
  const body = bodies.join('\n').replace(/\n+/g, '\n').trim()
  return {
    body,
    bodies,
    findings,
    metadata: manifest.metadata,
    labels: manifest.contents.map(({ level, label }) => `${level} ${label}`),
  }
}
const zipped = (files: Record<string, string | Buffer>) =>
  read(aZip(Object.entries(files).map(([name, data]) => ({ name, data }))), 'a.zip')
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

describe('comments are for the author alone', () => {
  test.each([
    ['in a line', 'Seen %%SECRET%% too.', 'Seen too.'],
    ['at the begin of a file', '%%SECRET%% Seen.\n\nToo.', 'Seen. Too.'],
    ['as a block at the begin of a file', '%%\nSECRET\n\nSECRET\n%%\n\nSeen.', 'Seen.'],
    ['over lines', 'Seen %%SECRET\nSECRET%% too.', 'Seen too.'],
    ['over paragraphs, from within a line', 'Seen %% SECRET\n\nSECRET\n\nSECRET %% too.\n\nEnd.', 'Seen too. End.'],
    ['with a list, a heading and code in it', 'Seen %% SECRET\n- SECRET\n\n# SECRET\n\n`SECRET`\n%% too.', 'Seen too.'],
    ['as a block', 'Seen.\n\n%%\nSECRET\n\nSECRET\n%%\n\nToo.', 'Seen. Too.'],
    ['in a quotation', '> Seen %%SECRET%%\n> too.', 'Seen too.'],
    ['in a quotation, over paragraphs', '> Seen %% SECRET\n>\n> SECRET %% too.', 'Seen too.'],
    ['in a list, over paragraphs', '- Seen %% SECRET\n\n  SECRET %% too.\n- More.', 'Seen too. More.'],
    ['in a table', '| a | b |\n|---|---|\n| Seen %%SECRET%% | too |', 'a b Seen too'],
    ['in a heading', '# Seen %%SECRET%% too', 'Seen too'],
    ['in a note', 'Seen[^1]\n\n[^1]: Too %%SECRET%%.', 'Seen1 1 Too .'],
    ['in HTML', '<div>\nSeen %%SECRET%% <!-- SECRET -->too.\n</div>', 'Seen too.'],
    ['of Leanpub, line by line', 'Seen.\n\n%% SECRET\n\nToo.\n\n%% SECRET\n\nEnd.', 'Seen. Too. End.'],
    ['of CriticMarkup', 'Seen {>>SECRET<<}too, {>>SECRET\n\nSECRET<<}.', 'Seen too, .'],
    ['of kramdown', 'Seen.\n\n{::comment}\nSECRET\n\nSECRET\n{:/comment}\n\nToo.', 'Seen. Too.'],
    ['of Liquid', 'Seen {% comment %}SECRET{% endcomment %}too.', 'Seen too.'],
    [
      'of Liquid, over paragraphs',
      'Seen.\n\n{% comment %}\nSECRET\n\n- SECRET\n{% endcomment %}\n\nToo.',
      'Seen. Too.',
    ],
    ['of Liquid, without the blanks around', 'Seen {%- comment -%} SECRET {%- endcomment -%} too.', 'Seen too.'],
    ['of HTML, over paragraphs, from within a line', 'Seen <!-- SECRET\n\n- SECRET --> too.', 'Seen too.'],
  ])('%s', async (_, text, shown) => {
    const { body, findings } = await read(text)
    expect(wordsOf(body)).toBe(shown)
    expect(body).not.toContain('SECRET')
    expect(findings.join(' ')).toMatch(/comments? .*left out/)
  })

  test('and are words where they are code, or have no end', async () => {
    const text =
      '```\n%% fenced %%\n%%\n```\n\n> ```\n> %%\n> quoted\n> %%\n> ```\n\n`%% span %%` is code, 100%% is not.\n\n    %% indented\n\n    %% end\n'
    const { body, findings } = await read(text)
    for (const shown of ['%% fenced %%', '%%\nquoted\n%%', '<code>%% span %%</code>', '100%%', '%% indented'])
      expect(body).toContain(shown)
    expect(findings).toEqual([expect.stringContaining('“%% is not.” (line 12)')])
  })

  test.skipIf(!hasCases)('in the file of Obsidian that was published with them', async () => {
    const { body, findings } = await read(caseFile('m1-obsidian-comments.md'))
    expect(wordsOf(body)).toBe('Chapter Published words. More words. End.')
    expect(findings).toEqual(['2 comments (in “Chapter”) were left out.'])
  })
})

describe('Markdown of pandoc', () => {
  test.skipIf(!hasCases)('has its attributes, divisions, lines, marks and breaks, and no mark in a title', async () => {
    const { body, findings, labels, metadata } = await read(caseFile('r46-pandoc-leanpub.md'))
    expect(metadata).toMatchObject({ title: 'A Pandoc Title', authors: [{ name: 'Some Author' }] })
    expect(labels).toEqual(['1 Dedication', '1 Chapter One', '2 Sub', '1 Leanpub', '1 Part Two'])
    expect(body).not.toMatch(/[{}]|:::|\\newpage|[AWI]>|\[x\]|\(@|==|% A Pandoc/)
    expect(body).toContain(
      '<span class="small-caps">Small Caps</span> and H<sub>2</sub>O and x<sup>2</sup> and <s>struck</s> and <mark>marked</mark>',
    )
    expect(body).toContain('See <a href="#h2">Chapter One</a> and [@doe99, p. 3].')
    expect(body).toContain('<p class="gap">A line block<br/>\n\u00A0\u00A0\u00A0with indents<br/>\nof a poem</p>')
    expect(body).toContain('<p class="new-page">After a LaTeX page break.</p>')
    expect(body).toContain('<li>☐ open task</li>\n<li>☑ done task</li>')
    expect(findings.map((finding) => finding.replace(/ (?:was|were) .*/, ''))).toEqual([
      '3 pictures (in “Chapter One”, “Leanpub”)',
      '8 notes in braces (in line 4, line 8, line 29 and elsewhere)',
      '1 division (:::) (in line 12)',
      '1 reference to a bibliography (in line 10)',
    ])
  })

  test.each([
    ...inCase('m5-heading-ids.md', (text) => ['ids of headings', text, 'See <a href="c2.xhtml#h2">the ferry</a>.']),
    [
      'ids after words with a mark',
      '# Start *now* {#s .x}\n\nGo [on](#s).',
      '<h1 id="h1">Start <em>now</em></h1>\n<p>Go <a href="#h1">on</a>.</p>',
    ],
    [
      'ids below underlined headings',
      'Start {#s}\n===\n\nGo [on](#s).',
      '<h1 id="h1">Start</h1>\n<p>Go <a href="#h1">on</a>.</p>',
    ],
    [
      'spans with languages',
      '[Bonjour *toi*]{lang=fr} and [x]{.underline}',
      '<span lang="fr" xml:lang="fr">Bonjour <em>toi</em></span> and <u>x</u>',
    ],
    [
      'divisions with languages',
      '::: {lang=fr}\nBonjour.\n:::\n\nGood day.',
      '<p lang="fr" xml:lang="fr">Bonjour.</p>\n<p>Good day.</p>',
    ],
    [
      'divisions in divisions',
      '::: a\n::: {.b}\nInner.\n:::\nOuter.\n:::\nAfter.',
      '<p>Inner.</p>\n<p>Outer.</p>\n<p>After.</p>',
    ],
    ['attributes of code', '`let x`{.js} is code.', '<code>let x</code> is code.'],
    [
      'attributes of links',
      '[site](https://example.org){.external} is there.',
      '<a href="https://example.org/">site</a> is there.',
    ],
    [
      'isotopes and ordinals',
      '^14^C, 2^nd^, x^−1^, CO~2~',
      '<sup>14</sup>C, 2<sup>nd</sup>, x<sup>−1</sup>, CO<sub>2</sub>',
    ],
    [
      'examples, with references to them',
      '(@) one\n(@good) two\n\nAs (@good) says.\n\n(@) three',
      '<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n<p>As (2) says.</p>\n<ol start="3">\n<li>three</li>',
    ],
    [
      'poems of stanzas',
      '| One *line*,\n|   another.\n|\n| Last.',
      '<p class="gap">One <em>line</em>,<br/>\n\u00A0\u00A0another.</p>\n<p class="gap">Last.</p>',
    ],
  ])('has %s', async (_, text, shown) => expect((await read(text)).body).toContain(shown))

  test('tells of references to a bibliography with their lines, not of addresses of mail', async () => {
    const { body, findings } = await read(
      'As [see @doe99, p. 3; @roe] said.\n\nWrite to [me@example.org].\n\nAlso [-@doe99].',
    )
    expect(body).toContain('[see @doe99, p. 3; @roe]')
    expect(findings).toEqual([expect.stringMatching(/^2 references to a bibliography \(in line 1, line 5\)/)])
  })
})

test.each([
  ['The set {a, b} of {x}', 'Sets'],
  ['Write {{name}} as {name: value}', 'Templates'],
  ['a^2+b^2=c^2, 2^10=x^2, ^_^ and ^', 'Powers'],
  ['~5 to ~6, ~/home/~me, a ~ b, ~10€–~20€', 'Tildes'],
  ['a == b, a==b and c==d, === and ==', 'Equal signs'],
  ['50% off, % of all, 100 %', 'Per cent'],
  ['me@example.org, @home, [a] and [b](c', 'At signs'],
  ['See [[1]] and [[2, 3]] and a [^', 'Brackets'],
  ['Q: Why? A: Because. A > B', 'Letters'],
  ['It costs $5 or $6, ${x}', 'Dollars'],
  ['Dear <name>, 1 < 2 > 0', 'Angles'],
  ['In a line (@) and (@good)', 'Examples'],
  ['a | b | c', 'Bars'],
])('%s stays as it is', async (text, title) => {
  const { body } = await read(`# ${title}\n\n${text}\n\n\`${text}\`\n\n\`\`\`\n${text}\n\`\`\`\n\n# ${text}\n\nend`)
  const plain = body.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  expect(plain).toContain(`<p>${text}</p>`)
  expect(plain).toContain(`<code>${text}</code>`)
  expect(plain).toContain(`<pre><code>${text}\n</code></pre>`)
  expect(plain).toContain(`<h1 id="h2">${text}</h1>`)
})

describe('Markdown of Obsidian', () => {
  test('has its pictures and links between notes', async () => {
    const { body, findings } = await zipped({
      '01 Start.md':
        'See [[02 Next]], [[02 next#The Ford|the ford]], [[#Below]], [[02 Next#^b1|a line]] and [[Lost|lost words]].\n\n## Below\n\n![[02 Next]]',
      'notes/02 Next.md':
        '# Next\n\n![[my boat.png]] ![[my boat.png|A boat]] ![[my boat.png|300]]\n\n## The Ford\n\nA line. ^b1',
      'attachments/my boat.png': PNG,
    })
    expect(body).toContain(
      'See <a href="c2.xhtml#p2">02 Next</a>, <a href="c2.xhtml#h4">the ford</a>, <a href="#h1">Below</a>, <a href="c2.xhtml#p5">a line</a> and lost words.',
    )
    expect(body).toContain(
      '<img src="picture1.png" alt=""/> <img src="picture1.png" alt="A boat"/> <img src="picture1.png" alt=""/>',
    )
    expect(body).toContain('<p id="p5">A line.</p>')
    expect(findings.join('\n')).toContain('1 link that leads nowhere')
    expect(findings.join('\n')).toContain('1 embedded note was made a link.')
  })

  test('has its callouts, and alerts of GitHub', async () => {
    const { body } = await read(
      '> [!note] A title\n> Words *here*.\n\n> [!WARNING]\n> Take care.\n\n> [!tip]-\n\n> Said.',
    )
    expect(body).toBe(
      '<blockquote>\n<p><strong>A title</strong></p>\n<p>Words <em>here</em>.</p>\n</blockquote>\n<blockquote>\n<p><strong>Warning</strong></p>\n<p>Take care.</p>\n</blockquote>\n' +
        '<blockquote>\n<p><strong>Tip</strong></p>\n</blockquote>\n<blockquote>\n<p>Said.</p>\n</blockquote>',
    )
  })

  test('tells of its tags', async () =>
    expect((await read('Words.\n\n#draft #chapter/one\n')).findings).toEqual([
      '1 mark was not understood and is in the book as written: “#draft #chapter/one” (line 3).',
    ]))
})

describe('an archive', () => {
  test.skipIf(!hasCases)('of mdBook has the order of its list, with what it says of the book', async () => {
    const { labels, metadata, findings } = await read(caseFile('m3-mdbook-order.zip'), 'm3.zip')
    expect(labels).toEqual(['1 Introduction', '1 Zeta first', '2 Sub of zeta', '1 Alpha second', '1 Afterword'])
    expect(metadata).toMatchObject({ title: 'MdBook Title', authors: [{ name: 'Anna Quay' }], languages: ['en'] })
    expect(findings).toEqual([])
  })

  test('of mdBook has its parts, and nothing that its list leaves out', async () => {
    const { labels, body, findings } = await zipped({
      'my/book.toml': '[book]\ntitle = "Ledger"\nauthors = ["Bent Löwe"]\n',
      'my/src/SUMMARY.md':
        '# Summary\n\n[Foreword](z.md)\n\n# The East\n\n- [Über](über.md)\n  - [Named](deep/untitled.md)\n- [Lost](lost.md)\n- [Draft]()\n\n# The West\n\n1. [End](a.md)\n',
      'my/src/z.md': '# Foreword\n\nf',
      'my/src/über.md': '# Über\n\nu',
      'my/src/deep/untitled.md': 'Words without a heading.',
      'my/src/a.md': '# End\n\ne',
      'my/src/secret.md': '# SECRET',
    })
    expect(labels).toEqual(['1 Foreword', '1 The East', '1 Über', '1 Named', '1 The West', '1 End'])
    expect(body).not.toContain('SECRET')
    expect(findings).toEqual([
      '“my/src/SUMMARY.md” lists files that are missing: “my/src/lost.md”.',
      '1 file is not listed in “my/src/SUMMARY.md” and left out: “my/src/secret.md”.',
    ])
  })

  test.each([
    ['in a line', '<!-- - [S](s.md) -->'],
    ['behind an entry', '- [C](c.md) <!-- [S](s.md) -->'],
    ['over lines', '\n<!--\n\n- [S](s.md)\n\n-->\n'],
  ])('has nothing that its list names in a comment %s', async (_, comment) => {
    const { labels, findings } = await zipped({
      'SUMMARY.md': `# Summary\n\n- [B](b.md)\n${comment}\n- [A](a.md)\n`,
      'a.md': '# A\n\na',
      'b.md': '# B\n\nb',
      's.md': '# SECRET',
    })
    expect(labels).toEqual(['1 B', '1 A'])
    expect(findings.join()).toContain('1 file is not listed in “SUMMARY.md” and left out: “s.md”.')
  })

  test.each([
    ['below the heading of the list', '# Summary\n\n## The East\n\n* [A](a.md)\n\n## The West\n\n* [B](b.md)'],
    ['of its own level', '# Summary\n\n# The East\n\n* [A](a.md)\n\n# The West\n\n* [B](b.md)'],
    ['without a heading of the list', '## The East\n\n* [A](a.md)\n\n## The West\n\n* [B](b.md)'],
  ])('has its first part, %s', async (_, list) => {
    const { labels } = await zipped({ 'SUMMARY.md': list, 'a.md': '# A\n\na', 'b.md': '# B\n\nb' })
    expect(labels).toEqual(['1 The East', '1 A', '1 The West', '1 B'])
  })

  test('has the links of a list without bullets, and of one that is introduced', async () => {
    const { labels } = await zipped({
      'SUMMARY.md': '# Summary\n\nThis is my book.\n\n[B](b.md)\n[A](a.md)\n\n---\n\n- [D](d.md)\n\n[C](c.md)\n',
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, `# ${name.toUpperCase()}\n\nx`])),
    })
    expect(labels).toEqual(['1 B', '1 A', '1 D', '1 C'])
  })

  test.each([
    ['without a link', 'The East'],
    ['of a draft', '[The *East*]()'],
    ['on another server', '[The East](https://example.org/east.md)'],
  ])('has an entry %s above those below it', async (_, entry) => {
    const { labels } = await zipped({
      'SUMMARY.md': `- [A](a.md)\n- ${entry}\n  - [B](b.md)\n- Nothing here\n- [C](c.md)\n`,
      'a.md': '# A\n\na',
      'b.md': '# B\n\nb',
      'c.md': '# C\n\nc',
    })
    expect(labels).toEqual(['1 A', '1 The East', '2 B', '1 C'])
  })

  test.each(['my a.md', 'a (1).md', '<my a.md>', 'my%20a.md'])(
    'has a chapter whose address in its list has blanks: %s',
    async (address) => {
      const { labels, findings } = await zipped({
        'SUMMARY.md': `- [B](b.md)\n- [A](${address})\n`,
        [address.includes('1') ? 'a (1).md' : 'my a.md']: '# A\n\na',
        'b.md': '# B\n\nb',
      })
      expect(labels).toEqual(['1 B', '1 A'])
      expect(findings).toEqual([])
    },
  )

  test.each([
    ['[The *Ford*, at `x`](a.md)', '1 The Ford, at x'],
    ['[**The Ford**](a.md)', '1 The Ford'],
  ])('names a chapter without a heading by all words of its list: %s', async (entry, label) => {
    const { labels } = await zipped({ 'SUMMARY.md': `- ${entry}\n- [B](b.md)`, 'a.md': 'Words.', 'b.md': '# B\n\nb' })
    expect(labels).toEqual([label, '1 B'])
  })

  test('of HonKit begins with its introduction, and leaves out what it ignores', async () => {
    const { labels, metadata, body } = await zipped({
      'book.json': '{"title": "Kit", "author": "Anna Quay", "language": "fr"}',
      '.bookignore': '# drafts\ndrafts/*\n!drafts/kept.md\n',
      'README.md': '# Hello\n\nh',
      'SUMMARY.md': '* [B](b.md)\n* [A](a.md)\n* [D](drafts/d.md)\n* [K](drafts/kept.md)\n',
      'a.md': '# A\n\na',
      'b.md': '# B\n\nb',
      'drafts/d.md': '# SECRET',
      'drafts/kept.md': '# K\n\nk',
    })
    expect(labels).toEqual(['1 Hello', '1 B', '1 A', '1 K'])
    expect(metadata).toMatchObject({ title: 'Kit', authors: [{ name: 'Anna Quay' }], languages: ['fr'] })
    expect(body).not.toContain('SECRET')
  })

  test.each([
    ['HonKit', 'book.json', '{"root": "./text", "structure": {"summary": "toc.md", "readme": "start.md"}}'],
    ['GitBook', '.gitbook.yaml', 'root: ./text/\nstructure:\n  readme: start.md\n  summary: ./toc.md\n'],
    ['HonKit without them', 'book.json', '{"structure": {"summary": "lost.md"}}'],
  ])('of %s has a list and an introduction of other names', async (what, config, text) => {
    const isOwn = !what.includes('without')
    const { labels } = await zipped({
      [config]: text,
      [isOwn ? 'text/toc.md' : 'text/SUMMARY.md']: '# Contents\n\n* [B](b.md)\n* [A](a.md)\n',
      [isOwn ? 'text/start.md' : 'text/README.md']: '# Start\n\ns',
      'README.md': '# How to build',
      'text/a.md': '# A\n\na',
      'text/b.md': '# B\n\nb',
    })
    expect(labels).toEqual(['1 Start', '1 B', '1 A'])
  })

  test('of HonKit has chapters from outside of the folder whose rules leave others out', async () => {
    const { labels } = await zipped({
      'text/.bookignore': 'drafts/\nx.md\n',
      'text/SUMMARY.md': '* [C](../CHANGES.md)\n* [X](../x.md)\n* [A](a.md)\n* [D](drafts/d.md)\n',
      'CHANGES.md': '# C\n\nc',
      'x.md': '# X\n\nx',
      'text/a.md': '# A\n\na',
      'text/drafts/d.md': '# SECRET',
    })
    expect(labels).toEqual(['1 C', '1 X', '1 A'])
  })

  test('of Leanpub has the order of its book, with pictures from its resources', async () => {
    const { labels, body } = await zipped({
      'manuscript/Book.txt': '{frontmatter}\r\nz.md\r\n# not this\r\nmainmatter:\r\nö.txt\r\na.md\r\n',
      'manuscript/z.md': '{class: part}\n# Zero\n\n{width: "50%"}\n![Cap](pic.png)\n',
      'manuscript/ö.txt': '# Öne\n\nA> Aside.\n\n{pagebreak}\n\nEnd.',
      'manuscript/a.md': '# Last {#last}\n\n{blurb}\nIn a blurb.\n{/blurb}',
      'manuscript/resources/pic.png': PNG,
      'manuscript/unused.md': '# SECRET',
    })
    expect(labels).toEqual(['1 Zero', '1 Öne', '1 Last'])
    expect(body).toContain('<img src="picture1.png" alt="Cap"/>')
    expect(body).toContain('<p class="new-page">End.</p>')
    expect(wordsOf(body)).toContain('In a blurb.')
    expect(body).not.toMatch(/SECRET|[{}]/)
  })

  test('of Leanpub has its parts and boxes', async () => {
    const { labels, body, findings } = await zipped({
      'Book.txt': 'front.txt\n1.md\n2.md\n',
      'front.txt': '{frontmatter}\n',
      '1.md': '-# Part One {#one}\n\n# A\n\n{icon=car}\nG> ## In a box\nG>\nG> Words\n\nW> ## Wind\nW> Care.',
      '2.md': '-# Part *Two*\n\n- # in a list\n\n-#hash\n\n    -# code\n\nSee [there](1.md#one).',
    })
    expect(labels).toEqual(['1 Part One', '1 A', '1 Part Two', '1 in a list'])
    expect(body).toContain('<blockquote>\n<p><strong>In a box</strong></p>\n<p>Words</p>\n</blockquote>')
    expect(body).toContain('<p><strong>Warning</strong></p>\n<p><strong>Wind</strong></p>\n<p>Care.</p>')
    expect(wordsOf(body)).toContain('-#hash -# code See there.')
    expect(findings.filter((finding) => !finding.includes('notes in braces'))).toEqual([])
  })
  test.each(['txt', 'markua', 'md'])('of Leanpub has chapters that are all named .%s', async (extension) => {
    const { labels } = await zipped({
      'manuscript/Book.txt': `z.${extension}\na.${extension}\n`,
      [`manuscript/z.${extension}`]: '# Zero\n\nz',
      [`manuscript/a.${extension}`]: '# One\n\na',
    })
    expect(labels).toEqual(['1 Zero', '1 One'])
  })
  test.each(['What now?.md', 'No. #1.md', '100%.md', 'Part: One.md', 'deep/Über.md'])(
    'has a chapter of its list that is named %s',
    async (name) => {
      const files = { 'a.md': '# A\n\na', [name]: '# Named\n\nn' }
      const expected = { labels: ['1 Named', '1 A'], findings: [] }
      expect(await zipped({ 'Book.txt': `${name}\na.md`, ...files })).toMatchObject(expected)
      const project = `docs_dir: .\nnav: ${JSON.stringify([name, '\ud800.md', 'https://example.org/x.md', 'a.md'])}`
      expect((await zipped({ 'mkdocs.yml': project, ...files })).labels).toEqual(expected.labels)
    },
  )
  test.each([
    ['Book.txt', 'B.md\nA.MD'],
    ['SUMMARY.md', '- [B](B.md)\n- [A](A.MD)'],
    ['_quarto.yml', 'book: { chapters: [B.md, A.MD] }'],
  ])('has the chapters of %s and links to them, though their small and capital letters differ', async (list, text) => {
    const { labels, body, findings } = await zipped({ [list]: text, 'a.md': '# A\n\n[To B](B.md)', 'b.md': '# B\n\nb' })
    expect(labels).toEqual(['1 B', '1 A'])
    expect(body).toMatch(/<a href="c1\.xhtml#\w+">To B<\/a>/)
    expect(findings).toEqual([])
  })

  test.each([
    ['Hugo', '---\ndraft: true\n---\n'],
    ['Zola', '+++\ndraft = true\n+++\n'],
    ['Jekyll', '---\npublished: false\n---\n'],
    ['Obsidian Publish', '---\npublish: false\n---\n'],
  ])('leaves out what the author keeps back in %s', async (_, header) => {
    const { labels, body, findings } = await zipped({
      '1.md': '---\ndraft: 2\n---\n# A\n\n[On](2.md)',
      '2.md': `${header}# SECRET`,
      '3.md': '# B\n\nb',
    })
    expect(labels).toEqual(['1 A', '1 B'])
    expect(body).not.toContain('SECRET')
    expect(findings[0]).toBe('Files that call themselves drafts were left out: “2.md”.')
  })
  test('has all files where all are drafts', async () => {
    const { labels, findings } = await zipped({
      '1.md': '---\ndraft: true\n---\n# A\n\na',
      '2.md': '---\ndraft: true\n---\n# B\n\nb',
    })
    expect(labels).toEqual(['1 A', '1 B'])
    expect(findings).toEqual([])
    expect((await read('---\ndraft: true\n---\nWords.')).body).toBe('<p>Words.</p>')
  })

  test.each<[what: string, texts: string[], told: string[]]>([
    [
      'several files',
      ['a', 'b', '# C\n\nc'],
      ['Files without a heading are called in the contents what the book is called: “1.md”, “2.md”.'],
    ],
    ['one file', ['a', '# B\n\nb', '# C\n\nc'], []],
    ['files that say nothing', ['', '<!-- x -->', '# C\n\nc'], []],
    ['files that name themselves', ['---\ntitle: A\n---\na', '---\ntitle: B\n---\nb', '# C\n\nc'], []],
  ])('tells that chapters have no names, of %s', async (_, texts, told) => {
    const { findings } = await zipped(Object.fromEntries(texts.map((text, at) => [`${at + 1}.md`, text])))
    const shown = findings.filter((finding) => finding.includes('without a heading'))
    expect(shown).toEqual(told.map((sentence) => expect.stringContaining(sentence)))
  })

  const longform = (scenes: string, folder = '/') =>
    `---\nlongform:\n  format: scenes\n  title: Ledger\n  sceneFolder: ${folder}\n  scenes: ${scenes}\n---\nPlan of the SECRET.\n`
  test.each([
    ['beside its index', 'Novel/', '/', '["Zero?", [Alpha, [Beta]], Mid]'],
    ['in a folder', 'Novel/Scenes of it/', 'Scenes of it/', '["Zero?", [Alpha, [Beta]], Mid]'],
    ['in lines', 'Novel/', '/', '\n    - Zero?\n    - - Alpha\n      - - Beta\n    - Mid'],
  ])('of Longform has its scenes %s, and nothing else of the vault', async (_, place, folder, scenes) => {
    const { labels, body, metadata, findings } = await zipped({
      'Novel/Index.md': longform(scenes, folder),
      [`${place}Alpha.md`]: 'a',
      [`${place}Beta.md`]: '# The bet\n\nb',
      [`${place}Mid.md`]: 'm',
      [`${place}Zero?.md`]: 'z',
      'Research/Anna.md': 'SECRET',
    })
    expect(labels).toEqual(['1 Zero?', '1 Alpha', '1 The bet', '1 Mid'])
    expect(metadata.title).toBe('Ledger')
    expect(body).not.toContain('SECRET')
    expect(findings).toEqual(['1 file is not listed in “Novel/Index.md” and left out: “Research/Anna.md”.'])
  })
  test('with two drafts of Longform has the order of its names', async () => {
    const { labels } = await zipped({
      '1/Index.md': longform('[a]'),
      '2/Index.md': longform('[a]'),
      '1/a.md': '# A',
      '2/a.md': '# B',
    })
    expect(labels.filter((label) => /[AB]$/.test(label))).toEqual(['1 A', '1 B'])
  })

  test.each<[program: string, files: Record<string, string>]>([
    [
      'Docusaurus',
      {
        'my/docs/a.md': '---\nsidebar_position: 3\n---\n# Third',
        'my/docs/b/_category_.json': '{ "label": "B", "position": 2 }',
        'my/docs/b/x.md': '---\nsidebar_position: 9\n---\n# Second',
        'my/docs/b/y.md': '---\nsidebar_position: 8\n---\n# First in it',
        'my/docs/index.md': '# Home',
        'my/docs/c.md': '# Last',
        'my/docs/z.md': '---\nsidebar_position: 1\n---\n# First',
      },
    ],
    [
      'Hugo',
      {
        'content/_index.md': '---\ntitle: Ledger\n---\n# Home',
        'content/a.md': '+++\nweight = 30\n+++\n# Third',
        'content/b/_index.md': '---\nweight: 20\n---\n',
        'content/b/x.md': '---\nweight: 2\n---\n# Second',
        'content/b/y.md': '---\nweight: 1\n---\n# First in it',
        'content/c.md': '# Last',
        'content/z.md': '---\nweight: 10\n---\n# First',
      },
    ],
  ])('of %s has the order of its weights', async (_, files) => {
    const { labels } = await zipped(files)
    expect(labels.map((label) => label.slice(2))).toEqual(['Home', 'First', 'First in it', 'Second', 'Third', 'Last'])
  })
  test.each<[what: string, files: Record<string, string>]>([
    ['weights', { 'a.md': '---\nweight: 2\n---\n# Second', 'b.md': '---\nweight: 1\n---\n# First' }],
    ['weights in TOML', { 'a.md': '+++\nweight = 2\n+++\n# Second', 'b.md': '+++\nweight = 1\n+++\n# First' }],
    ['Longform', { 'Index.md': longform('[b, a]'), 'a.md': '# Second', 'b.md': '# First' }],
  ])('has the order of %s also with the line ends of Windows', async (_, files) => {
    const written = Object.entries(files).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')] as const)
    expect((await zipped(Object.fromEntries(written))).labels).toEqual(['1 First', '1 Second'])
  })
  test('with a number in one file alone has the order of its names', async () => {
    const { labels } = await zipped({ 'a.md': '# A', 'b.md': '---\nweight: 1\n---\n# B' })
    expect(labels).toEqual(['1 A', '1 B'])
  })

  const page = (title: string, at: number) => `${title} ${String(at).repeat(32)}`
  const novel = page('My Novel', 1)
  const link = (title: string, at: number, place = '') =>
    `[${title}](${encodeURI(`${place}${page(title, at)}.md`)})\n\n`
  const notion = {
    [`${novel}.md`]: `# My Novel\n\n${link('The Mill', 2, `${novel}/`)}${link('The Ford', 3, `${novel}/`)}`,
    [`${novel}/${page('The Ford', 3)}.md`]: `# The Ford\n\n${link('The Mill', 2)}f`,
    [`${novel}/${page('The Mill', 2)}.md`]: `# The Mill\n\n${link('Dusk', 4, `${page('The Mill', 2)}/`)}`,
    [`${novel}/${page('The Mill', 2)}/${page('Dusk', 4)}.md`]: '# Dusk\n\nd',
    [`${novel}/${page('A row', 5)}.md`]: '# A row\n\nr',
  }
  test('of Notion has its pages as they are below each other, also in an archive in it', async () => {
    const packed = aZip(Object.entries(notion).map(([name, data]) => ({ name, data })))
    for (const { labels, metadata, findings } of [await zipped(notion), await zipped({ 'Part-1.zip': packed })]) {
      expect(labels).toEqual(['1 My Novel', '1 The Mill', '2 Dusk', '1 The Ford', '1 A row'])
      expect(metadata.title).toBe('My Novel')
      expect(findings).toEqual([])
    }
  })

  test.each<[what: string, files: Record<string, string>]>([
    ['a text', { 'book.txt': 'It rained.\nIt stopped.\n' }],
    ['texts', { 'a.txt': 'It rained.', 'b.txt': 'It stopped.' }],
    ['a list without its files', { 'Book.txt': 'a.txt\n' }],
  ])('with %s and no Markdown is none', async (_, files) =>
    expect(zipped(files)).rejects.toThrow('This zip archive holds neither a book nor Markdown files.'),
  )

  const CHAPTERS = { 'index.md': '# Home\n\nh', 'a.md': '# A\n\na', 'z.md': 'Words of z.' }
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(CHAPTERS).map(([name, text]) => [folder + name, text]))
  test.each<[what: string, files: Record<string, string>, labels: string[]]>([
    [
      'Quarto',
      {
        '_quarto.yml':
          'project:\n  type: book\nbook:\n  title: Ledger\n  author: Anna Quay\n  chapters:\n    - index.md\n    - part: The East\n      chapters:\n        - href: z.md\n          text: Zeta\n  appendices:\n    - a.md\n',
        ...CHAPTERS,
      },
      ['1 Home', '1 The East', '1 Zeta', '1 A'],
    ],
    [
      'MkDocs',
      {
        'my/mkdocs.yml':
          'site_name: Ledger\nsite_author: Anna Quay\nnav:\n  - index.md\n  - The East:\n      - Zeta: z.md\n      - a.md\n  - Elsewhere: https://example.org/x.md\n',
        ...below('my/docs/'),
      },
      ['1 Home', '1 The East', '1 Zeta', '1 A'],
    ],
    [
      'MkDocs, in another folder',
      {
        'mkdocs.yml': 'site_name: Ledger\nsite_author: Anna Quay\ndocs_dir: text\nnav: [z.md, index.md, a.md]\n',
        ...below('text/'),
      },
      ['1 Ledger', '1 Home', '1 A'],
    ],
  ])('of %s has the order of its project', async (_, files, expected) => {
    const { labels, metadata, findings } = await zipped(files)
    expect(labels).toEqual(expected)
    expect(metadata).toMatchObject({ title: 'Ledger', authors: [{ name: 'Anna Quay' }] })
    expect(findings).toEqual([])
  })
  test.each<[what: string, files: Record<string, string>]>([
    ['Quarto', { '_quarto.yml': 'book:\n  chapters:\n    - part: b.qmd\n      chapters: [a.md]\n', 'b.qmd': '# B' }],
    ['HonKit', { 'SUMMARY.md': '- [B](b.adoc)\n- [A](a.md)\n', 'b.adoc': '= B' }],
  ])('of %s tells what its list has besides Markdown', async (_, files) => {
    const { labels, findings } = await zipped({ 'a.md': '# A\n\na', ...files })
    expect(labels).toEqual(['1 A'])
    expect(findings).toEqual([
      expect.stringMatching(/^“[_\w.]+” lists files that are no Markdown, which are left out: “b\.\w+”\.$/),
    ])
  })
  test('of Quarto without Markdown is none, though it has a file for its readers', async () =>
    expect(
      zipped({
        '_quarto.yml': 'book: { chapters: [{ part: P, chapters: [b.qmd] }] }',
        'b.qmd': '# B',
        'README.md': '# How to build',
      }),
    ).rejects.toThrow('neither a book nor Markdown files'))

  test.each([
    ['is damaged', '\tnav: [', ['1 A', '1 Home']],
    ['names no chapters', 'site_name: Ledger', ['1 A', '1 Home']],
    ['leaves the archive', 'nav: [../../a.md, index.md]', ['1 Home']],
  ])('whose project %s is read all the same', async (_, project, expected) => {
    const { 'z.md': __, ...files } = CHAPTERS
    const { labels } = await zipped({ 'mkdocs.yml': `${project}\ndocs_dir: .\n`, ...files })
    expect(labels).toEqual(expect.arrayContaining(expected))
  })

  test.each(['img\\b.png', 'img%5Cb.png', 'C:\\Users\\me\\b.png'])(
    'has pictures whose address is written as in Windows: %s',
    async (address) => {
      const { body } = await zipped({
        'a.md': `![A boat](<${address}>)\n\n[There](deep\\c.md)`,
        'deep/c.md': '# C\n\nc',
        'img/b.png': PNG,
      })
      expect(body).toContain('<img src="picture1.png" alt="A boat"/>')
      expect(body).toMatch(/<a href="c2\.xhtml#p\d">There<\/a>/)
    },
  )

  test.each([
    ['![A boat](img/my boat.png)', '<img src="picture1.png" alt="A boat"/>'],
    ['![A boat](my boat.png "By day")', '<img src="picture1.png" alt="A boat"/><figcaption>By day</figcaption>'],
    ['![A boat](Boat (1).png)', '<img src="picture1.png" alt="A boat"/>'],
    ['![A boat](boat.png =300x200)', '<img src="picture1.png" alt="A boat"/>'],
    ['[There](02 The Mill.md#mill)', '<a href="c2.xhtml#h2">There</a>'],
    ['[sic](he wrote) and [sic](he wrote notes.md)', '<p>[sic](he wrote) and [sic](he wrote notes.md)</p>'],
  ])('has what is named with blanks in its address: %s', async (text, shown) => {
    const { body, findings } = await zipped({
      '01.md': `# A\n\n${text}`,
      '02 The Mill.md': '# Mill\n\nm',
      'img/my boat.png': PNG,
      'img/boat.png': PNG,
      'Boat (1).png': PNG,
    })
    expect(body).toContain(shown)
    expect(findings).toEqual([])
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFF# Über\r\n\r\nÜ', 'utf16le')],
    ['UTF-16 of other systems', Buffer.from('\uFEFF# Über\n\nÜ', 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from('\uFEFF# Über\n\nÜ')],
  ])('has a file in %s', async (_, bytes) => {
    const { labels, body } = await zipped({ '1.md': bytes, '2.md': '# Last\n\nl' })
    expect(labels).toEqual(['1 Über', '1 Last'])
    expect(body).toContain('<p>Ü</p>')
  })
  test('with a file in another encoding is refused', async () =>
    expect(zipped({ '1.md': Buffer.from('# \xdcber', 'latin1'), '2.md': '# Last' })).rejects.toThrow(
      'no text in UTF-8',
    ))

  test.each([
    [
      'whose list names none of its files',
      { 'SUMMARY.md': '# Summary\n\nWords of a chapter.', 'b.md': '# B\n\nb' },
      ['1 B', '1 Summary'],
    ],
    [
      'whose list is a chapter that links to another',
      { 'Summary.md': '# Summary\n\nIn short, see [B](b.md) and\n[C](c.md).', 'b.md': '# B\n\nb', 'c.md': '# C\n\nc' },
      ['1 B', '1 C', '1 Summary'],
    ],
    [
      'whose list is of another kind',
      { 'SUMMARY.md': '[x](https://example.org/x.md)\n\n- [y](../../y.md)', 'b.md': '# B\n\nb' },
      ['1 B', '1 B'],
    ],
  ])('%s has the order of its names', async (_, files, expected) =>
    expect((await zipped(files)).labels).toEqual(expected),
  )
})

test.each([
  ['[TOC]', '<p>Two.</p>'],
  ['[[_TOC_]]', '<p>Two.</p>'],
  ['${toc}', '<p>Two.</p>'],
  ['\\newpage', '<p class="new-page">Two.</p>'],
  ['\\clearpage{}', '<p class="new-page">Two.</p>'],
  ['{pagebreak}', '<p class="new-page">Two.</p>'],
  ['{{< pagebreak >}}', '<p class="new-page">Two.</p>'],
  ['<div style="page-break-after: always;"></div>', '<p class="new-page">Two.</p>'],
  ['<p style="break-before:page">&nbsp;</p>', '<p class="new-page">Two.</p>'],
  ['<div style="page-break-after: avoid"></div>', '<p>Two.</p>'],
  ['See [TOC] here.', '<p>See [TOC] here.</p>\n<p>Two.</p>'],
  ['`\\newpage`', '<p><code>\\newpage</code></p>\n<p>Two.</p>'],
])('the place of a table of contents and the end of a page are no words: %s', async (text, shown) =>
  expect((await read(`One.\n\n${text}\n\nTwo.`)).body).toBe(`<p>One.</p>\n${shown}`),
)

describe('lines before the text', () => {
  test.each([
    ...inCase('m4-toml-front-matter.md', (text) => ['TOML', text, 'Hugo Post', 'Anna Quay', 'Hugo chapter']),
    [
      'TOML of other shape',
      '+++\ntitle = "T"\nauthors = ["Anna Quay"]\n[extra]\nx = 1\n+++\nHugo chapter.',
      'T',
      'Anna Quay',
      'Hugo chapter.',
    ],
    [
      'YAML behind blank lines',
      '\n \n---\ntitle: T\nauthor: Anna Quay\n---\nHugo chapter.',
      'T',
      'Anna Quay',
      'Hugo chapter.',
    ],
    [
      'TOML behind a blank line',
      '\n+++\ntitle = "T"\nauthor = "Anna Quay"\n+++\nHugo chapter.',
      'T',
      'Anna Quay',
      'Hugo chapter.',
    ],
    [
      'fields of MultiMarkdown',
      'Title:    T of x\n  and y\nAuthor: Anna Quay\nBase Header Level: 2\n\nHugo chapter.',
      'T of x and y',
      'Anna Quay',
      'Hugo chapter.',
    ],
    [
      'fields of Logseq',
      'title:: T of x\nauthor:: Anna Quay\n\n- Hugo chapter.',
      'T of x',
      'Anna Quay',
      'Hugo chapter.',
    ],
    [
      'lines of pandoc',
      '% T\n  of x\n% Anna Quay; Bent Löwe\n% May 2024\n\nHugo chapter.',
      'T of x',
      'Anna Quay',
      'Hugo chapter.',
    ],
    ['JSON', '{\n  "title": "T",\n  "author": "Anna Quay"\n}\n\nHugo chapter.', 'T', 'Anna Quay', 'Hugo chapter.'],
    [
      'JSON of other shape',
      '{\n"title": "T {x}", "authors": [{"name": "Anna Quay"}],\n"a": {"b": [1]\n}\n}\nHugo chapter.',
      'T {x}',
      'Anna Quay',
      'Hugo chapter.',
    ],
  ])('in %s say of the book what they say', async (_, text, title, author, first) => {
    const { metadata, body } = await read(text)
    expect(metadata).toMatchObject({ title })
    expect(metadata.authors[0]).toMatchObject({ name: author })
    expect(wordsOf(body).startsWith(first)).toBe(true)
  })

  test.each<[what: string, files: Record<string, string>, title: string, labels: string[]]>([
    [
      'above the sections of chapters',
      {
        '1.md': '---\ntitle: The Ford\n---\n\nWords.\n\n## Morning\n\nm',
        '2.md': '---\ntitle: The Mill\n---\n## Evening\n\ne',
        '3.md': '---\ntitle: Alone\n---\nx',
      },
      'a',
      ['1 The Ford', '2 Morning', '1 The Mill', '2 Evening', '1 Alone'],
    ],
    [
      'of headings that say the same',
      { '1.md': '---\ntitle: The Ford\n---\n## The Ford\n\nf', '2.md': '---\ntitle: The Mill\n---\n## The Mill\n\nm' },
      'a',
      ['1 The Ford', '1 The Mill'],
    ],
    [
      'of chapters that have another heading',
      { '1.md': '---\ntitle: Ford\n---\n# The Ford\n\nf', '2.md': '---\ntitle: Mill\n---\n# The Mill\n\nm' },
      'a',
      ['1 The Ford', '1 The Mill'],
    ],
    [
      'of the book above its chapters',
      { '0.md': '---\ntitle: Ledger\n---\n', '1.md': '---\ntitle: The Ford\n---\n## Morning\n\nm' },
      'Ledger',
      ['1 The Ford', '2 Morning'],
    ],
    [
      'of the book in each file',
      { '1.md': '---\ntitle: Ledger\n---\n## The Ford\n\nf', '2.md': '---\ntitle: Ledger\n---\n## The Mill\n\nm' },
      'Ledger',
      ['1 The Ford', '1 The Mill'],
    ],
  ])('hold titles %s', async (_, files, title, expected) => {
    const { labels, metadata } = await zipped(files)
    expect(metadata.title).toBe(title)
    expect(labels).toEqual(expected)
  })

  test.each([
    ['---\ntitle: T\ndate: 2024-05-06 10:00:00 +0200\n---\nx'],
    ['---\ntitle: T\ndate: 2024-05-06\n---\nx'],
    ['+++\ntitle = "T"\ndate = 2024-05-06T10:00:00Z\n+++\nx'],
    ['{\n"title": "T",\n"date": "2024-05-06T10:00:00+02:00"\n}\nx'],
  ])('have a day without its hours: %j', async (text) => {
    const { epub } = await convertManuscript({ fileName: 'a.md', bytes: Buffer.from(text), words: {} })
    const title = (await openZip(Buffer.from(epub))).read('EPUB/title.xhtml')?.toString()
    expect(title).toContain('<p class="date">2024-05-06</p>')
  })

  test.each([
    ['{\nwords in braces\n}\n\nIt begins.', 'words in braces'],
    ['{ "title": "T" } is an object.\n\nIt begins.', 'is an object'],
    ['\n---\n- a list\n---\n\nIt begins.', 'a list'],
    ['Note: this is a story.\n\nIt begins.', 'Note: this is a story.'],
    ['Title: of a king\nis a thing.\n\nIt begins.', 'Title: of a king'],
    ['+++\nnot = = toml\n+++\n\nIt begins.', 'not = = toml'],
  ])('that are no fields stay: %j', async (text, shown) => expect((await read(text)).body).toContain(shown))
})

describe('harmless HTML', () => {
  test.each([
    ...inCase('m6-html-inline.md', (text) => [text, 'H<sub>2</sub>O and 10<sup>5</sup>, a line<br/>break.']),
    [
      '<u>a</u> <mark>b</mark> <kbd>c</kbd> <small>d</small> <ins>e</ins>',
      '<u>a</u> <mark>b</mark> <kbd>c</kbd> <small>d</small> <ins>e</ins>',
    ],
    ['<table>\n<tr><th>H<td colspan=2>x\n<tr><td>y\n</table>', '<td colspan="2">x'],
    [
      '<details>\n<summary>More</summary>\n\nHidden **words**.\n\n</details>',
      '<b>More</b></p>\n<p>Hidden <strong>words</strong>.</p>',
    ],
    ['<p align="center">Mid</p>', '<p class="center">Mid</p>'],
    ['A <a name="there"></a>place, [to](#there).', '<span id="p1"/>place, <a href="#p1">to</a>.'],
    ['<b>open *and* never closed', '<b>open <em>and</em> never closed</b>'],
    ['- <div>in\n- out', '<li>out</li>'],
  ])('%j is kept', async (text, shown) => {
    const { body, findings } = await read(text)
    expect(body).toContain(shown)
    expect(findings).toEqual([])
  })

  test('has its pictures from the archive, and any other HTML is text', async () => {
    const { body, findings } = await zipped({
      'a.md':
        '<figure>\n<img src="img/b.png" alt="A boat" onerror="alert(1)" width=100>\n<figcaption>Boat</figcaption>\n</figure>\n\n<script>alert(1)</script> <iframe src="x"></iframe> <a href="javascript:alert(1)" onclick="x">a</a> <style>p{}</style>',
      'img/b.png': PNG,
    })
    expect(body).toContain('<img src="picture1.png" alt="A boat"/>')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &lt;iframe src="x"&gt;')
    expect(body).not.toMatch(/onerror|onclick|javascript:|<style|<script|<iframe/)
    expect(findings).toEqual([
      expect.stringMatching(/^6 pieces of HTML .*kept as text/),
      expect.stringContaining('1 link'),
    ])
  })
})

test.each([
  ['---\nlang: pt_BR\n---\nx', ['pt-BR']],
  ['---\nlanguage: zh-hans\n---\nx', ['zh-Hans']],
  ['Title: T\nLanguage: English\n\nx', []],
  ['---\nlang: ""\n---\nx', []],
])('a language is a tag, and its name is none: %j', async (text, languages) =>
  expect((await read(text)).metadata.languages).toEqual(languages),
)

test.each([
  ['{role: author, text: Anna Quay}', ['Anna Quay']],
  ['[{role: editor, text: Bent Löwe}, {role: author, text: Anna Quay}]', ['Anna Quay']],
  ['[{role: aut, text: Anna Quay}, {name: Bent Löwe}]', ['Anna Quay', 'Bent Löwe']],
  ['{role: editor, text: Bent Löwe}', []],
  ['{role: Lead, name: Anna Quay}', ['Anna Quay']],
])('of people with roles, authors are authors: %s', async (creator, authors) => {
  const { metadata } = await read(`---\ntitle: T\ncreator: ${creator}\n---\nx`)
  expect(metadata.authors.map(({ name }) => name)).toEqual(authors)
})

test('lines are counted from the first one of the file, before what it says of the book', async () => {
  expect((await read('\n---\ntitle: T\n---\n\n{{x}}')).findings).toEqual([expect.stringContaining('“{{x}}” (line 6)')])
})

test('what is not understood is named with its line', async () => {
  const { findings } = await read(
    '---\ntitle: T\n---\n\nAn {++added++} word.\n\n{{< note >}}\n\n!!! danger "X"\n\n+---+\n\n\\index{word}\n\n```{=latex}\nx\n```\n\n`y`{=latex}\n\n*[HTML]: Words\n\nid:: 12\n',
  )
  expect(findings).toEqual([
    '9 marks were not understood and are in the book as written: “{++added++} word.” (line 5), “{{< note >}}” (line 7), “!!! danger "X"” (line 9), “+---+” (line 11), “\\index{word}” (line 13), “{=latex}” (line 15), “{=latex}” (line 19), “*[HTML]: Words” (line 21), “id:: 12” (line 23).',
  ])
})

test.each([
  ['A word{i: "Quay, Anna"} here.', '{i: "Quay, Anna"}'],
  ['Words. {words: 300}', '{words: 300}'],
  ['{crop-start: 3}\n\n```\nx\n```', '{crop-start: 3}'],
  ['{zoom=2}\n\nWords.', '{zoom=2}'],
])('braces of Leanpub that stay in the book are named: %j', async (text, mark) => {
  const { body, findings } = await read(text)
  expect(wordsOf(body).replaceAll('&quot;', '"')).toContain(mark)
  expect(findings).toEqual([expect.stringContaining(`“${mark}” (line 1)`)])
})
test.each([
  ['Made <% tp.date.now() %>', '<% tp.date.now() %>'],
  ['A [mood:: grey] day', '[mood:: grey] day'],
  ['<<(code/a.rb)', '<<(code/a.rb)'],
])('marks of Templater, Dataview and Leanpub that stay in the book are named: %j', async (text, mark) =>
  expect((await read(text)).findings.at(-1)).toContain(`“${mark.slice(0, 6)}`),
)
test.each([
  ['Ann left.[^3]', '[^3]'],
  ['Ann left.[^A note in words]', '[^A note in words]'],
  ['#Chapter One\n\nWords.', '#Chapter One'],
  ['##第二章 春\n\nWords.', '##第二章 春'],
  ['/Chapter 1.md\n\nWords.', '/Chapter 1.md'],
  ['/boat.png "A boat"', '/boat.png "A boat"'],
])(
  'notes without words, headings without a blank and files of iA Writer that stay in the book are named: %j',
  async (text, mark) => {
    const { findings } = await read(text)
    expect(findings).toEqual([`1 mark was not understood and is in the book as written: “${mark}” (line 1).`])
  },
)
test.each(['Ann left.[^a]\n\n[^a]: A note.', 'We are #1 fans.\n\n#Winning is all!', 'In /etc/hosts\n\n/me waves.'])(
  'notes, tags in words and paths are no such marks: %j',
  async (text) => expect((await read(text)).findings).toEqual([]),
)
test.each(['The set {a, b}', 'A face :{ and :}', 'In { words: of several lines\nthat } end'])(
  'other braces are words: %j',
  async (text) => expect((await read(text)).findings).toEqual([]),
)

describe('lists of pandoc', () => {
  const items = (...words: string[]) => words.map((one) => `\\s*<li>(?:\\s*<p>)?${one}(?:</p>\\s*)?</li>`).join('')
  test.each([
    ['letters', 'a) one\nb) two', `<ol type="a">${items('one', 'two')}\\s*</ol>`],
    ['later letters', 'c. one\nd. two', `<ol start="3" type="a">${items('one', 'two')}`],
    ['capitals', 'A.  one\nB.  two', `<ol type="A">${items('one', 'two')}`],
    ['Roman numbers', 'ii. one\niii. two\niv. three', `<ol start="2" type="i">${items('one', 'two', 'three')}`],
    ['capital Roman numbers', '(I) one\n(II) two', `<ol type="I">${items('one', 'two')}`],
    ['numbers in brackets', '(3) one\n(4) two', `<ol start="3">${items('one', 'two')}`],
    ['numbers of their own', '#. one\n#. two', `<ol>${items('one', 'two')}`],
    [
      'letters in numbers',
      '1. out\n   a) one\n   b) two\n2. end',
      `<li>out\\s*<ol type="a">${items('one', 'two')}\\s*</ol>\\s*</li>\\s*<li>end`,
    ],
    [
      'letters after examples',
      '(@) one\n\na) two\nb) three',
      `<ol>${items('one')}\\s*</ol>\\s*<ol type="a">${items('two', 'three')}`,
    ],
    [
      'Roman numbers after letters',
      'a. one\nb. two\n\ni. three\nii. four',
      `<ol type="a">${items('one', 'two')}\\s*</ol>\\s*<ol type="i">${items('three', 'four')}`,
    ],
  ])('count with %s', async (_, text, shown) => expect((await read(text)).body).toMatch(new RegExp(shown)))

  test.each([
    'a) alone',
    'B. Russell wrote.\n\nC. Darwin read.',
    'I. am one\nand go on',
    'Words and\na) in a\nb) paragraph',
    '    a) code\n    b) code',
    '```\na) code\nb) code\n```',
  ])('are none in %j', async (text) => expect((await read(text)).body).not.toContain('<ol'))
})

describe('tables of pandoc', () => {
  const grid = [
    '+-----------+---------+',
    '| Head      | Second  |',
    '+:=========:+========:+',
    '| a *cell*  | - one   |',
    '|           | - two   |',
    '+-----------+---------+',
    '| 水の上    | last    |',
    '+-----------+---------+',
  ].join('\n')
  const spanned = [
    '+---+---+---+',
    '| wide  | c |',
    '+---+---+---+',
    '| t | b | c |',
    '| a +---+---+',
    '| l | d | e |',
    '+---+---+---+',
  ].join('\n')
  test.each([
    [
      'drawn as a grid',
      grid,
      [
        '<th class="center">Head</th>',
        '<td class="center">a <em>cell</em></td>',
        /<td class="right">\s*<ul>\s*<li>one<\/li>/,
        '>水の上</td>',
      ],
    ],
    ['with merged cells', spanned, ['<td colspan="2">wide</td>', /<td rowspan="2">t\s*a\s*l<\/td>/, '<td>e</td>']],
    [
      'of lines',
      '  Right     Left\n-------     ------\n     12     12\n    123     *b*\n\nAfter.',
      ['<th class="right">Right</th>', '<td>12</td>', '<td><em>b</em></td>', '<p>After.</p>'],
    ],
    [
      'without a head',
      '-----  ----\na      b\nc      d\n-----  ----',
      [/<tr>\s*<td>a<\/td>\s*<td>b<\/td>/, '<td>d</td>'],
    ],
    [
      'of several lines',
      '----------------\nOne    Two\n-----  ---------\na      b\n       goes on\n\nc      d\n----------------',
      ['<th>One</th>', /<td>b\s+goes on<\/td>/, '<td>c</td>'],
    ],
    [
      'with a caption below',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\nTable: Of *two*. {#t}',
      ['<caption>Of <em>two</em>.</caption>'],
    ],
    [
      'with a caption above',
      'A paragraph.\n\n: Of two.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      ['<p>A paragraph.</p>', '<caption>Of two.</caption>'],
    ],
  ])('%s are tables', async (_, text, shown) => {
    const { body } = await read(text)
    for (const one of shown)
      expect(body).toMatch(typeof one === 'string' ? new RegExp(one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : one)
  })

  test.each([
    'A title\n-------\n\nWords.',
    'Words\n\n---\n\nand words',
    '-- --\n\nwords',
    '+---+ is a sign',
    'Term\n\n: Its meaning.\n\nWords.',
  ])('are none in %j', async (text) => expect((await read(text)).body).not.toContain('<table'))
})

test.each([
  [
    'with braces',
    '![A boat](b.png){#boat width=50%}',
    '<figure><img src="picture1.png" alt="A boat"/><figcaption>A boat</figcaption>',
  ],
  ['with a title', '![A boat](b.png "By *day*")', '<figcaption>By <em>day</em></figcaption>'],
  ['without either', '![A boat](b.png)', '<p><img src="picture1.png" alt="A boat"/></p>'],
  ['in a line', 'See ![A boat](b.png){#boat}.', 'See <img src="picture1.png" alt="A boat"/>.'],
])('a picture %s has the caption that its author gave it', async (_, text, shown) =>
  expect((await zipped({ 'a.md': text, 'b.png': PNG })).body).toContain(shown),
)

test.each([
  ['Term\n:   Its meaning,\n\n        code\n          deeper', '<pre><code>code\n  deeper\n</code></pre>'],
  ['<div lang="fr">\n\nBonjour.\n\n</div>\n\nGood day.', '<p lang="fr" xml:lang="fr">Bonjour.</p>'],
  ['<span class="smallcaps">Caps</span>', '<span class="small-caps">Caps</span>'],
  ['```{=html}\n<b>bold</b>\n```', '<b>bold</b>'],
  ['A `<b>bold</b>`{=html} word', 'A <b>bold</b> word'],
])('%j is kept as pandoc means it', async (text, shown) => expect((await read(text)).body).toContain(shown))

test.each([
  [
    'beyond the columns of the head',
    '| a | b |\n|---|---|\n| 1 | 2 | *3* | 4 |',
    '<td>2</td>\n<td><em>3</em></td><td>4</td>',
  ],
  ['in a quotation', '> a | b\n> --|--\n> 1 | 2 | 3', '<td>2</td>\n<td>3</td>'],
  ['with bars in them', '| a |\n|---|\n| 1 | x \\| y |', '<td>1</td>\n<td>x | y</td>'],
  ['that are blank', '| a | b |\n|---|---|\n| 1 | 2 | | |', '<td>2</td>\n</tr>'],
])('cells %s are kept', async (_, text, shown) => expect((await read(text)).body).toContain(shown))

describe('texts of scripts without blanks between words', () => {
  test.each([
    ['これは**「強調」**です。', 'これは<strong>「強調」</strong>です。'],
    ['**日本語。**次', '<strong>日本語。</strong>次'],
    ['**이것(A)**은 *한국어*는', '<strong>이것(A)</strong>은 <em>한국어</em>는'],
    ['**bold**text and snake_case_word', '<strong>bold</strong>text and snake_case_word'],
  ])('have their marks: %s', async (text, shown) => expect((await read(text)).body).toBe(`<p>${shown}</p>`))
  test.each([
    ['長い行の\n次の行、\n*最後*\nの行。', '<p>長い行の次の行、<em>最後</em>の行。</p>'],
    ['한국어 줄\n다음 줄', '<p>한국어 줄\n다음 줄</p>'],
    ['他说：“好。”\n“走吧——\n去吧。”', '<p>他说：“好。”“走吧——去吧。”</p>'],
    ['長い行と\nLatin\nの行', '<p>長い行と\nLatin\nの行</p>'],
    ['長い行の  \n次の行', '<p>長い行の<br/>\n次の行</p>'],
  ])('have no blank at the end of a line: %j', async (text, shown) => expect((await read(text)).body).toBe(shown))
})

test.each([
  ['$`x^2`$', 'a line', '<msup><mi>x</mi><mn>2</mn></msup></math>'],
  ['```math\n\\frac{a}{b}\n```', 'a block', 'display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>'],
  ['~~~math\nx\n~~~', 'a block', '<mi>x</mi></math></p>'],
])('a formula of GitHub is one: %j as %s', async (text, _, shown) => expect((await read(text)).body).toContain(shown))

test.each(['$$\nx\n$$ {#eq-x}', '$$ x $$ {#eq-x}'])('a formula that Quarto names is a block: %j', async (formula) => {
  const { body } = await read(`${formula}\n\n[There](#eq-x)`)
  expect(body).toMatch(/^<p id="(\w+)"><math [^>]*display="block"><mi>x<\/mi><\/math><\/p>\n<p><a href="#\1">/)
})

test.each([
  ['GitBook', '# The Ford <a href="#ford" id="ford"></a>\n\n[There](#ford)'],
  ['GitHub', '# <a name="ford" href="#ford"></a>The Ford\n\n[There](#ford)'],
  ['others', '# The Ford [](#the-ford)\n\n[There](#the-ford)'],
])('a mark of %s in a heading has no words, and is where links lead', async (_, text) => {
  const { body, labels, findings } = await read(text)
  expect(labels).toEqual(['1 The Ford'])
  expect(body).toMatch(/<a href="#\w+">There<\/a>/)
  expect(body.match(/<a /g)).toHaveLength(1)
  expect(findings).toEqual([])
})

test.each([
  ['#\n\nWords.\n\n## \n\nMore.', '<p>Words.</p>\n<p>More.</p>'],
  ['# <!-- none -->\n\nWords.', '<p>Words.</p>'],
  ['<h2> </h2>\n\nWords.', '<p>Words.</p>'],
])('a heading of nothing is none: %j', async (text, shown) => expect((await read(text)).body).toBe(shown))

test.each(['#', '###', '# # #', '~', '~ ~ ~'])('a scene ends with marks between blank lines: %s', async (marks) => {
  expect((await read(`She left.\n\n${marks}\n\nHe stayed.`)).body).toBe('<p>She left.</p>\n<hr/>\n<p>He stayed.</p>')
  expect((await read(`\`\`\`\na\n\n${marks}\n\nb\n\`\`\``)).body).toContain(`a\n${marks}\nb`)
})

test('marks of scenes that have words are headings and signs of definitions', async () => {
  expect((await read('# # One\n\nTerm\n\n~ What it is\n\nEnd.')).body).toBe(
    '<h1 id="h1"># One</h1>\n<dl>\n<dt>Term</dt>\n<dd>\n<p>What it is</p>\n</dd>\n</dl>\n<p>End.</p>',
  )
})

test.each([
  ['![A boat|100x60](b.png)', 'alt="A boat"'],
  ['![A boat|100](b.png)', 'alt="A boat"'],
  ['![[b.png|A boat|100]]', 'alt="A boat"'],
  ['![One | two](b.png)', 'alt="One | two"'],
])('a picture is described without its size: %s', async (text, shown) =>
  expect((await zipped({ 'a.md': text, 'b.png': PNG })).body).toContain(shown),
)

test.each([
  ['boat.png width=300px height=200px', true],
  ['<boat.png> "By day" width="300px"', true],
  ['boat.png {width=50%}', true],
  ['boat.png (By day) {#boat .wide width=50%}', true],
  ['boat.png and width=50', false],
  ['boat.png {a, b}', false],
])('a picture is found by a name that leads to it with its size: %s', async (definition, isFound) => {
  const { body } = await zipped({ 'a.md': `![Boat][boat]\n\n[boat]: ${definition}`, 'boat.png': PNG })
  expect(body === '<p><img src="picture1.png" alt="Boat"/></p>').toBe(isFound)
})

test.each([
  ['[The Ford][]', '<a href="c2.xhtml#h1">The Ford</a>'],
  ['[*there*][the ford]', '<a href="c2.xhtml#h1"><em>there</em></a>'],
  ['[By the mill][]', '<a href="c2.xhtml#h2">By the mill</a>'],
  ['[The Ford]', '[The Ford]'],
  ['[The Sea][]', '[The Sea][]'],
  ['`[The Ford][]`', '<code>[The Ford][]</code>'],
  ['[The Ford][]\n\n[The Ford]: https://example.org/', '<a href="https://example.org/">The Ford</a>'],
])('a link by name leads to the heading of this name: %s', async (link, shown) => {
  const { bodies } = await read(`See ${link}\n\n# The Ford\n\nWords.\n\n## By the *mill* {#mill}`)
  expect(bodies[0]?.trim()).toBe(`<p>See ${shown}</p>`)
})

test.each([
  ['The hill---and up --- then *so*---yes.', 'The hill—and up — then <em>so</em>—yes.'],
  ['"But I---" he said.\n--- No.', '"But I—" he said.\n— No.'],
  ['1914--1918 in Paris--Rome -- and *on* -- so', '1914–1918 in Paris–Rome – and <em>on</em> – so'],
  ['See p.\\ 12 and Dr.\\ Quay, 5\\ *km*.', 'See p.\u00A012 and Dr.\u00A0Quay, 5\u00A0<em>km</em>.'],
])('dashes and blanks are what pandoc writes for them: %s', async (text, shown) =>
  expect((await read(text)).body).toBe(`<p>${shown}</p>`),
)

test.each([
  'Say --help or --no-color, or git checkout --.',
  'In files/foo--bar.md, an_old--name, https://example.org/a--b and a@b--c.org.',
  'A plain - hyphen, x-y, a -- 1, ---- and a {--b--}.',
  'On C:\\ or C:\\Users is \\ nothing.',
])('hyphens and backslashes of anything else stay: %s', async (text) =>
  expect(wordsOf((await read(text)).body)).toBe(text),
)

test('dashes of code stay, and links lead to headings by what their author wrote', async () => {
  const { bodies } = await read('[to](#ford-----mill) `a---b`\n\n# Ford --- mill\n\n    x--y\n\n# Other')
  expect(bodies[0]?.trim()).toBe('<p><a href="c2.xhtml#h1">to</a> <code>a---b</code></p>')
  expect(bodies[1]?.trim()).toBe('<h1 id="h1">Ford — mill</h1>\n<pre><code>x--y\n</code></pre>')
})

test('a note that another one of its name replaces is told of', async () => {
  expect((await read('A[^a].\n\n[^a]: One.\n\n[^a]: Two.')).findings).toEqual([
    '1 note that nothing refers to (in “[^a]”) was left out.',
  ])
})

test.each(['a.mdown', 'a.MKD', 'a.markdown', 'a.md'])('a file is Markdown by its name: %s', async (name) => {
  expect((await read('A **bold** word.', name)).body).toBe('<p>A <strong>bold</strong> word.</p>')
})

test('tells of notes that nothing refers to', async () =>
  expect((await read('A[^a].\n\n[^a]: Shown.\n\n[^b]: Lost.')).findings).toEqual([
    '1 note that nothing refers to (in “[^b]”) was left out.',
  ]))

const MANY = 6_000
/** Each of them begins a chapter, a file of the book. */
const MANY_HEADINGS = 1_000
test.each([
  ['%% a\n\n'],
  ['a %% '],
  ['<!-- '],
  ['{>> '],
  ['{::comment} '],
  ['[a]{ '],
  ['[a]{.b} '],
  ['['],
  ['[['],
  ['![[a'],
  ['x^2'],
  ['x~2 '],
  ['==a '],
  ['{'],
  ['# a {\n'],
  ['# a {#b}\n'],
  ['{#a}\n\n'],
  ['::: a\n'],
  [':::\n'],
  ['| a\n'],
  ['|\n'],
  ['(@a) b\n'],
  ['A> b\n\n'],
  ['> [!note]\n\n'],
  ['- [ ] a\n'],
  ['<b>'],
  ['<a href="x">'],
  ['<table>'],
  ['<td>\n\n'],
  ['<sub '],
  ['</p>'],
  ['`%% '],
  ['\\newpage\n\n'],
  ['{{'],
  ['a ^b1\n\n'],
  ['a: b\n'],
  ['@a [@b '],
  ['+---+\n'],
  ['+--+\n|a'],
  ['--- --\n'],
  ['-----\na\n'],
  ['a) b\n'],
  ['i. b\n\n'],
  [': b\n\n'],
  ['![a](b){#c}\n\n'],
  ['[a](b c '],
  ['{% comment %} '],
  ['$`x '],
  ['文\n'],
])('%j many times takes no time', { timeout: 60_000 }, async (mark) => {
  const timeOf = async (count: number) => {
    const begun = process.cpuUsage()
    await convertManuscript({ fileName: 'a.md', bytes: Buffer.from(`x ${mark.repeat(count)}`), words: {} }).catch(
      (error: Error) => {
        if (!/takes too much/.test(error.message)) throw error
      },
    )
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
  const many = mark.startsWith('#') ? MANY_HEADINGS : MANY
  await timeOf(100)
  // Twice as much takes no four times the time, beside what noise there is.
  const [half, whole] = [await timeOf(many / 2), await timeOf(many)]
  expect(whole).toBeLessThan(half * 3 + 1500)
})
