import type { EpubChapterSummary } from '#contract/epub.ts'
import type { BookPackage, SpineItem } from './read-package.ts'
import { attributeOf, descendantsOf, textOf } from './xml-tree.ts'

type Layout = EpubChapterSummary['layout']
type Spread = EpubChapterSummary['spread']
type Flow = EpubChapterSummary['flow']

/** How a book, and each of its chapters, is laid out. */
export interface Rendition {
  direction: 'ltr' | 'rtl' | null
  layout: Layout
  /** The size of a page of a fixed layout that states none itself, as EPUB 3.0 has it. */
  page: EpubChapterSummary['page']
  ofItem: (item: SpineItem) => Pick<EpubChapterSummary, 'layout' | 'spread' | 'flow' | 'side'>
}

const LAYOUTS: readonly Layout[] = ['reflowable', 'pre-paginated']
const SPREADS: readonly Spread[] = ['auto', 'none', 'landscape', 'portrait', 'both']
const FLOWS: readonly Flow[] = ['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc']

export const readRendition = ({ root, spineElement }: BookPackage): Rendition => {
  const metas = descendantsOf(root, 'meta').filter((meta) => attributeOf(meta, 'refines') === undefined)
  const said = (property: string): string =>
    textOf(metas.find((one) => attributeOf(one, 'property') === `rendition:${property}`)).trim()
  const ofBook = <Value extends string>(property: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === said(property))
  const direction = attributeOf(spineElement, 'page-progression-direction')
  const layout = ofBook('layout', LAYOUTS) ?? 'reflowable'
  const spread = ofBook('spread', SPREADS) ?? 'auto'
  const flow = ofBook('flow', FLOWS) ?? 'auto'
  return {
    direction: direction === 'ltr' || direction === 'rtl' ? direction : null,
    layout,
    page: pageSizeOf(said('viewport')),
    ofItem: ({ properties }) => {
      const has = (name: string) => properties.includes(name) || properties.includes(`rendition:${name}`)
      return {
        layout: LAYOUTS.find((value) => has(`layout-${value}`)) ?? layout,
        spread: SPREADS.find((value) => has(`spread-${value}`)) ?? spread,
        flow: FLOWS.find((value) => has(`flow-${value}`)) ?? flow,
        side: (['left', 'right', 'center'] as const).find((side) => has(`page-spread-${side}`)) ?? null,
      }
    },
  }
}

const MAX_SIDE = 20_000

/** The size in a `viewport`, such as 'width=1200, height=600'. */
export const pageSizeOf = (viewport: string): EpubChapterSummary['page'] => {
  const side = (name: string) => Number(new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*([\\d.]+)`, 'i').exec(viewport)?.[1])
  const [width, height] = [side('width'), side('height')]
  return [width, height].every((length) => length > 0 && length <= MAX_SIDE) ? { width, height } : null
}
