declare module 'subset-font' {
  /** Subsets a font to some characters (or to all glyphs) and pins its variation axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'sfnt'
      keepAllGlyphs?: boolean
      noHinting?: boolean
      variationAxes?: Record<string, number>
    },
  ): Promise<Buffer>
}
