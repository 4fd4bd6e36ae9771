/** A shape of a page: what it stands for, which may be several characters, and where its baseline begins, in points. */
export interface Shape {
  text: string
  x: number
  y: number
  size?: number
  /** The width of the shape in parts of its size. */
  width?: number
  /** Characters that the file gives in its place. */
  actualText?: string
  /** The file says that it is no part of its text. */
  isArtifact?: boolean
}

const WIDTH = 0.5
const HEIGHT = 800

/** A PDF of pages of 600 by 800 points that draws shapes in the given order, each with the characters that it stands for. */
export const drawnPdf = (pages: Shape[][]): Buffer => {
  const kinds = [...new Map(pages.flat().map((shape) => [keyOf(shape), shape])).values()]
  if (kinds.length > 250) throw new Error('A drawn PDF has at most 250 kinds of shapes')
  const codes = new Map(kinds.map((shape, at) => [keyOf(shape), at + 1]))
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const utf16 = (text: string) => [...Array(text.length).keys()].map((at) => hex(text.charCodeAt(at), 4)).join('')
  const widths = kinds.map(({ width = WIDTH }) => Math.round(width * 1000))
  const cmap = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Drawn def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...kinds.map(({ text }, at) => `1 beginbfchar <${hex(at + 1, 2)}> <${utf16(text)}> endbfchar`),
    'endcmap end end',
  ].join('\n')
  const contents = pages.map((shapes) =>
    shapes
      .map((shape) => {
        const { x, y, size = 10, actualText, isArtifact = false } = shape
        const drawn = `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm <${hex(codes.get(keyOf(shape)) ?? 0, 2)}> Tj ET`
        if (isArtifact) return `/Artifact << /Type /Pagination >> BDC ${drawn} EMC`
        return actualText ? `/Span << /ActualText <feff${utf16(actualText)}> >> BDC ${drawn} EMC` : drawn
      })
      .join('\n'),
  )
  const shapes = kinds.map((_, at) => `/g${at + 1} 6 0 R`).join(' ')
  const names = kinds.map((_, at) => `/g${at + 1}`).join(' ')
  const stream = (data: string) => `<< /Length ${data.length} >>\nstream\n${data}\nendstream`
  const first = 7
  return toFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] >>`,
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar ${kinds.length} /Widths [${widths.join(' ')}] /Encoding 5 0 R /CharProcs << ${shapes} >> /ToUnicode 4 0 R >>`,
    stream(cmap),
    `<< /Type /Encoding /Differences [1 ${names}] >>`,
    stream(`${Math.round(WIDTH * 1000)} 0 0 0 ${Math.round(WIDTH * 1000)} 700 d1 20 0 ${WIDTH * 1000 - 40} 700 re f`),
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 ${HEIGHT}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
      stream(content),
    ]),
  ])
}

const keyOf = ({ text, width = WIDTH }: Shape) => `${width} ${text}`

const toFile = (objects: string[]): Buffer => {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Shapes of a line, drawn one after another from `x` to the right, one for each character; blanks are gaps. */
export const drawnLine = (text: string, { x = 60, y = 700, size = 10 }: Partial<Shape> = {}): Shape[] =>
  [...text].flatMap((char, at) => (char === ' ' ? [] : [{ text: char, x: x + at * size * WIDTH, y, size }]))
