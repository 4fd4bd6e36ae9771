declare module 'subset-font' {
  /** A font of some characters (or all of its glyphs), pinned to a place on its axes. */
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
