/** Red, green and blue from 0 to 255, and how opaque it is, from 0 to 1. */
export type Color = [number, number, number, number]

const RGB = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)(?:(?:,| \/) ([\d.]+))?\)$/

/** The parts of a computed colour; those of one that is not in RGB are taken as a browser paints it. */
export const colorOf = (computed: string): Color => {
  const [, red, green, blue, alpha = '1'] = RGB.exec(computed) ?? []
  if (red !== undefined) return [Number(red), Number(green), Number(blue), Number(alpha)]
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas') as HTMLCanvasElement
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return [0, 0, 0, 0]
  context.fillStyle = computed
  context.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data
  return [r, g, b, a / 255]
}

/** A colour on an opaque one. */
export const composed = ([red, green, blue, alpha]: Color, [r, g, b]: Color): Color => [
  red * alpha + r * (1 - alpha),
  green * alpha + g * (1 - alpha),
  blue * alpha + b * (1 - alpha),
  1,
]

const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = ([red, green, blue]: Color) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The ratio of WCAG 2, from 1 to 21, of two opaque colours. */
export const contrast = (one: Color, other: Color): number => {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}
