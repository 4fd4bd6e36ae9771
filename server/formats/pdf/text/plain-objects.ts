import { nextObject } from '#server/formats/pdf/active-content/active-content.ts'
import { PdfTokenizer } from '#server/formats/pdf/active-content/pdf-tokenizer.ts'

/** A value of a file; names and numbers are as they are written. */
export type Value = Map<string, Value> | Value[] | { reference: string } | { text: string } | string | undefined

/** How deep dictionaries and arrays may lie within each other. */
const MAX_DEPTH = 20

/** Reads the objects of a file without encryption, whose objects are unpacked. */
export const readObjects = (plain: Buffer) => {
  const offsets = new Map<string, number>()
  for (let object = nextObject(plain, 0); object; object = nextObject(plain, object.at))
    offsets.set(object.number, object.at)
  const resolve = (value: Value): Value => {
    const at = isReference(value) ? offsets.get(value.reference) : undefined
    return at === undefined ? value : readValue(new PdfTokenizer(plain, at), 0)
  }
  return {
    resolve,
    /** What a dictionary has, which may be an object of its own, as the dictionary. */
    entry: (value: Value, key: string): Value => {
      const dictionary = resolve(value)
      return dictionary instanceof Map ? resolve(dictionary.get(key)) : undefined
    },
    trailer: () => readValue(new PdfTokenizer(plain, plain.lastIndexOf('trailer') + 'trailer'.length), 0),
    /** The numbers of the objects that have a name in them. */
    having: (name: string): string[] => objectsWith(plain, name, offsets),
  }
}

export const isReference = (value: Value): value is { reference: string } =>
  typeof value === 'object' && 'reference' in value

const objectsWith = (plain: Buffer, name: string, offsets: Map<string, number>): string[] => {
  const begins = [...offsets].sort(([, one], [, other]) => one - other)
  const found = new Set<string>()
  let next = 0
  for (let at = plain.indexOf(name); at >= 0; at = plain.indexOf(name, at + 1)) {
    while ((begins[next]?.[1] ?? Infinity) < at) next += 1
    const number = begins[next - 1]?.[0]
    if (number !== undefined) found.add(number)
  }
  return [...found]
}

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
