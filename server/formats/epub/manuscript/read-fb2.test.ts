import { describe, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { PNG } from '#server/testing/book-form.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { aFictionBook, FB2_SAMPLES } from './testing-fb2.ts'
import type { Sample } from './testing-manuscripts.ts'

const read = async ({ fileName, bytes }: Sample) => {
  const { epub, findings, extension } = await convertManuscript({ fileName, bytes, words: {} })
  const { manifest } = await ingest(Buffer.from(epub))
  const zip = await openZip(Buffer.from(epub))
  const chapters = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        zip
          .read(name)
          ?.toString()
          .replace(/^[\s\S]*?<section[^>]*>/, '') ?? '',
    )
  return { manifest, findings, extension, chapters, all: chapters.join('\n'), names: zip.names }
}
const sample = (name: string) => read(FB2_SAMPLES[name]?.() ?? { fileName: '', bytes: Buffer.alloc(0) })
const book = (plan: Parameters<typeof aFictionBook>[0]) =>
  read({ fileName: 'a.fb2', bytes: Buffer.from(aFictionBook(plan)) })
const refusal = (fileName: string, bytes: Buffer) =>
  convertManuscript({ fileName, bytes, words: {} }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : 'thrown'),
  )

describe('a FictionBook', () => {
  test('says what it is', async () => {
    const { manifest, extension } = await sample('rich')
    expect(extension).toBe('.fb2')
    expect(manifest.metadata).toMatchObject({
      title: 'The Mill',
      authors: [{ name: 'Ottoline M. Marsh' }, { name: 'Ferryman' }],
      languages: ['en'],
      description: 'A wheel turns.\n\nIt stops.',
      isbn: '9783161484100',
      published: '2001',
      series: { name: 'River', position: '2' },
      subjects: ['Fantasy', 'Adventure', 'mills', 'rivers'],
      modified: '2024-03-05',
    })
  })

  test.each([
    ['foreign_fantasy', 'Fantasy'],
    ['city_fantasy', 'Fantasy'],
    ['foreign_detective', 'Mystery'],
    ['foreign_business', 'Business'],
    ['foreign_psychology', 'Non-fiction'],
    ['russian_contemporary', 'Fiction'],
    ['love_fantasy', 'Romance'],
    ['sf_detective', 'Science Fiction'],
    ['foreign_other', 'foreign_other'],
    ['Contemporary romance', 'Contemporary romance'],
  ])('has a genre for the code %s', async (code, genre) => {
    const { manifest } = await book({
      titleInfo: `<genre>${code}</genre><book-title>B</book-title><lang>en</lang>`,
      body: '<section><p>x</p></section>',
    })
    expect(manifest.metadata.subjects).toEqual([genre])
  })

  test('has no genre where calibre knew none', async () => {
    const subjectsOf = async (code: string) => {
      const titleInfo = `<genre>${code}</genre><book-title>B</book-title><keywords>mills</keywords><lang>en</lang>`
      return (await book({ titleInfo, body: '<section><p>x</p></section>' })).manifest.metadata.subjects
    }
    expect(await subjectsOf('antique')).toEqual(['mills'])
    expect(await subjectsOf('antique_east')).toEqual(['antique_east', 'mills'])
  })

  test('has its cover, which is no picture of the text', async () => {
    const { manifest, names } = await sample('rich')
    expect(manifest.cover).toBe('EPUB/cover.png')
    expect(names.filter((name) => name.endsWith('.png'))).toEqual(['EPUB/picture1.png', 'EPUB/cover.png'])
  })

  test('is cut at its sections, and does not repeat its title', async () => {
    const { manifest, all } = await sample('rich')
    expect(manifest.contents.map(({ level, label }) => `${level} ${label}`)).toEqual([
      // The first is the epigraph of the whole.
      '1 The Mill',
      '1 Chapter One The Wheel',
      '1 Chapter Two',
      '2 Below',
      '1 Notes',
      '2 3',
    ])
    expect(all).not.toContain('<h1>Ottoline')
    expect(all).toContain('<p>A scene.</p><hr/><p>Another scene.</p>')
  })

  test('keeps looks, verse, quotations, tables and pictures', async () => {
    const { all } = await sample('rich')
    for (const part of [
      '<blockquote><p>Water remembers.</p><p class="right">Anon</p></blockquote>',
      '<strong>bold</strong>, <em>slanted</em>, <s>struck</s> H<sub>2</sub>O x<sup>2</sup> <code>let</code>',
      '<p class="gap">After a gap',
      '<p class="center">* * *</p>',
      '<p class="center"><strong>Song</strong></p><p>First line,<br/>second line.</p><p>Third line.</p><p class="right">A. Poet</p>',
      '<blockquote><p>Quoted words.</p><p class="right">Who said it</p></blockquote>',
      '<figure><img src="picture1.png" alt="A mill"/><figcaption>The mill at dusk</figcaption></figure>',
      '<th>Name</th><th class="right">Age</th>',
      '<td colspan="2">Ida',
      '<p lang="fr" xml:lang="fr">Il y avait un moulin.</p>',
      '<a href="https://example.org/">a page</a>',
    ])
      expect(all).toContain(part)
    expect(all).toMatch(/<a href="c3\.xhtml#\w+">the second chapter<\/a>/)
  })

  test('has linked notes, and keeps those that nothing refers to', async () => {
    const { all, findings } = await sample('rich')
    expect(all).toMatch(/word<a id="ref1" href="#fn1" epub:type="noteref" role="doc-noteref">1<\/a>\./)
    expect(all).toMatch(/<aside id="fn1"[^>]*><p><a href="#ref1" role="doc-backlink">1<\/a> The first note\.<\/p>/)
    expect(all).toMatch(/gap<a id="ref2"[^>]*>\*<\/a>/)
    expect(all).toContain('<p>Nobody refers to this.</p>')
    expect(findings).toEqual([])
  })

  test('has notes in a body of any other name, which is a text where no link to a note leads into it', async () => {
    const withLink = (type: string, name: string) =>
      book({
        titleInfo: '<book-title>B</book-title><lang>ru</lang>',
        body: `<section><title><p>One</p></title><p>x<a l:href="#n" type="${type}">[1]</a></p></section>`,
        rest: `<body${name}><title><p>Примечания</p></title><section id="n"><title><p>1</p></title><p>Said.</p></section></body>`,
      })
    const noted = await withLink('note', ' name="Примечания"')
    expect(noted.manifest.contents.map(({ level, label }) => `${level} ${label}`)).toEqual(['1 One'])
    expect(noted.all).toMatch(/x<a id="ref1"[\s\S]*role="doc-backlink">1<\/a> Said\./)
    for (const text of [await withLink('', ' name="Примечания"'), await withLink('note', '')]) {
      expect(text.all).not.toContain('noteref')
      expect(text.manifest.contents.map(({ label }) => label)).toContain('Примечания')
    }
  })

  test('keeps the words of a link to a note', async () => {
    const { all } = await book({
      body: '<section><p>See <a l:href="#n">what the miller said</a>.</p></section>',
      rest: '<body name="notes"><section id="n"><p>Nothing.</p></section></body>',
    })
    expect(all).toMatch(/See what the miller said<a id="ref1"/)
  })

  test.each(['windows-1251', 'windows-1251 after a blank line', 'UTF-16', 'UTF-16 without a mark'])(
    'is read in %s',
    async (name) => {
      const { manifest, all } = await sample(name)
      expect(manifest.metadata).toMatchObject({ title: 'Мельница', languages: ['ru'] })
      expect(all).toContain('Глава первая.')
    },
  )

  test('is read from the right', async () => {
    expect((await sample('Hebrew')).manifest).toMatchObject({ direction: 'rtl', metadata: { languages: ['he'] } })
  })

  test('may be in a zip archive of its own', async () => {
    const [zipped, plain] = [await sample('zipped'), await sample('rich')]
    expect(zipped).toMatchObject({ extension: '.zip', all: plain.all })
    expect(zipped.manifest.metadata).toEqual(plain.manifest.metadata)
  })

  test('has several texts, each below its title', async () => {
    const text = (name: string) =>
      `<title><p>${name}</p></title><section><title><p>In ${name}</p></title><p>x</p></section>`
    const { manifest } = await book({ body: text('First'), rest: `<body>${text('Second')}</body>` })
    const labels = manifest.contents.map(({ level, label }) => `${level} ${label}`)
    expect(labels.slice(-4)).toEqual(['1 First', '2 In First', '1 Second', '2 In Second'])
  })

  test('has the bold lines for titles that calibre writes in their place', async () => {
    const chapter = (name: string) => `<section>\n<p><strong>${name}</strong></p>\n<p>Words.</p></section>`
    const { manifest, all } = await book({ body: chapter('One') + chapter('Two') })
    expect(manifest.contents.map(({ label }) => label)).toEqual(['One', 'Two'])
    expect(all).toMatch(/<h1 id="h\d">Two<\/h1>\s*<p>Words\.<\/p>/)
  })

  test('has its words, links and notes where they stand in no paragraph', async () => {
    const { all } = await book({
      body: '<section>Bare <emphasis>words</emphasis>, noted<a l:href="#n" type="note">1</a>.<p>More.</p></section>',
      rest: '<body name="notes"><section id="n"><p>The note.</p></section></body>',
    })
    expect(all).toMatch(/<p>Bare <em>words<\/em>, noted<a id="ref1"[^>]*>1<\/a>\.<\/p><p>More\.<\/p>/)
    expect(all).toContain('The note.')
  })

  test('has the titles of which the words stand in no paragraph', async () => {
    const titleInfo = '<book-title>The Mill</book-title><lang>en</lang>'
    const { manifest, all } = await book({
      titleInfo,
      body:
        '<title>The Mill</title><section><title>Chapter <emphasis>One</emphasis></title><p>x</p></section>' +
        '<section><title>\n<p>Chapter</p>\n<p>Two</p>\n</title><cite><title>A letter</title><p>y</p></cite></section>',
    })
    expect(manifest.contents.map(({ label }) => label)).toEqual(['Chapter One', 'Chapter Two'])
    expect(all).toContain('Chapter <em>One</em></h1>')
    expect(all).toContain('<blockquote><p class="center"><strong>A letter</strong></p><p>y</p></blockquote>')
    const other = await book({ titleInfo, body: '<title>A Tale</title><section><title>One</title><p>x</p></section>' })
    expect(other.manifest.contents.map(({ label }) => label)).toEqual(['A Tale', 'One'])
  })

  test('keeps lines of verse that are in no stanza', async () => {
    const { all } = await book({ body: '<section><poem><v>One <strong>line</strong>,</v><v>two.</v></poem></section>' })
    expect(all).toContain('<blockquote><p>One <strong>line</strong>,</p><p>two.</p></blockquote>')
  })

  test('keeps the empty lines of a quotation, and its title', async () => {
    const { all } = await book({
      body: '<section><cite><title><p>A letter</p></title><p>Dear all,</p><empty-line/><p>farewell.</p></cite></section>',
    })
    expect(all).toMatch(/<p class="center"><strong>A letter<\/strong><\/p><p>Dear all,<\/p><p class="gap">farewell\./)
  })

  test('has the rows that stand in groups', async () => {
    const { all } = await book({
      body: '<section><table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Ida</td></tr></tbody></table></section>',
    })
    expect(all).toContain('<tr><th>Name</th></tr><tr><td>Ida</td></tr>')
  })

  test('keeps paragraphs in cells apart', async () => {
    const { all } = await book({ body: '<section><table><tr><td><p>one</p><p>two</p></td></tr></table></section>' })
    expect(all).toContain('<td><p>one</p><p>two</p></td>')
  })

  test('tells of pictures that it does not hold', async () => {
    const { findings } = await book({ body: '<section><p>x<image l:href="#gone.png"/></p></section>' })
    expect(findings.join(' ')).toMatch(/1 picture .*left out/)
  })

  test('finds pictures whose names differ by their capitals', async () => {
    const binary = (id: string) => `<binary id="${id}" content-type="image/png">${PNG.toString('base64')}</binary>`
    const { all, findings, manifest } = await book({
      titleInfo: '<book-title>B</book-title><lang>en</lang><coverpage><image l:href="#cover.png"/></coverpage>',
      body: '<section><p>x<image l:href="#Mill.PNG" alt="A mill"/></p></section>',
      rest: binary('Cover.png') + binary('mill.png'),
    })
    expect(all).toContain('alt="A mill"')
    expect(findings).toEqual([])
    expect(manifest.cover).toBe('EPUB/cover.png')
  })

  test('leaves no heading of notes alone, and keeps those of other words', async () => {
    const { all, manifest } = await book({
      body: '<section><title><p>One</p></title><p>x<a l:href="#c">1</a></p></section>',
      rest:
        '<body name="comments"><section><title><p>To One</p></title><section id="c"><p>Said.</p></section></section>' +
        '<section><title><p>Only words</p></title></section></body>',
    })
    expect(all).toContain('Said.')
    expect(all).not.toContain('To One')
    expect(manifest.contents.map(({ label }) => label)).toEqual(['One', 'Only words'])
  })

  test('says of itself what stands in no paragraph, and has pictures that are named without a sign', async () => {
    const { manifest, all } = await book({
      titleInfo:
        '<book-title>B</book-title><lang>en</lang><annotation>A wheel <emphasis>turns</emphasis>.<p>It stops.</p></annotation>' +
        '<coverpage><image l:href="mill.png"/></coverpage>',
      body: '<section><p>x<image l:href="mill.png" alt="A mill"/></p></section>',
      rest: `<binary id="mill.png" content-type="image/png">${PNG.toString('base64')}</binary>`,
    })
    expect(manifest.metadata.description).toBe('A wheel turns.\n\nIt stops.')
    expect(all).toContain('alt="A mill"')
    expect(manifest.cover).toBe('EPUB/picture1.png')
  })

  test('has signs that begin nothing among its words', async () => {
    const { all, manifest } = await book({
      titleInfo: '<book-title>Smith & Sons</book-title><lang>en</lang>',
      body: '<section><title><p>One & two</p></title><p>He said <…> and 2 < 3 &amp; &#8212;&nbsp;&copy; x?a=1&b=2.</p></section>',
    })
    expect(manifest.metadata.title).toBe('Smith & Sons')
    expect(manifest.contents.map(({ label }) => label)).toEqual(['One & two'])
    expect(all).toContain('<p>He said &lt;…&gt; and 2 &lt; 3 &amp; —\u{a0}© x?a=1&amp;b=2.</p>')
  })

  test('keeps the words of paragraphs in paragraphs apart', async () => {
    const { all } = await book({ body: '<section><p>one<p>two</p>three</p></section>' })
    expect(all).toContain('<p>one two three</p>')
  })

  test('is refused where it is damaged, empty or several', async () => {
    const whole = aFictionBook({ body: '<section><p>x</p></section>' })
    const damaged =
      'This FictionBook file is damaged and cannot be opened. Save or export it again, and upload the new file.'
    expect(await refusal('a.fb2', Buffer.from(whole.slice(0, -20)))).toBe(damaged)
    const unknown = aFictionBook({ body: '<section><p>é</p></section>', encoding: 'x-nothing' })
    expect(await refusal('a.fb2', Buffer.from(unknown, 'latin1'))).toBe(damaged)
    expect(await refusal('a.fb2', Buffer.from('only text'))).toBe(damaged)
    expect(await refusal('a.fb2', Buffer.from(aFictionBook({ body: '' })))).toBe('There is no text in this manuscript.')
    const two = aZip(['a.fb2', 'b.fb2'].map((name) => ({ name, data: whole })))
    expect(await refusal('two.zip', two)).toMatch(/neither a book nor Markdown/)
  })
})

test('a FictionBook that does not declare the prefix of its links has its notes and pictures', async () => {
  const { fileName, bytes } = FB2_SAMPLES['rich']?.() ?? { fileName: '', bytes: Buffer.alloc(0) }
  const bare = bytes.toString().replace(/\sxmlns:l="[^"]*"/, '')
  expect(bare).not.toContain('xmlns:l')
  const { all } = await read({ fileName, bytes: Buffer.from(bare) })
  expect(all).toEqual((await sample('rich')).all)
  expect(all).toContain('role="doc-noteref"')
})
