import type { EpubChapterSummary } from '#contract/shapes/epub.ts'
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

/** A layout that is fixed, as books say it to the readers of Apple and Amazon, which knew that before EPUB 3 had words for it. */
export interface OlderFixedLayout {
  page: EpubChapterSummary['page']
  /** Whether a chapter says how large its page is: another one flows, so that nothing of it is cut off. */
  hasSize: (path: string) => boolean
}

const LAYOUTS: readonly Layout[] = ['reflowable', 'pre-paginated']
const SPREADS: readonly Spread[] = ['auto', 'none', 'landscape', 'portrait', 'both']
const FLOWS: readonly Flow[] = ['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc']

/** `older` is what a book says of a fixed layout elsewhere, if it says nothing in words of EPUB 3. */
export const readRendition = ({ root, spineElement }: BookPackage, older?: OlderFixedLayout): Rendition => {
  const metas = descendantsOf(root, 'meta').filter((meta) => attributeOf(meta, 'refines') === undefined)
  const said = (property: string): string =>
    textOf(metas.find((one) => attributeOf(one, 'property') === `rendition:${property}`)).trim()
  const ofBook = <Value extends string>(property: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === said(property))
  const direction = attributeOf(spineElement, 'page-progression-direction')
  const stated = ofBook('layout', LAYOUTS)
  const layout = stated ?? (older ? 'pre-paginated' : 'reflowable')
  const layoutOf = (path: string | undefined): Layout =>
    stated === undefined && older && !(path !== undefined && older.hasSize(path)) ? 'reflowable' : layout
  const spread = ofBook('spread', SPREADS) ?? 'auto'
  const flow = ofBook('flow', FLOWS) ?? 'auto'
  return {
    direction: direction === 'ltr' || direction === 'rtl' ? direction : null,
    layout,
    page: pageSizeOf(said('viewport')) ?? older?.page ?? null,
    ofItem: ({ properties, shown }) => {
      const has = (name: string) => properties.includes(name) || properties.includes(`rendition:${name}`)
      return {
        layout: LAYOUTS.find((value) => has(`layout-${value}`)) ?? layoutOf(shown?.path),
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
