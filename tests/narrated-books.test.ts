import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { secondsOf } from '#server/formats/epub/read-narration.ts'
import { aDocument, anEpub, type EpubPlan } from '#server/formats/epub/testing-epub.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { narratedWords } from '#web/reading/epub/spoken-changes.ts'

/** Books that a person reads aloud, by EPUB's media overlays. */

test.skipIf(!hasCases)('the narration of a book is kept with its recording, and knows its words', async () => {
  const { chapters, manifest, resources } = await ingest(caseFile('e10-narrated.epub'))
  expect(chapters[0]?.narration).toEqual([{ id: 'p1', path: 'E/a.mp3', begin: 0, end: 1 }])
  expect(resources.get('E/a.mp3')?.type).toBe('audio/mpeg')
  // A frame shows a chapter without its recordings.
  expect(chapters[0]?.resources).toEqual([])
  expect(manifest.chapters[0]?.isNarrated).toBe(true)
  const [words] = chapters.flatMap(narratedWords)
  expect(words?.text).not.toBe('')
  expect(chapters[0]?.text).toContain(words?.text)
})

const MP3 = Buffer.from('ID3\x04 and so on', 'latin1')

const narrated = (smil: string, body: string, files: EpubPlan['files'] = {}) => {
  const item = (id: string, href: string, type: string, more = '') =>
    `<item id="${id}" href="${href}" media-type="${type}" ${more}/>`
  const opf =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>' +
    item('one', 'one.xhtml', 'application/xhtml+xml', 'media-overlay="mo"') +
    item('mo', 'audio/one.smil', 'application/smil+xml') +
    item('a', 'audio/a.mp3', 'audio/mpeg') +
    '</manifest><spine><itemref idref="one"/></spine></package>'
  const overlay = `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${smil}</body></smil>`
  const entries = { 'OPS/audio/one.smil': overlay, 'OPS/audio/a.mp3': MP3 }
  return ingest(anEpub({ opf, chapters: { one: aDocument(body) }, files, entries }))
}
const par = (text: string, audio: string) => `<par><text src="${text}"/><audio ${audio}/></par>`

test('clips of words, sentences and nested sequences have the words of their elements, in their order', async () => {
  const body =
    '<h1 id="h">The <ruby>灯<rt>ひ</rt></ruby></h1><p id="p"><span id="s1">First one.</span> <span id="s2">Second <b>one</b>.</span></p><p>Not read.</p>'
  const { chapters } = await narrated(
    par('../one.xhtml#h', 'src="a.mp3" clipBegin="0:00:00.000" clipEnd="0:00:01.500"') +
      `<seq><seq>${par('../one.xhtml#s1', 'src="a.mp3" clipBegin="1.5s" clipEnd="2500ms"')}</seq>${par('../one.xhtml#s2', 'src="a.mp3" clipBegin="00:02.5"')}</seq>`,
    body,
  )
  const [chapter] = chapters
  const words = chapter ? narratedWords(chapter) : []
  expect(words.map(({ text, clip }) => [text, clip.begin, clip.end])).toEqual([
    ['The 灯', 0, 1.5],
    ['First one.', 1.5, 2.5],
    ['Second one.', 2.5, null],
  ])
  for (const { text, start, end } of words) expect(chapter?.text.slice(start, end).trim()).toBe(text)
})

test('what leads elsewhere, ends before it begins or is no recording of the book is left out', async () => {
  const { chapters, manifest } = await narrated(
    par('../two.xhtml#p', 'src="a.mp3"') +
      par('../one.xhtml', 'src="a.mp3"') +
      par('../one.xhtml#p', 'src="http://evil.example/a.mp3"') +
      par('../one.xhtml#p', 'src="gone.mp3"') +
      par('../one.xhtml#p', 'src="a.mp3" clipBegin="5s" clipEnd="4s"') +
      '<par><text src="../one.xhtml#p"/></par>',
    '<p id="p">x</p>',
  )
  expect(chapters[0]?.narration).toBeUndefined()
  expect(manifest.chapters[0]?.isNarrated).toBeUndefined()
  expect(manifest.findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['remote', 'missing']))
})

test('a broken overlay takes nothing away from its chapter', async () => {
  const { chapters } = await narrated('<par><text></par>', '<p id="p">x</p>')
  expect(chapters.map(({ text, narration }) => [text, narration])).toEqual([['x', undefined]])
})

test.each([
  ['5:34:31.396', 20_071.396],
  ['0:05:01.2', 301.2],
  ['00:56.78', 56.78],
  ['76.2s', 76.2],
  ['7.75h', 27_900],
  ['13min', 780],
  ['2345ms', 2.345],
  ['12.345', 12.345],
  ['', undefined],
  ['npt=5s', undefined],
  ['-5s', undefined],
])('the clock value %s is %s seconds', (clock, seconds) => {
  if (seconds === undefined) expect(secondsOf(clock)).toBeUndefined()
  else expect(secondsOf(clock)).toBeCloseTo(seconds, 6)
})
