import type { PDFFindController } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { foldText, type FoldedText } from '#contract/shapes/fold-text.ts'
import { finderOf } from '#web/reading/format/search-text.ts'
import { isOnScreen } from './on-screen.ts'

/** The folded texts of more pages are not kept. */
const MAX_FOLDED = 1000

type Controller = typeof PDFFindController
type Found = ReturnType<PDFFindController['match']>
type ShownMatch = Parameters<PDFFindController['scrollMatchIntoView']>[0]

/**
 * The search of pdf.js, which compares words as the library's own search does; what is to be found exactly, it tries first
 * so. `container` is what scrolls.
 */
export const openFindController = (
  FindController: Controller,
  options: ConstructorParameters<Controller>[0],
  container: HTMLElement,
) => {
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

    override scrollMatchIntoView(match: ShownMatch) {
      // Called when the text of the page is drawn: the reader may have gone elsewhere before.
      if (!isOnScreen(match.element.closest('.page') ?? match.element, container)) this._scrollMatches = false
      super.scrollMatchIntoView(match)
    }
  }
  return new FoldingFindController(options)
}
