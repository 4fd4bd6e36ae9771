#!/usr/bin/env bash
# pdfjs-dist 6.5.438: the legacy build, which is for old browsers, calls ArrayBuffer.prototype.transferToFixedLength for each
# font and brings no polyfill for it. Firefox before 122 and Safari before 17.4 have none.
#
# Expected: a page is drawn with its letters, or an error reaches the caller.
# Seen, in Node.js 24 with that one function taken away: getOperatorList() resolves without the text of the page, and only a
# warning is logged. getTextContent() has the words. With the function the same page has its text and its font.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund pdfjs-dist@6.5.438 pdf-lib@1.17.1

cat > page.mjs << 'END'
import { PDFDocument, StandardFonts } from 'pdf-lib'

const [missing] = process.argv.slice(2)
const made = await PDFDocument.create()
made.addPage([300, 200]).drawText('A lamp.', { x: 20, y: 100, font: await made.embedFont(StandardFonts.Helvetica) })
const data = await made.save()
if (missing) delete ArrayBuffer.prototype[missing]

const { getDocument, OPS, version } = await import('pdfjs-dist/legacy/build/pdf.mjs')
const standardFontDataUrl = new URL('node_modules/pdfjs-dist/standard_fonts/', import.meta.url).pathname
const page = await (await getDocument({ data, standardFontDataUrl }).promise).getPage(1)
const { fnArray } = await page.getOperatorList()
const words = (await page.getTextContent()).items.map(({ str }) => str).join('')
console.log(`${version}, without ${missing ?? 'nothing'}: shows text ${fnArray.includes(OPS.showText)}, words "${words}"`)
process.exit(0)
END

with=$(node page.mjs 2> /dev/null | tail -n 1)
without=$(node page.mjs transferToFixedLength 2> /dev/null | tail -n 1)
printf '%s\n' "$with" "$without"
[ "$with" = '6.5.438, without nothing: shows text true, words "A lamp."' ]
[ "$without" = '6.5.438, without transferToFixedLength: shows text false, words "A lamp."' ]
