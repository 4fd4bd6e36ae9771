#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13 (PDFium) and pdfjs-dist 6.5.438: words on a layer that a PDF has switched off (optional content,
# ISO 32000-1, 8.11) are not drawn by either, but both give them as text of the page.
#
# Expected: what is not drawn is not among the words of the page, or is told apart from them.
# Seen: PDFium draws the page without them, and FPDFText_GetText has them; pdf.js' getTextContent() has them too. A search over
# either finds words that no reader is shown.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @hyzyla/pdfium@2.1.13 pdfjs-dist@6.5.438 pdf-lib@1.17.1

cat > layers.mjs << 'END_OF_PROGRAM'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const made = await PDFDocument.create()
const page = made.addPage([300, 200])
const font = made.context.register(made.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: StandardFonts.Helvetica }))
const { context } = made
const layer = context.register(context.obj({ Type: 'OCG', Name: 'Notes of the editor' }))
made.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }))
page.node.set(PDFName.of('Resources'), context.obj({ Font: { F1: font }, Properties: { L1: layer } }))
const text = (words, y) => `BT /F1 20 Tf 20 ${y} Td (${words}) Tj ET`
const content = context.stream(`${text('shown', 150)}\n/OC /L1 BDC\n${text('hidden', 50)}\nEMC`)
page.node.set(PDFName.of('Contents'), context.register(content))
const data = await made.save()

/** Whether anything is drawn in the upper and the lower half. */
const library = await PDFiumLibrary.init()
const open = async () => (await library.loadDocument(data)).getPage(0)
const read = (await open()).getText().replaceAll(/\s+/g, ' ')
const first = await open()
const { data: pixels, width, height } = await first.render({ scale: 1, render: 'bitmap' })
const isDrawn = (from, to) => {
  for (let at = from * width * 4; at < to * width * 4; at += 4) if (pixels[at] < 128) return true
  return false
}
console.log(`PDFium draws the shown ${isDrawn(0, height / 2)}, the hidden ${isDrawn(height / 2, height)}; text: ${read}`)
const { items } = await (await (await getDocument({ data, verbosity: 0 }).promise).getPage(1)).getTextContent()
console.log(`pdf.js text: ${items.map(({ str }) => str).filter(Boolean).join(' ')}`)
process.exit(0)
END_OF_PROGRAM

seen=$(node layers.mjs 2> /dev/null)
printf '%s\n' "$seen"
[ "$seen" = "$(printf '%s\n%s' \
  'PDFium draws the shown true, the hidden false; text: shown hidden' \
  'pdf.js text: shown hidden')" ]
