import { isReference, readObjects, type Value } from './plain-objects.ts'

/** The name that hidden layers get: PDFium tells of what a page draws only the name of its layer. */
export const HIDDEN = 'quillhouse-hidden'
const HIDDEN_LAYER = `<< /Type /OCG /Name (${HIDDEN}) >>`
const EMPTY_FORM = '<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 0 >>\nstream\n\nendstream'
/** The most operands of an expression that are looked at: the rest is taken for met. */
const MOST_OPERANDS = 1_000

/**
 * The file with an update by which its hidden layers and groups of layers are called `HIDDEN`, and forms that are on one draw
 * nothing; undefined if it shows all when it is opened. `plain` is the file without encryption, its objects unpacked.
 */
export const withHiddenLayers = (plain: Buffer): Buffer | undefined => {
  if (!plain.includes('/OCProperties')) return undefined
  const objects = readObjects(plain)
  const { entry, resolve, having } = objects
  const trailer = objects.trailer()
  const isHidden = hiddenReader(objects, entry(entry(trailer, '/Root'), '/OCProperties'))
  const isForm = (value: Value) => entry(value, '/Subtype') === '/Form'
  const hidden = new Map<string, string>()
  for (const number of [...having('/OCG'), ...having('/OCMD')])
    if (isHidden({ reference: number })) hidden.set(number, HIDDEN_LAYER)
  for (const number of having('/OC')) {
    const value = resolve({ reference: number })
    if (value instanceof Map && isForm(value) && isHidden(value.get('/OC'))) hidden.set(number, EMPTY_FORM)
  }
  return hidden.size > 0 ? withUpdate(plain, hidden, trailer) : undefined
}

/** Says of a layer or a group of layers whether it is not shown, as pdf.js draws it. */
const hiddenReader = ({ entry, resolve }: ReturnType<typeof readObjects>, properties: Value) => {
  const layersOf = (value: Value, key: string): string[] => {
    const list = entry(value, key)
    return Array.isArray(list) ? list.filter(isReference).map(({ reference }) => reference) : []
  }
  const settings = entry(properties, '/D')
  const layers = new Set(layersOf(properties, '/OCGs'))
  const [on, off] = [new Set(layersOf(settings, '/ON')), new Set(layersOf(settings, '/OFF'))]
  const isBaseOff = entry(settings, '/BaseState') === '/OFF'
  const states = new Map<string, boolean>()
  const readState = (layer: string) => {
    const isSet = !off.has(layer) && (!isBaseOff || on.has(layer))
    // Layers for the print alone, such as a watermark, are on in every setting.
    return isSet && entry(entry(entry({ reference: layer }, '/Usage'), '/View'), '/ViewState') !== '/OFF'
  }
  const isOn = (layer: string): boolean => {
    const state = states.get(layer) ?? readState(layer)
    states.set(layer, state)
    return state
  }
  let operandsLeft = MOST_OPERANDS
  const isMet = ([operator, ...operands]: Value[]): boolean => {
    const met = operands.map((operand) => {
      if (isReference(operand) && layers.has(operand.reference)) return isOn(operand.reference)
      operandsLeft -= 1
      const inner = operandsLeft > 0 ? resolve(operand) : undefined
      return !Array.isArray(inner) || isMet(inner)
    })
    if (operator === '/Not') return met[0] !== true
    return operator === '/Or' ? met.includes(true) : !met.includes(false)
  }
  return (layer: Value): boolean => {
    if (isReference(layer) && layers.has(layer.reference)) return !isOn(layer.reference)
    const group = resolve(layer)
    if (!(group instanceof Map) || entry(group, '/Type') !== '/OCMD') return false
    const expression = entry(group, '/VE')
    operandsLeft = MOST_OPERANDS
    if (Array.isArray(expression)) return !isMet(expression)
    const one = group.get('/OCGs')
    const own = isReference(one) && !Array.isArray(resolve(one)) ? [one.reference] : layersOf(group, '/OCGs')
    if (own.length === 0 || !own.every((number) => layers.has(number))) return false
    const isAnyOff = !own.every(isOn)
    const byPolicy = { '/AllOn': !isAnyOff, '/AnyOff': isAnyOff, '/AllOff': !own.some(isOn) }
    return !(byPolicy[entry(group, '/P') as keyof typeof byPolicy] ?? own.some(isOn))
  }
}

/** The file with other objects in place of some of its own. */
const withUpdate = (plain: Buffer, objects: Map<string, string>, trailer: Value): Buffer => {
  const written = trailer instanceof Map ? trailer : new Map<string, Value>()
  const root = written.get('/Root')
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(plain.subarray(-64).toString('latin1'))?.[1]
  const parts: string[] = []
  const rows: string[] = []
  let size = plain.length
  for (const [number, value] of objects) {
    const part = `\n${number} 0 obj\n${value}\nendobj\n`
    rows.push(`${number} 1\n${String(size + 1).padStart(10, '0')} 00000 n \n`)
    parts.push(part)
    size += part.length
  }
  const end = `trailer\n<< /Size ${String(written.get('/Size'))} /Root ${isReference(root) ? root.reference : '1'} 0 R /Prev ${before} >>`
  const table = `xref\n${rows.join('')}${end}\nstartxref\n${size}\n%%EOF\n`
  return Buffer.concat([plain, Buffer.from(`${parts.join('')}${table}`)])
}
