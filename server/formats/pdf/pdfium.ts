import { PDFiumModule } from '@hyzyla/pdfium'
import { PdfRejectedError } from './pdf-error.ts'
import { allocate, type PdfiumModule, withMemory } from './pdfium-module.ts'
import { type Depth, readFeatures } from './read-features.ts'
import { readIncompleteTargets } from './read-incomplete-targets.ts'
import { withHiddenLayers } from './text/hidden-layers.ts'
import { readLines } from './text/read-lines.ts'

const MAX_COPY = 128 * 1024 * 1024
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
const REMOVE_SECURITY = 3
const DRAW_ANNOTATIONS = 0x01
const DRAW_RGBA = 0x10
const FORMAT_BGRA = 4

/** In pixels. */
export type PageSize = { maxWidth: number; maxHeight: number }
export type Bitmap = { width: number; height: number; rgba: Buffer }
export type Pdfium = Awaited<ReturnType<typeof loadPdfium>>
export type PdfDocument = ReturnType<Pdfium['open']>

export const loadPdfium = async () => {
  const pdfium = withDirectCalls((await PDFiumModule({})) as PdfiumModule)
  pdfium._FPDF_InitLibrary()
  return { open: (file: Buffer) => openDocument(pdfium, file) }
}

/**
 * The module checks and describes the arguments of each call, which takes as long as the call: a page needs several for each
 * character.
 */
const withDirectCalls = (pdfium: PdfiumModule): PdfiumModule => {
  const calls = Object.entries(pdfium.wasmExports).filter(([name]) => name.startsWith('FPDF'))
  return Object.assign(pdfium, Object.fromEntries(calls.map(([name, call]) => [`_${name}`, call])))
}

const openDocument = (pdfium: PdfiumModule, file: Buffer) => {
  const bytes = copyIn(pdfium, file)
  const document = pdfium._FPDF_LoadMemDocument(bytes, file.length, 0)
  if (document === 0) {
    const error = pdfium._FPDF_GetLastError()
    pdfium.wasmExports.free(bytes)
    throw new PdfRejectedError(error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'encrypted' : 'damaged')
  }
  let layered: { document: number; close: () => void } | undefined
  return {
    isEncrypted: pdfium._FPDF_GetSecurityHandlerRevision(document) !== -1,
    isRebuilt: pdfium._FPDF_DocumentHasValidCrossReferenceTable(document) === 0,
    countPages: (limit: number) => countPages(pdfium, document, limit),
    readMeta: (tag: 'Title' | 'Author') => readMeta(pdfium, document, tag),
    readFeatures: (pageCount: number, depth: Depth) => readFeatures(pdfium, document, pageCount, depth),
    readIncompleteTargets: (pageCount: number) => readIncompleteTargets(pdfium, document, pageCount),
    copyPlain: () => copyPlain(pdfium, document),
    readLines: (page: number, limit: number) =>
      readLines(pdfium, document, {
        page,
        limit,
        layered: () => (layered ??= openLayered(pdfium, document)).document,
      }),
    drawPage: (index: number, size: PageSize) => drawPage(pdfium, document, index, size),
    close: () => {
      layered?.close()
      pdfium._FPDF_CloseDocument(document)
      pdfium.wasmExports.free(bytes)
    },
  }
}

/** The document with its hidden layers marked, or itself if it shows all. */
const openLayered = (pdfium: PdfiumModule, document: number): { document: number; close: () => void } => {
  const file = withHiddenLayers(copyPlain(pdfium, document))
  if (!file) return { document, close: () => undefined }
  const bytes = copyIn(pdfium, file)
  const marked = pdfium._FPDF_LoadMemDocument(bytes, file.length, 0)
  const close = () => {
    if (marked !== 0) pdfium._FPDF_CloseDocument(marked)
    pdfium.wasmExports.free(bytes)
  }
  return { document: marked === 0 ? document : marked, close }
}

