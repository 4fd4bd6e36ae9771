import { type Page, expect, test } from '@playwright/test'
import { type BookFrame, openBookFrame, readBook, type Setting } from '#tests/book-geometry/book-frame.ts'
import { faintTexts } from '#tests/book-geometry/contrast-of-texts.ts'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'

const ENOUGH = 4.5
const ROOMS = ['paper', 'sepia', 'dusk', 'night'] as const
const SYSTEMS = ['light', 'dark'] as const

const chapter = (style: string, body: string) => aDocument(body, `<style>${style}</style>`)
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" fill="#eee"/><text y="30">drawn</text></svg>'
const CHAPTERS = {
  schemes: chapter(
    ':root{color-scheme:light dark} body{color:#1a1a1a;color:light-dark(#1a1a1a,#e5e5e5)} .b{background:light-dark(#eee,#222)}',
    '<p>Text of two schemes.</p><p class="b">In a box.</p>',
  ),
  asked: chapter(
    'body{color:#222} @media (prefers-color-scheme:dark){body{background:#111;color:#eee}.b{background:#000}} @media (prefers-color-scheme:light) and (min-width:1px){.b{background:#f4f4f4}}',
    '<p>Text of a media query.</p><p class="b">In a box.</p>',
  ),
  ownNight: chapter(
    'body{background:#111 !important;color:#eee !important} .b{background:#222} .c{background:#333}',
    '<p>Light on dark.</p><div class="b"><p>In a dark box. <a href="https://example.org">A link.</a></p><p class="c">And another.</p></div>',
  ),
  important: chapter(
    '.i{color:#111 !important} .s{color:#767676} p[title]{background:#fef0cf}',
    '<p class="i">Dark.</p><p class="s">Grey.</p><p title="t">On yellow.</p><p style="color:#ddd !important">Pale.</p><p><font color="yellow">Yellow.</font></p>',
  ),
  nested: chapter(
    '.b{color:#eee; p{color:#ddd; &.c{color:#fff}} @media (min-width:1px){.d{color:#f4f4f4}}}',
    '<div class="b">Pale. <p>Within.</p><p class="c">Further within.</p><p class="d">On a screen.</p></div>',
  ),
  letters: chapter(
    'p::first-letter{color:#311;font-size:3em;float:left} p.l::first-line{color:#222} h2{background:linear-gradient(#fff,#eee);-webkit-background-clip:text;background-clip:text;color:#fff;-webkit-text-fill-color:transparent}',
    '<p>Drop cap.</p><p class="l">First line.</p><h2>Painted letters</h2>',
  ),
  drawings: chapter(
    '',
    `<p>${DRAWING}</p><p><svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30">drawn</text></svg></p>`,
  ),
}

let page: Page
let frame: BookFrame

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  frame = await openBookFrame(page)
})
test.afterAll(() => page.close())

for (const [at, name] of Object.keys(CHAPTERS).entries())
  test(`every text of a chapter with colours of its own (${name}) is read in all colours of the reader, beside any of the system's`, async () => {
    const book = await readBook(anEpub({ chapters: CHAPTERS }))
    for (const colorScheme of SYSTEMS) {
      await page.emulateMedia({ colorScheme })
      for (const room of ROOMS) {
        const setting: Setting = { width: 390, height: 844, size: 18, room }
        await frame.show(book, at, setting)
        expect(await frame.frame.evaluate(faintTexts, ENOUGH), `${room}, the system ${colorScheme}`).toEqual([])
      }
    }
  })
