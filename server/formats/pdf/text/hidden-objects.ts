import type { PdfiumModule } from '#server/formats/pdf/pdfium-module.ts'
import { HIDDEN } from './hidden-layers.ts'

const FORM_OBJECT = 5
/** Forms within each other. */
const MAX_DEPTH = 20
/** The most objects of a page or a form that are looked at. */
const MOST_OBJECTS = 20_000
/** Longer names are of no hidden layer. */
const NAME_BYTES = 512

/** What a page draws itself, without what its forms draw. */
export const objectsOf = (pdfium: PdfiumModule, page: number): number[] => {
  const length = Math.min(pdfium._FPDFPage_CountObjects(page), MOST_OBJECTS)
  return Array.from({ length }, (_, at) => pdfium._FPDFPage_GetObject(page, at))
}

/** Whether a page draws anything that may be on a layer: PDFium does not tell the layers of forms. */
export const mayHide = (pdfium: PdfiumModule, page: number, memory: number): boolean =>
  objectsOf(pdfium, page).some(
    (object) => isForm(pdfium, object) || marksOf(pdfium, object, memory).some(({ name }) => name === LAYER),
  )

const isForm = (pdfium: PdfiumModule, object: number) => pdfium._FPDFPageObj_GetType(object) === FORM_OBJECT

/** What is said of an object by its marks, and by those of the forms that it is in. */
export interface Marked {
  /** It is on a hidden layer, which is called `HIDDEN`. */
  isHidden: boolean
  /** A tagged file calls it no part of its text: running heads, page numbers. */
  isArtifact: boolean
}

export const marksReader = (pdfium: PdfiumModule, memory: number) => {
  const inForms = new Map<number, Marked>()
  const read = (object: number): Marked => {
    const { isHidden, isArtifact } = inForms.get(object) ?? { isHidden: false, isArtifact: false }
    const marks = [...marksOf(pdfium, object, memory)]
    return {
      isHidden: isHidden || marks.some(({ mark, name }) => name === LAYER && nameOf(pdfium, mark, memory) === HIDDEN),
      isArtifact: isArtifact || marks.some(({ name }) => name === ARTIFACT),
    }
  }
  const markForm = (form: number, marked: Marked, depth: number) => {
    const count = Math.min(pdfium._FPDFFormObj_CountObjects(form), MOST_OBJECTS)
    for (let at = 0; at < count; at += 1) {
      const object = pdfium._FPDFFormObj_GetObject(form, at)
      inForms.set(object, marked)
      if (depth < MAX_DEPTH && isForm(pdfium, object)) markForm(object, marked, depth + 1)
    }
  }
  return {
    /** What the page draws, before others are asked about: a form has the marks of the place where it is drawn. */
    addForms: (objects: Iterable<number>) => {
      for (const object of objects) {
        const marked = isForm(pdfium, object) ? read(object) : undefined
        if (marked?.isHidden || marked?.isArtifact) markForm(object, marked, 0)
      }
    },
    read,
  }
}

const LAYER = 'OC'
const ARTIFACT = 'Artifact'

function* marksOf(pdfium: PdfiumModule, object: number, memory: number): Generator<{ mark: number; name: string }> {
  const length = memory + NAME_BYTES
  for (let at = pdfium._FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
    const mark = pdfium._FPDFPageObj_GetMark(object, at)
    if (pdfium._FPDFPageObjMark_GetName(mark, memory, NAME_BYTES, length))
      yield { mark, name: textAt(pdfium, memory, length) }
  }
}

const nameOf = (pdfium: PdfiumModule, mark: number, memory: number): string => {
  const length = memory + NAME_BYTES
  const key = length + 4
  pdfium.HEAPU8.set(NAME_KEY, key)
  const isRead = pdfium._FPDFPageObjMark_GetParamStringValue(mark, key, memory, NAME_BYTES, length)
  return isRead ? textAt(pdfium, memory, length) : ''
}

const NAME_KEY = Buffer.from('Name\0')
/** Bytes that `marksReader` and `mayHide` need. */
export const LAYER_BYTES = NAME_BYTES + 4 + NAME_KEY.length

const textAt = (pdfium: PdfiumModule, memory: number, length: number): string => {
  const bytes = new DataView(pdfium.HEAPU8.buffer).getUint32(length, true)
  if (bytes < 2 || bytes > NAME_BYTES) return ''
  return Buffer.from(pdfium.HEAPU8.subarray(memory, memory + bytes - 2)).toString('utf16le')
}
