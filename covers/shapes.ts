/** SVG markup. User input in it is already escaped. */
export type Svg = string

/** Formats a coordinate. Two decimals are a fortieth of a pixel on the largest cover. */
export const n = (value: number): string => String(Math.round(value * 100) / 100)

export const circle = (x: number, y: number, radius: number, fill: string): Svg =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`

export const ring = (x: number, y: number, radius: number, width: number, stroke: string): Svg =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string): Svg =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"/>`

export const outline = (x: number, y: number, width: number, height: number, stroke: string, weight = 1): Svg =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="none" stroke="${stroke}" stroke-width="${weight}"/>`

export const path = (d: string, fill: string): Svg => `<path d="${d}" fill="${fill}"/>`

export const line = (d: string, stroke: string, width: number): Svg =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`

export const turned = (degrees: number, inner: Svg, x = 50, y = 50): Svg =>
  degrees ? `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${inner}</g>` : inner

export const moved = (x: number, y: number, inner: Svg): Svg => `<g transform="translate(${n(x)} ${n(y)})">${inner}</g>`

export const times = (count: number, draw: (at: number) => Svg): Svg =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

/** Clips a 100 x 100 drawing to a rectangle. */
export const pane = (x: number, y: number, width: number, height: number, inner: Svg, view = '0 0 100 100'): Svg =>
  `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" viewBox="${view}" preserveAspectRatio="xMidYMid slice">${inner}</svg>`
