import { nextObject } from '#server/formats/pdf/active-content/active-content.ts'
import { PdfTokenizer } from '#server/formats/pdf/active-content/pdf-tokenizer.ts'
import type { PdfiumModule } from '#server/formats/pdf/pdfium-module.ts'

/** A value of a file; names and numbers are as they are written. */
type Value = Map<string, Value> | Value[] | { reference: string } | { text: string } | string | undefined

/** Of dictionaries and arrays within each other. */
const MAX_DEPTH = 20
const FORM_OBJECT = 5
/** Of a form with more, those beyond it are not looked at. */
const MOST_OBJECTS = 20_000
/** Layers with longer names are shown. */
const NAME_BYTES = 512
/** Stands for groups of layers, which have no name: PDFium does not tell which one a mark is of. */
const GROUP = '\0'

/**
 * The names of the layers that a file does not show when it is opened, without those that a shown layer has too, and `GROUP`
 * if it shows no group of layers. `plain` is the file without encryption, its objects unpacked.
 */
export const hiddenLayersOf = (plain: Buffer): Set<string> => {
  const offsets = new Map<string, number>()
  for (let object = nextObject(plain, 0); object; object = nextObject(plain, object.at))
    offsets.set(object.number, object.at)
  const resolve = (value: Value): Value => {
    const at = isReference(value) ? offsets.get(value.reference) : undefined
    return at === undefined ? value : readValue(new PdfTokenizer(plain, at), 0)
  }
  const entry = (value: Value, key: string): Value => {
    const dictionary = resolve(value)
    return dictionary instanceof Map ? resolve(dictionary.get(key)) : undefined
  }
  const layersOf = (value: Value, key: string): string[] => {
    const list = entry(value, key)
    return Array.isArray(list) ? list.filter(isReference).map(({ reference }) => reference) : []
  }
  const trailer = readValue(new PdfTokenizer(plain, plain.lastIndexOf('trailer') + 'trailer'.length), 0)
  const properties = entry(entry(trailer, '/Root'), '/OCProperties')
  const settings = entry(properties, '/D')
  const [on, off] = [new Set(layersOf(settings, '/ON')), new Set(layersOf(settings, '/OFF'))]
  const isBaseOff = entry(settings, '/BaseState') === '/OFF'
  const isOff = (layer: string) => (isBaseOff ? !on.has(layer) : off.has(layer))
  const isOn = (layer: string) => !isOff(layer)
  const nameOf = (layer: string) => {
    const name = entry({ reference: layer }, '/Name')
    return typeof name === 'object' && 'text' in name ? name.text : ''
  }
  const isHiddenGroup = (group: Value) => {
    if (entry(group, '/Type') !== '/OCMD' || entry(group, '/VE') !== undefined) return false
    const one = group instanceof Map ? group.get('/OCGs') : undefined
    const own = isReference(one) && !Array.isArray(resolve(one)) ? [one.reference] : layersOf(group, '/OCGs')
    const isMet = { '/AllOn': own.every(isOn), '/AnyOff': own.some(isOff), '/AllOff': own.every(isOff) }
    const policy = entry(group, '/P')
    return own.length > 0 && !(isMet[policy as keyof typeof isMet] ?? own.some(isOn))
  }
  const groups = objectsWith(plain, '/OCMD', offsets.values()).map((at) => readValue(new PdfTokenizer(plain, at), 0))
  const layers = layersOf(properties, '/OCGs')
  // Marks may lack a name, or have one that is not read.
  const shown = new Set(['', ...layers.filter((layer) => !isOff(layer)).map(nameOf)])
  const hidden = new Set(layers.filter(isOff).map(nameOf)).difference(shown)
  return groups.length > 0 && groups.every(isHiddenGroup) ? hidden.add(GROUP) : hidden
}

