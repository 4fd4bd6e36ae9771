import type { PDFFindController } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { foldText, type FoldedText } from '#contract/fold-text.ts'
import { finderOf } from '#web/reading/format/search-text.ts'

/** The folded texts of more pages are not kept. */
const MAX_FOLDED = 1000

type Controller = typeof PDFFindController
type Found = ReturnType<PDFFindController['match']>

/** The search of pdf.js, which compares words as the library's own search does; what is to be found exactly, it tries first so. */
export const openFindController = (FindController: Controller, options: ConstructorParameters<Controller>[0]) => {
  /** The last pages that were searched: the next letter of a query is looked for in the same ones. */
  const pages = new Map<string, FoldedText>()
  const folded = (content: string) => {
    const known = pages.get(content) ?? foldText(content)
    if (pages.size < MAX_FOLDED) pages.set(content, known)
    return known
  }
  class FoldingFindController extends FindController {
    override match(query: string | string[], content: string, page: number): Found {
      const state = this.state as { matchDiacritics?: boolean } | null
      const exact = state?.matchDiacritics ? super.match(query, content, page) : undefined
      if (exact && exact.length > 0) return exact
      return finderOf(query)?.(folded(content)).map(({ start, end }) => ({ index: start, length: end - start }))
    }
  }
  return new FoldingFindController(options)
}
