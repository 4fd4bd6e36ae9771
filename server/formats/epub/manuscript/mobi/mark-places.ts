/** The attribute of an element that something leads to. */
export const PLACE = 'data-place'

/** How far a tag reaches at most, so that no place is looked for in the whole text. */
const MAX_TAG = 4096
/** The bytes of a letter of UTF-8 behind its first one. */
const MAX_CONTINUATION = 3
const START_TAG = /<[a-z][a-z\d]*(?=[\s/>])/iy
/** Elements that stay no elements of a chapter. */
const NO_PLACE = /^<(?:html|head|body|mbp|guide|reference)\b/i

export interface MarkedText {
  /** A character for each byte. */
  text: string
  /** The ids of the places. */
  ids: ReadonlyMap<number, string>
}

/**
 * Marks the places in the bytes of a text that links and contents lead to: by an attribute of the element that begins there,
 * or by an empty element within words. `prefix` begins the ids.
 */
export const markPlaces = (bytes: Buffer, places: Iterable<number>, prefix: string): MarkedText => {
  const text = bytes.toString('latin1')
  const marks = new Map<number, string>()
  const ids = new Map<number, string>()
  for (const place of places) {
    const { at, mark } = markAt(text, place, prefix)
    marks.set(at, mark)
    ids.set(place, idOf(prefix, at))
  }
  const parts: string[] = []
  let written = 0
  for (const [at, mark] of [...marks].toSorted(([one], [other]) => one - other)) {
    parts.push(text.slice(written, at), mark)
    written = at
  }
  return { text: [...parts, text.slice(written)].join(''), ids }
}

const idOf = (prefix: string, at: number) => `${prefix}${at}`

const markAt = (text: string, place: number, prefix: string): { at: number; mark: string } => {
  let at = Math.min(Math.max(0, place), text.length)
  const begin = text.slice(Math.max(0, at - MAX_TAG), at)
  const [open, close] = [begin.lastIndexOf('<'), begin.lastIndexOf('>')]
  if (open > close) at -= begin.length - open
  START_TAG.lastIndex = at
  const [tag] = START_TAG.exec(text) ?? []
  if (tag !== undefined && !NO_PLACE.test(tag)) {
    const end = at + tag.length
    return { at: end, mark: ` ${PLACE}="${idOf(prefix, end)}"` }
  }
  // Behind a tag that is no place, and not within a letter of several bytes.
  if (text[at] === '<' && /^<[a-z/!]/i.test(text.slice(at, at + 2))) {
    const end = text.slice(at, at + MAX_TAG).indexOf('>')
    at += end < 0 ? 0 : end + 1
  }
  for (let back = 0; back < MAX_CONTINUATION && isContinuation(text, at); back += 1) at -= 1
  return { at, mark: `<a ${PLACE}="${idOf(prefix, at)}"></a>` }
}

const isContinuation = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return at > 0 && code >= 0x80 && code < 0xc0
}
