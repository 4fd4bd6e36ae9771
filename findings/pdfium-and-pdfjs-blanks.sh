#!/usr/bin/env bash
# @hyzyla/pdfium 2.1.13 (PDFium) and pdfjs-dist 6.5.438 disagree about the words of a page, so that a search on a server by one
# and a search in a browser by the other find different words in one file.
#
# Expected: both give the blank and the hyphen that the file draws, and none that it does not.
# Seen:
# - A blank that is drawn by itself and narrow: PDFium leaves it out ('burninglamp'), pdf.js has it.
# - A word whose letters are spaced by the operator for that (Tc, a quarter of the size): PDFium gives the word, pdf.js puts a
#   blank between all of its letters.
# - A compound that is divided at its own hyphen: PDFium gives U+FFFE in place of the hyphen and no end of the line, pdf.js both.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @hyzyla/pdfium@2.1.13 pdfjs-dist@6.5.438 pdf-lib@1.17.1

cat > words.mjs << 'END_OF_PROGRAM'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PDFDocument, PDFName } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const drawn = async (operators) => {
  const made = await PDFDocument.create()
  const { node } = made.addPage([400, 200])
  const font = made.context.register(made.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }))
  node.set(PDFName.of('Resources'), made.context.obj({ Font: { F1: font } }))
  node.set(PDFName.of('Contents'), made.context.register(made.context.stream(`BT /F1 20 Tf 20 100 Td ${operators} ET`)))
  return made.save()
}
const PAGES = {
  'a narrow blank': '(burning) Tj 20 Tz ( ) Tj 100 Tz (lamp) Tj',
  'spaced letters': '5 Tc (LAMP) Tj',
  'a hyphen': '(a well-) Tj 0 -24 Td (known lamp) Tj',
}
const library = await PDFiumLibrary.init()
for (const [name, operators] of Object.entries(PAGES)) {
  const data = await drawn(operators)
  const pdfium = (await library.loadDocument(data)).getPage(0).getText().replaceAll('\uFFFE', '[U+FFFE]')
  const { items } = await (await (await getDocument({ data, verbosity: 0 }).promise).getPage(1)).getTextContent()
  console.log(`${name}: PDFium '${pdfium}', pdf.js '${items.map(({ str, hasEOL }) => str + (hasEOL ? '|' : '')).join('')}'`)
}
process.exit(0)
END_OF_PROGRAM

seen=$(node words.mjs 2> /dev/null)
printf '%s\n' "$seen"
[ "$seen" = "$(printf '%s\n' \
  "a narrow blank: PDFium 'burninglamp', pdf.js 'burning lamp'" \
  "spaced letters: PDFium 'LAMP', pdf.js 'L A M P'" \
  "a hyphen: PDFium 'a well[U+FFFE]known lamp', pdf.js 'a well-|known lamp'")" ]
