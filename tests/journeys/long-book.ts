import { PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFRef, PDFString } from 'pdf-lib'
import { publishBook } from '#contract/publishing.ts'
import { type Person, apiOf, theSite } from './people.ts'

export const PAGES = 40
/** The chapters and their first pages. */
export const CHAPTERS = { 'The Ferry': 1, 'The Lighthouse': 12, 'The Long Gale': 30 }
/** A link in the text, from one page to another. */
export const LINK = { from: 2, to: 23 }
/** A page with two links that cover no text: to another page, and to another site. */
export const BARE_LINKS = { page: 5, to: 1, site: 'https://tides.example/almanac' }
/** A word that is only on these pages. */
export const RARE = { word: 'barnacle', pages: [17, 33] }

/** A book of many pages with an outline, and with random data that makes the file larger than one range request. */
export const aLongBook = async (author: Person, words: Record<string, string> = {}) => {
  const fields = {
    title: 'The Harbour Log',
    author: 'Ida Fenn',
    caption: 'Forty nights.',
    genre: 'Mystery',
    cover: 'series',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...words })) form.set(name, value)
  form.set('pdfFile', new Blob([await aLongPdf()]), 'log.pdf')
  return (await apiOf(theSite(), author)(publishBook, { body: form })).book
}

const NOISE_BYTES = 60_000

const aLongPdf = async () => {
  const pdf = await PDFDocument.create()
  for (let number = 1; number <= PAGES; number++) {
    const page = pdf.addPage([400, 600])
    page.drawText(`Night ${number}`, { x: 40, y: 520, size: 24 })
    page.drawText(RARE.pages.includes(number) ? `A ${RARE.word} on the hull.` : 'Nothing to report.', {
      x: 40,
      y: 480,
      size: 14,
    })
    const noise = Array.from({ length: NOISE_BYTES / 8 }, (_, i) =>
      ((i * 2_654_435_761 + number * 97) >>> 0).toString(36),
    )
    page.node.set(PDFName.of('Noise'), pdf.context.register(pdf.context.flateStream(noise.join(''))))
  }
  addOutline(pdf)
  addLinks(pdf)
  return Buffer.from(await pdf.save())
}

const addLinks = (pdf: PDFDocument) => {
  const goTo = (number: number) => ({
    Dest: [pdf.getPage(number - 1).ref, PDFName.of('XYZ'), null, null, null],
  })
  const link = (Rect: number[], target: object) =>
    pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect, Border: [0, 0, 1], ...target }))
  const add = (page: number, links: PDFRef[]) =>
    pdf.getPage(page - 1).node.set(PDFName.of('Annots'), pdf.context.obj(links))
  add(LINK.from, [link([36, 470, 200, 505], goTo(LINK.to))])
  add(BARE_LINKS.page, [
    link([40, 300, 90, 350], goTo(BARE_LINKS.to)),
    link([40, 200, 90, 250], { A: { Type: 'Action', S: 'URI', URI: PDFString.of(BARE_LINKS.site) } }),
  ])
}

const addOutline = (pdf: PDFDocument) => {
  const { context } = pdf
  const root = context.nextRef()
  const refs = Object.keys(CHAPTERS).map(() => context.nextRef())
  const linked = (name: string, ref: PDFRef | undefined) => (ref ? { [name]: ref } : {})
  for (const [i, [title, page]] of Object.entries(CHAPTERS).entries()) {
    const item = context.obj({
      Title: PDFHexString.fromText(title),
      Parent: root,
      Dest: [pdf.getPage(page - 1).ref, PDFName.of('XYZ'), null, null, null],
      ...linked('Prev', refs[i - 1]),
      ...linked('Next', refs[i + 1]),
    })
    context.assign(refs[i] as PDFRef, item)
  }
  const outline = {
    Type: 'Outlines',
    ...linked('First', refs[0]),
    ...linked('Last', refs.at(-1)),
    Count: PDFNumber.of(refs.length),
  }
  context.assign(root, context.obj(outline))
  pdf.catalog.set(PDFName.of('Outlines'), root)
}
