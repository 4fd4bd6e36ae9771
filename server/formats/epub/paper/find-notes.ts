import { NAMESPACES } from '#server/formats/epub/read-xml.ts'
import { attributeOf, descendantsOf, elementsOf, textOf, type XmlNode } from '#server/formats/epub/xml-tree.ts'
import { isLabel } from './note-labels.ts'

interface Chapter {
  path: string
  tree: XmlNode
}

/** The notes that are set at the foot of the page that refers to them. */
export interface Notes {
  /** By the link that refers to it. */
  bodies: ReadonlyMap<XmlNode, XmlNode>
  /** Whether an element is such a note, which then has no place of its own. */
  isNote: (node: XmlNode) => boolean
  /** Whether there is such a note in it. */
  holdsNote: (node: XmlNode) => boolean
  /** Whether a link in a note only leads back to where it is referred to: to the sign, or, from the note's own number, to its line. */
  leadsBack: (link: XmlNode) => boolean
  /** Whether each begins with the sign that refers to it. */
  areLabelled: boolean
}

/** What EPUB or ARIA say that an element is. */
export const kindsOf = (node: XmlNode): string[] =>
  [attributeOf(node, 'type', NAMESPACES.ops), attributeOf(node, 'role')]
    .flatMap((value) => value?.split(/\s+/) ?? [])
    .map((kind) => kind.replace(/^doc-/, ''))

const NOTE_KINDS = ['footnote', 'endnote', 'rearnote', 'note']
const BLOCK = new Set(['p', 'li', 'aside', 'div', 'dd', 'section'])
/** A sign that refers to a note has no more characters. */
const SIGN_LENGTH = 6

/**
 * Finds the notes of all chapters: what is marked as one, and what a raised sign leads to and leads back from. Those in
 * `inPlace` are none.
 */
export const findNotes = (chapters: Chapter[], inPlace: ReadonlySet<XmlNode> = new Set()): Notes => {
  const places = new Map<string, XmlNode>()
  const parents = new Map<XmlNode, XmlNode>()
  const links: { link: XmlNode; path: string }[] = []
  /** The links that lead to a place. */
  const leading = new Map<string, XmlNode[]>()
  for (const { path, tree } of chapters) {
    const visit = (node: XmlNode) => {
      const id = attributeOf(node, 'id')
      if (id !== undefined) places.set(`${path}#${id}`, node)
      if (node.name === 'a') {
        const to = attributeOf(node, 'data-book-to') ?? ''
        links.push({ link: node, path })
        const before = leading.get(to)
        if (before) before.push(node)
        else leading.set(to, [node])
      }
      for (const child of elementsOf(node)) {
        parents.set(child, node)
        visit(child)
      }
    }
    visit(tree)
  }
  const linesAbove = (node: XmlNode) => {
    const line = [node]
    for (let at = parents.get(node); at; at = parents.get(at)) line.push(at)
    return line
  }
  /** The addresses of a link: its own, and those of what is around it and has no other words, or in it. */
  const addressesOf = (link: XmlNode, path: string) => {
    const words = textOf(link).trim()
    const same = [link, ...elementsOf(link)]
    for (let at = parents.get(link); at && textOf(at).trim() === words; at = parents.get(at)) same.push(at)
    return same.flatMap((node) => attributeOf(node, 'id') ?? []).map((id) => `${path}#${id}`)
  }
  const isRaised = (link: XmlNode) => [parents.get(link), ...elementsOf(link)].some((node) => node?.name === 'sup')
  const bodies = new Map<XmlNode, XmlNode>()
  const origins = new Set<string>()
  for (const { link, path } of links) {
    const to = attributeOf(link, 'data-book-to') ?? ''
    const target = places.get(to)
    if (!target) continue
    const isMarked = kindsOf(link).includes('noteref')
    const isSign = isRaised(link) && textOf(link).trim().length <= SIGN_LENGTH
    if (!isMarked && !isSign) continue
    const line = linesAbove(target)
    const body =
      line.find((node) => kindsOf(node).some((kind) => NOTE_KINDS.includes(kind))) ??
      line.find((node) => BLOCK.has(node.name)) ??
      target
    if (inPlace.has(body)) continue
    const own = addressesOf(link, path)
    const answers = own.some((address) => leading.get(address)?.some((back) => linesAbove(back).includes(body)))
    // A note with the link that refers to it in it would hold itself.
    if ((!isMarked && !answers) || linesAbove(link).includes(body)) continue
    bodies.set(link, body)
    for (const address of own) origins.add(address)
  }
  const notes = new Set(bodies.values())
  const around = new Set([...notes].flatMap(linesAbove))
  /** What each note begins with. A note may be referred to often. */
  const begins = new Map(
    [...notes].map((body) => [body, { words: textOf(body).trim(), first: descendantsOf(body, 'a')[0] }]),
  )
  const labels = new Set<XmlNode>()
  let areLabelled = notes.size > 1
  for (const [reference, body] of bodies) {
    const { words = '', first } = begins.get(body) ?? {}
    if (words.split(/\s/, 1)[0] !== textOf(reference).trim()) areLabelled = false
    const label = first ? textOf(first).trim() : ''
    const target = places.get(attributeOf(first, 'data-book-to') ?? '')
    if (!first || !target || !isLabel(label) || !words.startsWith(label)) continue
    if (linesAbove(reference).includes(target)) labels.add(first)
  }
  return {
    bodies,
    areLabelled,
    isNote: (node) => notes.has(node),
    holdsNote: (node) => around.has(node),
    leadsBack: (link) =>
      kindsOf(link).includes('backlink') || labels.has(link) || origins.has(attributeOf(link, 'data-book-to') ?? ''),
  }
}
