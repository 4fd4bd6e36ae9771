import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import type { ContentsEntry } from '#contract/text-view.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { readOutline } from '#web/reading/pages/read-outline.ts'

const outlineOf = async (data: Buffer, incomplete: ContentsEntry[] = []) => {
  const task = getDocument({ data: new Uint8Array(data), enableXfa: false, verbosity: 0 })
  try {
    const chapters = await readOutline((await task.promise) as unknown as PDFDocumentProxy, async () => incomplete)
    return chapters.map(({ title, depth, page, destination }) => [title, depth, page, destination !== undefined])
  } finally {
    await task.destroy()
  }
}

test.runIf(hasCases)(
  'entries lead to their pages, and a part title without a destination heads its chapters',
  async () => {
    expect(await outlineOf(caseFile('outline.pdf'))).toEqual([
      ['Named in tree', 0, 1, true],
      ['GoTo action, named', 0, 4, true],
      ['Old Dests name', 0, 6, true],
      ['Array, page object', 0, 7, true],
      ['Array, page number', 0, 8, true],
      ['No destination, a part title', 0, 4, false],
      ['Child of the part', 1, 4, true],
    ])
  },
)

test('headings of groups in groups have the page of the first chapter, and empty groups are left out', async () => {
  const page = '/Dest [0 /Fit]'
  const pdf = aPdf({
    catalog: '/Outlines 20 0 R',
    objects: {
      20: '<< /First 21 0 R /Last 24 0 R >>',
      21: '<< /Title (Part) /Parent 20 0 R /Next 24 0 R /First 22 0 R /Last 22 0 R >>',
      22: '<< /Title (Section) /Parent 21 0 R /First 23 0 R /Last 23 0 R >>',
      23: `<< /Title (Chapter) /Parent 22 0 R ${page} >>`,
      24: '<< /Title (Empty part) /Parent 20 0 R /First 25 0 R /Last 25 0 R >>',
      25: '<< /Title (Gone) /Parent 24 0 R /Dest [999 0 R /Fit] >>',
    },
  })
  expect(await outlineOf(pdf)).toEqual([
    ['Part', 0, 1, false],
    ['Section', 1, 1, false],
    ['Chapter', 2, 1, true],
  ])
})

test.each([
  ['0', [['Chapter', 0, 1, true]]],
  ['1', []],
  ['-1', []],
  ['(nowhere)', []],
])('an entry that leads to page %s of one, counted from 0, has its page or is left out', async (target, expected) => {
  const dest = target.startsWith('(') ? target : `[${target} /Fit]`
  const outline = {
    20: '<< /First 21 0 R /Last 21 0 R >>',
    21: `<< /Title (Chapter) /Parent 20 0 R /Dest ${dest} >>`,
  }
  expect(await outlineOf(aPdf({ catalog: '/Outlines 20 0 R', objects: outline }))).toEqual(expected)
})

test('targets whose numbers are left open lead to their pages', async () => {
  const targets = ['/XYZ null null null', '/XYZ 0 null', '/FitH null', '/FitH', '/Fit']
  const entries = targets.map((target, at) => {
    const next = at + 1 < targets.length ? `/Next ${at + 22} 0 R` : ''
    return [at + 21, `<< /Title (Chapter ${at + 1}) /Parent 20 0 R ${next} /Dest [3 0 R ${target}] >>`]
  })
  const outline = { 20: `<< /First 21 0 R /Last ${20 + targets.length} 0 R >>`, ...Object.fromEntries(entries) }
  const found = await outlineOf(aPdf({ catalog: '/Outlines 20 0 R', objects: outline }))
  expect(found).toEqual(targets.map((_, at) => [`Chapter ${at + 1}`, 0, 1, true]))
})

test('entries that pdf.js leaves without a place have the page that is known for their title, each in its turn', async () => {
  const entries = ['/XYZ', '/XYZ 28.346', '/XYZ 0 700 0', '/FitR 0 0 9'].map((target, at) => {
    const next = at < 3 ? `/Next ${at + 22} 0 R` : ''
    return [at + 21, `<< /Title (Same  title) /Parent 20 0 R ${next} /Dest [3 0 R ${target}] >>`]
  })
  const outline = { 20: '<< /First 21 0 R /Last 24 0 R >>', ...Object.fromEntries(entries) }
  const pdf = aPdf({ catalog: '/Outlines 20 0 R', objects: outline })
  expect(await outlineOf(pdf)).toEqual([['Same  title', 0, 1, true]])
  const known = [5, 6, 7].map((page) => ({ title: 'Same title', page }))
  const found = await outlineOf(pdf, known)
  expect(found.map(([, , page, hasPlace]) => [page, hasPlace])).toEqual([
    [5, false],
    [6, false],
    [1, true],
    [7, false],
  ])
})
