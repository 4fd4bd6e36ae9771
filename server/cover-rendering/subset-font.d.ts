declare module 'subset-font' {
  /** Subsets a font to some characters, or to all glyphs, and pins or limits its variation axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'sfnt' | 'woff2'
      keepFeatures?: string[]
      keepAllGlyphs?: boolean
      noHinting?: boolean
      variationAxes?: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
