import type { PDFiumModule } from '@hyzyla/pdfium'
import { PdfRejectedError } from './pdf-error.ts'

/** The functions of PDFium's C API that the package's types omit. */
export type PdfiumModule = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDF_InitLibrary: () => void
  _FPDF_GetMetaText: (document: number, tag: number, buffer: number, size: number) => number
  _FPDF_GetSecurityHandlerRevision: (document: number) => number
  _FPDF_DocumentHasValidCrossReferenceTable: (document: number) => number
  _FPDF_GetPageSizeByIndexF: (document: number, index: number, size: number) => number
  _FPDF_SaveAsCopy: (document: number, writer: number, flags: number) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_GetUnicode: (text: number, index: number) => number
  _FPDFText_IsGenerated: (text: number, index: number) => number
  _FPDFText_HasUnicodeMapError: (text: number, index: number) => number
  _FPDFText_GetFontSize: (text: number, index: number) => number
  _FPDFText_GetCharAngle: (text: number, index: number) => number
  _FPDFText_GetLooseCharBox: (text: number, index: number, box: number) => number
  _FPDFText_GetCharBox: (
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ) => number
  _FPDFText_GetCharOrigin: (text: number, index: number, x: number, y: number) => number
  _FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number
  _FPDFText_GetFontInfo: (text: number, index: number, name: number, size: number, flags: number) => number
  _FPDFPageObj_CountMarks: (object: number) => number
  _FPDFPageObj_GetMark: (object: number, index: number) => number
  _FPDFPageObjMark_GetName: (mark: number, buffer: number, size: number, length: number) => number
  _FPDFPageObjMark_GetParamStringValue: (
    mark: number,
    key: number,
    buffer: number,
    size: number,
    length: number,
  ) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, index: number) => number
  _FPDF_GetPageBoundingBox: (page: number, box: number) => number
  _FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number
  _FPDFPageObj_GetMatrix: (object: number, matrix: number) => number
  _FPDFPageObj_GetClipPath: (object: number) => number
  _FPDFClipPath_CountPaths: (clip: number) => number
  _FPDFClipPath_CountPathSegments: (clip: number, path: number) => number
  _FPDFClipPath_GetPathSegment: (clip: number, path: number, segment: number) => number
  _FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number
  _FPDFText_GetTextObject: (text: number, index: number) => number
  _FPDFTextObj_GetFont: (object: number) => number
  _FPDFFont_GetIsEmbedded: (font: number) => number
  _FPDFCatalog_IsTagged: (document: number) => number
  _FPDFBookmark_GetFirstChild: (document: number, bookmark: number) => number
  _FPDFBookmark_GetNextSibling: (document: number, bookmark: number) => number
  _FPDFBookmark_GetTitle: (bookmark: number, buffer: number, size: number) => number
  _FPDFBookmark_GetDest: (document: number, bookmark: number) => number
  _FPDFDest_GetDestPageIndex: (document: number, destination: number) => number
  _FPDFDest_GetView: (destination: number, count: number, parameters: number) => number
  wasmExports: { __indirect_function_table: WebAssembly.Table }
}

export const withMemory = <T>(pdfium: PdfiumModule, size: number, use: (pointer: number) => T): T => {
  const pointer = allocate(pdfium, size)
  const result = use(pointer)
  pdfium.wasmExports.free(pointer)
  return result
}

export const allocate = (pdfium: PdfiumModule, size: number): number => {
  const pointer = pdfium.wasmExports.malloc(Math.max(1, size))
  if (pointer === 0) throw new PdfRejectedError('too_complex')
  return pointer
}
