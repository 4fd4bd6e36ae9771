import { PDFDocument, PDFName, PDFString, type PDFObject } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { readLabels } from './read-labels.ts'

type Label = Record<string, string | PDFString>

/** Of a PDF of four pages, where each of these names the pages from one on. */
const labelsOf = async (labels: readonly (number | Label)[]) => {
  const pdf = await PDFDocument.create()
  for (let page = 1; page <= 4; page += 1) pdf.addPage()
  const Nums = labels.map((one): number | PDFObject => (typeof one === 'number' ? one : pdf.context.obj(one)))
  if (Nums.length > 0) pdf.catalog.set(PDFName.of('PageLabels'), pdf.context.obj({ Nums }))
  const task = getDocument({ data: await pdf.save(), verbosity: 0 })
  try {
    return await readLabels(await task.promise)
  } finally {
    await task.destroy()
  }
}

test.each<[string, (number | Label)[], (string | null)[] | null]>([
  ['of a preface', [0, { S: 'r' }, 2, { S: 'D' }], ['i', 'ii', '1', '2']],
  ['behind a title page of LaTeX', [0, { P: PDFString.of('') }, 2, { S: 'D' }], [null, null, '1', '2']],
  ['behind a cover', [0, {}, 1, { S: 'D' }], [null, '1', '2', '3']],
  ['with a name alone', [0, { P: PDFString.of('Cover') }, 1, { S: 'D' }], ['Cover', '1', '2', '3']],
  ['that are the numbers', [0, { S: 'D' }], null],
  ['of none', [0, {}], null],
  ['of a file without', [], null],
])('the names of pages %s', async (_, labels, names) => {
  expect(await labelsOf(labels)).toEqual(names)
})
