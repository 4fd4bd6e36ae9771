import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBook, aPerson, browserOf, sharedPerson, theSite } from './people.ts'
import { aSilentRecording } from './silent-recording.ts'
import { collectPageErrors } from './watched-page.ts'

/** What is waited for is short; what keys skip is long enough for a slow machine. */
const SECONDS = [3, 8, 30, 30]
const secondsUntil = (at: number) => SECONDS.slice(0, at).reduce((sum, seconds) => sum + seconds, 0)
const CHAPTERS = [
  ['The lamp was lit at dusk.', 'Nobody asked by whom.'],
  ['A boat came in.', 'It was the last one.'],
]

/** A book of two chapters that are read aloud in one recording, with captions beside a second one. */
const aNarratedBook = () => {
  const item = (id: string, href: string, type: string, more = '') =>
    `<item id="${id}" href="${href}" media-type="${type}" ${more}/>`
  const items = CHAPTERS.map(
    (_, at) =>
      item(`c${at}`, `c${at}.xhtml`, 'application/xhtml+xml', `media-overlay="m${at}"`) +
      item(`m${at}`, `m${at}.smil`, 'application/smil+xml'),
  )
  const overlayOf = (chapter: number, sentences: string[]) => {
    const clips = sentences.map((_, at) => {
      const clip = chapter * sentences.length + at
      return `<par><text src="c${chapter}.xhtml#s${at}"/><audio src="v.ogg" clipBegin="${secondsUntil(clip)}s" clipEnd="${secondsUntil(clip + 1)}s"/></par>`
    })
    return `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${clips.join('')}</body></smil>`
  }
  const opf =
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Lit</dc:title><dc:language>en</dc:language></metadata>' +
    `<manifest>${items.join('')}${item('v', 'v.ogg', 'audio/ogg')}${item('t', 't.vtt', 'text/vtt')}</manifest>` +
    '<spine><itemref idref="c0"/><itemref idref="c1"/></spine></package>'
  const captioned =
    '<p><audio src="v.ogg" controls=""><track src="t.vtt" kind="captions" srclang="en" label="English" default=""/></audio></p>'
  return anEpub({
    opf,
    chapters: Object.fromEntries(
      CHAPTERS.map((sentences, chapter) => [
        `c${chapter}`,
        aDocument(
          sentences.map((text, at) => `<p id="s${at}">${text}</p>`).join('') + (chapter === 0 ? captioned : ''),
        ),
      ]),
    ),
    entries: {
      'OPS/v.ogg': aSilentRecording(secondsUntil(SECONDS.length) + 1),
      'OPS/t.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nA bell.\n',
      ...Object.fromEntries(CHAPTERS.map((sentences, at) => [`OPS/m${at}.smil`, overlayOf(at, sentences)])),
    },
  })
}

let context: BrowserContext
let page: Page
let errors: string[]

test.beforeEach(async ({ browser }) => {
  const author = await sharedPerson('author')
  const { _id } = await aBook(author, { title: 'Lit' }, theSite(), aNarratedBook())
  context = await browserOf(browser, await aPerson('reader'))
  errors = await collectPageErrors(context)
  page = await context.newPage()
  await page.goto(`/read/${_id}`)
  await expect(frame().getByText('The lamp was lit')).toBeInViewport()
})
test.afterEach(async () => {
  expect(errors).toEqual([])
  await context.close()
})

const frame = () => page.frameLocator('iframe[title="Text of the book"]:visible')
const panel = () => page.getByRole('group', { name: 'Read aloud' })
const marked = () =>
  frame()
    .locator('body')
    .evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map((range) => (range as Range).toString()).join(''))
const expectMarked = (words: string) => expect.poll(marked, { intervals: [50] }).toBe(words)

test('a narrated book is played without a voice of the device: its words are marked, by keys it pauses, goes on and is left', async () => {
  await page.keyboard.press('l')
  await expectMarked('The lamp was lit at dusk.')
  await expect(panel().getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(panel().getByRole('button', { name: 'Go on reading' })).toBeFocused()
  await expectMarked('The lamp was lit at dusk.')
  await page.keyboard.press('Space')
  // The recording goes on by itself.
  await expectMarked('Nobody asked by whom.')
  // The next chapter.
  await expectMarked('A boat came in.')
  await expect(frame().getByText('A boat came in.')).toBeInViewport()
  await page.keyboard.press('ArrowLeft')
  await expectMarked('Nobody asked by whom.')
  await page.keyboard.press('ArrowRight')
  await expectMarked('A boat came in.')
  await page.keyboard.press('ArrowRight')
  await expectMarked('It was the last one.')
  await page.keyboard.press('Escape')
  await expect(panel()).toHaveCount(0)
  await expectMarked('')
})

test('captions of a recording are read in the frame, which has no network', async () => {
  const cues = () =>
    frame()
      .locator('audio')
      .evaluate((audio) =>
        [...(audio as HTMLAudioElement).textTracks].flatMap(({ kind, label, cues: list }) =>
          [...(list ?? [])].map((cue) => [kind, label, (cue as VTTCue).text]),
        ),
      )
  await frame()
    .locator('audio')
    .evaluate((audio: HTMLAudioElement) => {
      for (const track of audio.textTracks) track.mode = 'showing'
    })
  await expect.poll(cues).toEqual([['captions', 'English', 'A bell.']])
})
