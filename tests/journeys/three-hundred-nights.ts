import { PDFDocument, StandardFonts } from 'pdf-lib'

export const PAGES = 300

/** The lines of a page are numbered from 1. */
export const nightLine = (page: number, line: number) =>
  `Night ${page}, hour ${line}: the lamp burned until the morning.`

/** A PDF of 300 pages with twenty lines each, of which the first begins with 'Night 1, hour 1:'. */
export const threeHundredNights = async () => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= PAGES; number++) {
    const page = pdf.addPage([420, 595])
    for (let line = 0; line < 20; line++)
      page.drawText(nightLine(number, line + 1), {
        x: 40,
        y: 540 - line * 24,
        size: 14,
        font,
      })
  }
  return Buffer.from(await pdf.save())
}