/** Counts the pages that exist, at most `limit`: a file may claim more. */
const countPages = (pdfium: PdfiumModule, document: number, limit: number): number => {
  let pages = Math.min(Math.max(0, pdfium._FPDF_GetPageCount(document)), limit)
  return withMemory(pdfium, 8, (size) => {
    while (pages > 0 && !pdfium._FPDF_GetPageSizeByIndexF(document, pages - 1, size)) pages -= 1
    return pages
  })
}

const readMeta = (pdfium: PdfiumModule, document: number, tag: string): string => {
  const name = copyIn(pdfium, Buffer.from(`${tag}\0`))
  const size = pdfium._FPDF_GetMetaText(document, name, 0, 0)
  const text = withMemory(pdfium, size, (buffer) => {
    pdfium._FPDF_GetMetaText(document, name, buffer, size)
    return Buffer.from(pdfium.HEAPU8.subarray(buffer, buffer + Math.max(0, size - 2))).toString('utf16le')
  })
  pdfium.wasmExports.free(name)
  return text
}

/** The document as PDFium parsed it: decrypted, with its object streams unpacked. */
const copyPlain = (pdfium: PdfiumModule, document: number): Buffer => {
  const chunks: Buffer[] = []
  let size = 0
  const write = (_writer: number, data: number, length: number): number => {
    size += length
    if (size > MAX_COPY) return 0
    chunks.push(Buffer.from(pdfium.HEAPU8.subarray(data, data + length)))
    return 1
  }
  const isComplete = withCallback(pdfium, write, (callback) =>
    withMemory(pdfium, 8, (writer) => {
      new DataView(pdfium.HEAPU8.buffer).setUint32(writer, 1, true)
      new DataView(pdfium.HEAPU8.buffer).setUint32(writer + 4, callback, true)
      return pdfium._FPDF_SaveAsCopy(document, writer, REMOVE_SECURITY)
    }),
  )
  if (!isComplete) throw new PdfRejectedError(size > MAX_COPY ? 'too_complex' : 'damaged')
  return Buffer.concat(chunks)
}

const drawPage = (pdfium: PdfiumModule, document: number, index: number, { maxWidth, maxHeight }: PageSize): Bitmap => {
  const page = pdfium._FPDF_LoadPage(document, index)
  const scale = Math.min(maxWidth / pdfium._FPDF_GetPageWidth(page), maxHeight / pdfium._FPDF_GetPageHeight(page))
  if (page === 0 || !(scale > 0 && Number.isFinite(scale))) throw new PdfRejectedError('damaged')
  const width = Math.max(1, Math.round(pdfium._FPDF_GetPageWidth(page) * scale))
  const height = Math.max(1, Math.round(pdfium._FPDF_GetPageHeight(page) * scale))
  const rgba = withMemory(pdfium, width * height * 4, (pixels) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGRA, pixels, width * 4)
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | DRAW_RGBA)
    pdfium._FPDFBitmap_Destroy(bitmap)
    return Buffer.from(pdfium.HEAPU8.subarray(pixels, pixels + width * height * 4))
  })
  pdfium._FPDF_ClosePage(page)
  return { width, height, rgba }
}

const copyIn = (pdfium: PdfiumModule, bytes: Buffer): number => {
  const pointer = allocate(pdfium, bytes.length)
  pdfium.HEAPU8.set(bytes, pointer)
  return pointer
}

type Callback = (first: number, second: number, third: number) => number

/** Passes a JavaScript function to C in entry 0 of the module's table, the only free one: the table can't grow. */
const withCallback = <T>(pdfium: PdfiumModule, callback: Callback, use: (pointer: number) => T): T => {
  const table = pdfium.wasmExports.__indirect_function_table
  const { exports } = new WebAssembly.Instance(CALLBACK_MODULE, { e: { f: callback } })
  table.set(0, exports.f)
  const result = use(0)
  table.set(0, null)
  return result
}

/** `(module (func (export "f") (import "e" "f") (param i32 i32 i32) (result i32)))`: a table holds WebAssembly functions only. */
const CALLBACK_MODULE = new WebAssembly.Module(
  Buffer.from('0061736d0100000001080160037f7f7f017f0207010165016600000705010166' + '0000', 'hex'),
)