/** Where the objects begin that have a name in them. */
const objectsWith = (plain: Buffer, name: string, offsets: Iterable<number>): number[] => {
  const begins = [...offsets].sort((one, other) => one - other)
  const found = new Set<number>()
  let next = 0
  for (let at = plain.indexOf(name); at >= 0; at = plain.indexOf(name, at + 1)) {
    while ((begins[next] ?? Infinity) < at) next += 1
    const begin = begins[next - 1]
    if (begin !== undefined) found.add(begin)
  }
  return [...found]
}

const isReference = (value: Value): value is { reference: string } => typeof value === 'object' && 'reference' in value

const readValue = (tokens: PdfTokenizer, depth: number): Value => toValue(tokens.next(), tokens, depth)

const toValue = (token: string, tokens: PdfTokenizer, depth: number): Value => {
  if (token === '(') return { text: tokens.lastString() }
  if (depth > MAX_DEPTH || (token !== '[' && token !== '<<')) return token
  const items: Value[] = []
  for (let next = tokens.next(); !['', 'endobj', ']', '>>'].includes(next); next = tokens.next()) {
    if (next === 'R') items.splice(-2, 2, { reference: String(items.at(-2)) })
    else items.push(toValue(next, tokens, depth + 1))
  }
  if (token === '[') return items
  return new Map(items.flatMap((key, at) => (at % 2 === 0 ? [[String(key), items[at + 1]] as const] : [])))
}

/** Says of what a page draws whether it is of a layer that is hidden; the layers are asked for only if the page has some. */
export const hiddenReader = (pdfium: PdfiumModule, memory: number, hiddenLayers: () => Set<string>) => {
  const inHiddenForms = new Set<number>()
  const isOnHiddenLayer = (object: number): boolean => {
    for (let at = pdfium._FPDFPageObj_CountMarks(object) - 1; at >= 0; at -= 1) {
      const layer = layerOf(pdfium, pdfium._FPDFPageObj_GetMark(object, at), memory)
      if (layer !== undefined && hiddenLayers().has(layer)) return true
    }
    return false
  }
  const hideForm = (form: number, depth: number) => {
    const count = Math.min(pdfium._FPDFFormObj_CountObjects(form), MOST_OBJECTS)
    for (let at = 0; at < count; at += 1) {
      const object = pdfium._FPDFFormObj_GetObject(form, at)
      inHiddenForms.add(object)
      if (depth < MAX_DEPTH && pdfium._FPDFPageObj_GetType(object) === FORM_OBJECT) hideForm(object, depth + 1)
    }
  }
  return {
    /** What the page draws, before others are asked about: a form is drawn on the layer where it is placed. */
    addForms: (objects: Iterable<number>) => {
      for (const object of objects)
        if (pdfium._FPDFPageObj_GetType(object) === FORM_OBJECT && isOnHiddenLayer(object)) hideForm(object, 0)
    },
    isHidden: (object: number) => inHiddenForms.has(object) || isOnHiddenLayer(object),
  }
}

/** The name of the layer that a mark is of; undefined for other marks. */
const layerOf = (pdfium: PdfiumModule, mark: number, memory: number): string | undefined => {
  const length = memory + NAME_BYTES
  if (!pdfium._FPDFPageObjMark_GetName(mark, memory, NAME_BYTES, length)) return undefined
  if (textAt(pdfium, memory, length) !== 'OC') return undefined
  const key = length + 4
  pdfium.HEAPU8.set(NAME_KEY, key)
  const isRead = pdfium._FPDFPageObjMark_GetParamStringValue(mark, key, memory, NAME_BYTES, length)
  return isRead ? textAt(pdfium, memory, length) : GROUP
}

const NAME_KEY = Buffer.from('Name\0')
/** Bytes that `hiddenReader` needs. */
export const LAYER_BYTES = NAME_BYTES + 4 + NAME_KEY.length

const textAt = (pdfium: PdfiumModule, memory: number, length: number): string => {
  const bytes = new DataView(pdfium.HEAPU8.buffer).getUint32(length, true)
  if (bytes < 2 || bytes > NAME_BYTES) return ''
  return Buffer.from(pdfium.HEAPU8.subarray(memory, memory + bytes - 2)).toString('utf16le')
}
