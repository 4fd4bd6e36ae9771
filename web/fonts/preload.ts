import instrumentSans from './instrument-sans.woff2?url'
import literata from './literata.woff2?url'

/** The fonts of the text that every page shows first. */
export const PRELOADED_FONTS = [literata, instrumentSans]
