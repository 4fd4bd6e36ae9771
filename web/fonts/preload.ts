import instrumentSans from './instrument-sans.woff2?url'
import literata from './literata.woff2?url'

/** The two fonts of every page's first lines: `<link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous">`. */
export const PRELOADED_FONTS = [literata, instrumentSans]
