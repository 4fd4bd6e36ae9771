#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13 (PDFium): the loose box of a character (FPDFText_GetLooseCharBox) in a Type 3 font that is upside down, as
# Ghostscript writes its bitmap fonts (a negative fourth number in FontMatrix, glyphs with negative heights), is not where the
# letter is drawn, and may be many times as high. Who asks with it whether a letter is on the page loses letters that are seen.
# And FPDFText_GetFontSize gives the number of the operator Tf, which says nothing of the height of letters where the font has
# a matrix of its own.
#
# Expected: of three letters that are drawn alike, 13 points high from y = 20, equal boxes and sizes.
# Seen: the loose box is 20 to 220, and -180 to 20 where the font is upside down; the boxes of the shapes (FPDFText_GetCharBox)
# agree. The font size is 20, and 0.2 where the font has another matrix.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @hyzyla/pdfium@2.1.13 pdf-lib@1.17.1

cat > boxes.mjs << 'END_OF_PROGRAM'
import { PDFiumModule } from '@hyzyla/pdfium'
import { PDFDocument, PDFName } from 'pdf-lib'

/** A page with one square letter that is drawn 13 points high. */
const drawn = async ({ matrix, shape, size }) => {
  const made = await PDFDocument.create()
  const { context } = made
  const { node } = made.addPage([200, 300])
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type3',
    FontBBox: [0, 0, 92, 1000],
    FontMatrix: matrix,
    FirstChar: 97,
    LastChar: 97,
    Widths: [60],
    Encoding: { Type: 'Encoding', Differences: [97, 'a'] },
    CharProcs: { a: context.register(context.stream(shape)) },
  })
  node.set(PDFName.of('Resources'), context.obj({ Font: { F1: context.register(font) } }))
  node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F1 ${size} Tf 10 20 Td (a) Tj ET`)))
  return made.save({ useObjectStreams: false })
}
const UPRIGHT = { shape: '60 0 0 0 60 65 d1 0 0 60 65 re f', matrix: [0.01, 0, 0, 0.01, 0, 0], size: 20 }
const FONTS = {
  upright: UPRIGHT,
  'upside down': { ...UPRIGHT, shape: '60 0 0 -65 60 0 d1 0 -65 60 65 re f', matrix: [0.01, 0, 0, -0.01, 0, 0] },
  'of another matrix': { ...UPRIGHT, matrix: [1, 0, 0, 1, 0, 0], size: 0.2 },
}
const pdfium = await PDFiumModule({})
const api = pdfium.wasmExports
api.FPDF_InitLibrary()
for (const [name, plan] of Object.entries(FONTS)) {
  const data = await drawn(plan)
  const bytes = api.malloc(data.length)
  pdfium.HEAPU8.set(data, bytes)
  const document = api.FPDF_LoadMemDocument(bytes, data.length, 0)
  const page = api.FPDF_LoadPage(document, 0)
  const text = api.FPDFText_LoadPage(page)
  const memory = api.malloc(64)
  const numbers = (view) => [...view].map((value) => Math.round(value * 10) / 10)
  api.FPDFText_GetLooseCharBox(text, 0, memory)
  const [, looseTop, , looseBottom] = numbers(new Float32Array(pdfium.HEAPU8.buffer, memory, 4))
  api.FPDFText_GetCharBox(text, 0, memory, memory + 8, memory + 16, memory + 24)
  const [, , bottom, top] = numbers(new Float64Array(pdfium.HEAPU8.buffer, memory, 4))
  const size = Math.round(api.FPDFText_GetFontSize(text, 0) * 10) / 10
  console.log(`${name}: loose box ${looseBottom} to ${looseTop}, shape ${bottom} to ${top}, font size ${size}`)
}
process.exit(0)
END_OF_PROGRAM

seen=$(node boxes.mjs 2>&1)
printf '%s\n' "$seen"
[ "$seen" = "$(printf '%s\n' \
  'upright: loose box 20 to 220, shape 20 to 33, font size 20' \
  'upside down: loose box -180 to 20, shape 20 to 33, font size 20' \
  'of another matrix: loose box 20 to 220, shape 20 to 33, font size 0.2')" ]
