/**
 * Places in a chapter as CFIs (https://idpf.org/epub/linking/cfi/): steps from its root, of which elements are even and the
 * text between them odd, and a position in a text. The nodes are those of the DOM, of which this reads a part.
 */
export interface CfiNode {
  readonly nodeType: number
  readonly parentNode: CfiNode | null
  readonly childNodes: ArrayLike<CfiNode>
  /** The characters of a text. */
  readonly data?: string
  /** The id of an element. */
  readonly id?: string
}

export interface Boundary<Node> {
  node: Node
  offset: number
}

export interface BoundaryPair<Node> {
  start: Boundary<Node>
  end: Boundary<Node>
}

const ELEMENT = 1
const TEXTS = [3, 4]
const SPECIAL = /[[\]^,();=]/g

const isElement = (node: CfiNode) => node.nodeType === ELEMENT
const isText = (node: CfiNode) => TEXTS.includes(node.nodeType)
const lengthOf = (node: CfiNode) => node.data?.length ?? 0
const indexOf = (parent: CfiNode, child: CfiNode) => Array.prototype.indexOf.call(parent.childNodes, child)
const childrenOf = (node: CfiNode) => Array.from(node.childNodes)

/** The place of a node between its siblings: the step of an element, or of the text that it is in and the position there. */
const stepBefore = (parent: CfiNode, index: number) => {
  let elements = 0
  let offset = 0
  for (const sibling of childrenOf(parent).slice(0, index)) {
    if (isElement(sibling)) {
      elements += 1
      offset = 0
    } else if (isText(sibling)) offset += lengthOf(sibling)
  }
  return { elements, offset }
}

/** The step of an element, with its id, by which it is found after a change of the book. */
const stepOf = (element: CfiNode): string => {
  const parent = element.parentNode
  const { elements } = parent ? stepBefore(parent, indexOf(parent, element)) : { elements: 0 }
  const id = element.id ? `[${element.id.replace(SPECIAL, '^$&')}]` : ''
  return `/${2 * elements + 2}${id}`
}

/** The steps from the root to a boundary: the last is the one of a text. */
const stepsTo = (root: CfiNode, { node, offset }: Boundary<CfiNode>): string[] => {
  const parent = isElement(node) ? node : node.parentNode
  if (!parent) return []
  const before = stepBefore(parent, isElement(node) ? offset : indexOf(parent, node))
  const position = before.offset + (isText(node) ? Math.min(offset, lengthOf(node)) : 0)
  const steps = [`/${2 * before.elements + 1}:${position}`]
  for (let at: CfiNode | null = parent; at && at !== root; at = at.parentNode) steps.unshift(stepOf(at))
  return steps
}

/** The CFI of a place in a chapter whose step in the package is `base`. */
export const cfiOf = (base: string, root: CfiNode, place: Boundary<CfiNode>): string =>
  `epubcfi(${base}!${stepsTo(root, place).join('')})`

/** The CFI of a part of a chapter. */
export const cfiOfRange = (base: string, root: CfiNode, { start, end }: BoundaryPair<CfiNode>): string => {
  const [from, to] = [stepsTo(root, start), stepsTo(root, end)]
  let common = 0
  while (common < Math.min(from.length, to.length) - 1 && from[common] === to[common]) common += 1
  const [shared, first, last] = [from.slice(0, common), from.slice(common), to.slice(common)].map((steps) =>
    steps.join(''),
  )
  return `epubcfi(${base}!${shared},${first},${last})`
}

/** The parts of a CFI; undefined if it is none. Its ids may hold any sign behind a '^'. */
const splitCfi = (cfi: string) => {
  const inner = /^epubcfi\((.*)\)$/su.exec(cfi)?.[1]
  const parts = inner?.match(/(?:\^.|\[(?:\^.|[^\]^])*\]|[^,^[])+/gsu) ?? []
  const whole = parts[0]?.lastIndexOf('!') ?? -1
  if (!parts[0] || whole < 0) return undefined
  return { base: parts[0].slice(0, whole), path: parts[0].slice(whole + 1), first: parts[1], last: parts[2] }
}

/** The step to a chapter without its assertions, by which two CFIs are of the same chapter. */
const plainSteps = (path: string) => path.replace(/\[(?:\^.|[^\]^])*\]/gsu, '')

/** Whether a CFI is in the chapter with this step. */
export const isInChapter = (cfi: string, base: string): boolean => {
  const parts = splitCfi(cfi)
  return parts !== undefined && plainSteps(parts.base) === plainSteps(base)
}

const STEP = /\/(\d{1,9})((?:\[(?:\^.|[^\]^])*\])?)/gsu

interface Step {
  number: number
  id: string
}

const readPath = (path: string): { steps: Step[]; offset: number } => ({
  steps: [...path.matchAll(STEP)].map(([, number, assertion = '']) => ({
    number: Number(number),
    id: assertion.slice(1, -1).replace(/\^(.)/gsu, '$1'),
  })),
  offset: Number(/:(\d{1,9})(?:\[(?:\^.|[^\]^])*\])?[^/]*$/su.exec(path)?.[1] ?? 0),
})

/** Finds elements by their id, where a step does not lead to the one that it names. */
export type FindById<Node> = (id: string) => Node | null | undefined

const follow = <Node extends CfiNode>(
  root: Node,
  path: string,
  byId: FindById<Node>,
): Boundary<CfiNode> | undefined => {
  const { steps, offset } = readPath(path)
  let at: CfiNode = root
  for (const { number, id } of steps) {
    const elements = childrenOf(at).filter(isElement)
    if (number % 2 === 1) return inText(at, (number - 1) / 2, offset)
    const next = elements[number / 2 - 1]
    const named = id && next?.id !== id ? byId(id) : undefined
    const found = named ?? next
    if (!found) return undefined
    at = found
  }
  return steps.length > 0 ? { node: at, offset: 0 } : undefined
}

/** A position in the text behind so many elements. */
const inText = (parent: CfiNode, elements: number, offset: number): Boundary<CfiNode> | undefined => {
  const children = childrenOf(parent)
  let [passed, left, index] = [0, offset, 0]
  let last: Boundary<CfiNode> | undefined
  for (const [at, child] of children.entries()) {
    if (isElement(child)) {
      if (passed === elements) break
      passed += 1
      index = at + 1
    } else if (isText(child) && passed === elements) {
      if (left <= lengthOf(child)) return { node: child, offset: left }
      left -= lengthOf(child)
      last = { node: child, offset: lengthOf(child) }
    }
  }
  if (passed < elements) return undefined
  return last ?? { node: parent, offset: index }
}

/** The part of the chapter that a CFI names, empty for a place; undefined if the chapter has no such one. */
export const rangeOfCfi = <Node extends CfiNode>(
  cfi: string,
  root: Node,
  byId: FindById<Node>,
): BoundaryPair<Node> | undefined => {
  const parts = splitCfi(cfi)
  if (!parts) return undefined
  const start = follow(root, parts.path + (parts.first ?? ''), byId)
  const end = parts.last === undefined ? start : follow(root, parts.path + parts.last, byId)
  return start && end && ({ start, end } as BoundaryPair<Node>)
}
