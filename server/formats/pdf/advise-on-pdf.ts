import type { FileAdvice } from '#contract/shapes/file-advice.ts'
import type { PdfFeatures } from './read-features.ts'

/** The cover of a scan may have text. */
const TEXT_SHARE = 0.1
/** A shorter book is leafed through. */
const PAGES_WITHOUT_CONTENTS = 20
/** Pages whose width and height differ by a smaller share look the same. */
const SAME_SIZE = 0.03
const PAGES_NAMED = 5

/** What the author of a PDF can improve; `language` is as the file has it. */
export const adviseOnPdf = (
  features: PdfFeatures,
  { pageCount, language }: { pageCount: number; language: string },
): FileAdvice[] => {
  const { looked, sizes, isTagged, hasContents } = features
  const hasText = looked.filter(({ characters }) => characters > 0).length > looked.length * TEXT_SHARE
  const withoutFont = looked.filter(({ lacksFont }) => lacksFont).map(({ page }) => page)
  const advice: FileAdvice[] = []
  if (!hasText) advice.push({ kind: 'no-text' })
  if (withoutFont.length > 0) advice.push({ kind: 'fonts-not-embedded', pages: named(withoutFont) })
  if (!hasContents && pageCount > PAGES_WITHOUT_CONTENTS) advice.push({ kind: 'no-contents' })
  if (!language) advice.push({ kind: 'no-language' })
  if (hasText && !isTagged) advice.push({ kind: 'not-tagged' })
  const others = pagesOfOtherSize(sizes)
  if (others.length > 0) advice.push({ kind: 'mixed-sizes', pages: named(others) })
  return advice
}

const named = (pages: number[]) => pages.slice(0, PAGES_NAMED).map((page) => page + 1)

/** A page that is turned has the same size. */
const pagesOfOtherSize = (sizes: PdfFeatures['sizes']): number[] => {
  const shapes = sizes.map(({ width, height }) => ({ short: Math.min(width, height), long: Math.max(width, height) }))
  const counts = new Map<string, number>()
  const nameOf = ({ short, long }: { short: number; long: number }) => `${Math.round(short)} ${Math.round(long)}`
  for (const shape of shapes) counts.set(nameOf(shape), (counts.get(nameOf(shape)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const usual = shapes.find((shape) => counts.get(nameOf(shape)) === most)
  if (!usual) return []
  const differs = (one: number, other: number) => Math.abs(one - other) > SAME_SIZE * other
  return shapes.flatMap(({ short, long }, page) =>
    differs(short, usual.short) || differs(long, usual.long) ? [page] : [],
  )
}
