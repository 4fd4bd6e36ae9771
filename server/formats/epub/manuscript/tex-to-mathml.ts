import temml from 'temml'

/** A formula is a line or some; what is longer takes time. */
const MAX_LENGTH = 5_000
const MAX_EXPAND = 500

/** A formula in TeX as MathML; undefined for one that can't be read. It loads nothing and leads nowhere. */
export const texToMathml = (tex: string, isBlock: boolean): string | undefined => {
  if (tex.length > MAX_LENGTH) return undefined
  try {
    return temml.renderToString(tex, {
      displayMode: isBlock,
      xml: true,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: MAX_EXPAND,
    })
  } catch {
    return undefined
  }
}
