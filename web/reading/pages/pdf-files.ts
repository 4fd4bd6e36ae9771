import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url'
import imageDecoder from './image-decoder.js?url'

type Urls = Record<string, string>
const CMAPS: Urls = import.meta.glob('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
})
const FONTS: Urls = import.meta.glob('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

const FOLDERS: Record<string, [string, Urls]> = {
  cMapUrl: ['/node_modules/pdfjs-dist/cmaps/', CMAPS],
  standardFontDataUrl: ['/node_modules/pdfjs-dist/standard_fonts/', FONTS],
}

/** Loads the character maps and standard fonts that a PDF does not embed from our assets. */
export class PdfFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }) {
    const [folder, urls] = FOLDERS[kind] ?? ['', {}]
    const url = urls[folder + filename]
    if (!url) throw new Error(`pdf.js asked for an unknown file: ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** The JavaScript image decoders, because the Content Security Policy forbids WebAssembly. pdf.js appends a file name to this address. */
export const DECODERS = `${imageDecoder}?${new URLSearchParams({ jbig2, openjpeg }).toString()}&for=/`
