declare module 'subset-font' {
  /** A font for the web of some characters, with its axes shortened. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: string[]
      noHinting?: boolean
      variationAxes: Record<string, number | { min: number; max: number }>
    },
  ): Promise<Buffer>
}
