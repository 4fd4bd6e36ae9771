import type { Boundary } from '#contract/shapes/cfi.ts'
import { isBlock, isSilent } from '#contract/shapes/chapter-text.ts'
import { type DocumentElement, type DocumentNode, isElement } from './read-document.ts'

/**
 * Paths of elements in a chapter as KOReader's renderer writes them, such as `/body/DocFragment[3]/body/div[1]/p[4]/text()[1].12`:
 * elements and texts are counted from 1 among those of their name, and a position in a text in characters, of which white
 * space is one. It has no text for white space at the begin of a block.
 */
type Place = Boundary<DocumentNode>

/** It cuts longer texts into several, at places that depend on its version. */
const TEXT_MAX = 8000
const BLANK = /^\s*$/u
const SPACE = /\s/u
const INVISIBLE = /[\u00ad\u2060]/u

/** Elements whose content stays theirs although a step in it is not found. */
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 li td th dd dt pre caption figcaption'.split(' '))

const isText = (node: DocumentNode): boolean => node.nodeType === 3
const elementsNamed = (parent: DocumentNode, name: string) =>
  parent.childNodes.filter(isElement).filter((child) => child.name === name && !child.isRemoved && !child.isStandIn)

const textsIn = (parent: DocumentElement) =>
  parent.childNodes.filter(
    (child, n) => isText(child) && !(n === 0 && isBlock(parent.name) && BLANK.test(child.data ?? '')),
  )

const bodyOf = (root: DocumentElement) => elementsNamed(root, 'body')[0]

/** The elements from below the body to a node's own, or that it is. */
const elementsTo = (body: DocumentElement, node: DocumentNode): DocumentElement[] => {
  const found: DocumentElement[] = []
  for (let at: DocumentNode | null = node; at && at !== body; at = at.parentNode) if (isElement(at)) found.unshift(at)
  return found
}

const isPlain = (text: string): boolean => text.length <= TEXT_MAX

/** The path from the body's element on; empty for a place that is not in it. */
export const pathOf = (root: DocumentElement, { node, offset }: Place): string => {
  const body = bodyOf(root)
  if (!body) return ''
  const elements = elementsTo(body, node)
  if (elements[0] && elements[0].parentNode !== body) return ''
  // A span with blocks in it may be another element in the file.
  const unknown = elements.findIndex(
    ({ name, isStandIn }, n) => isStandIn || (name === 'span' && elements.slice(n).some(isBlockElement)),
  )
  const removed = elements.findIndex(({ isRemoved }) => isRemoved)
  const cuts = [unknown, removed].filter((at) => at >= 0)
  const known = cuts.length > 0 ? elements.slice(0, Math.min(...cuts)) : elements
  const path = known.map(stepOf).join('')
  const own = known.at(-1)
  if (cuts.length > 0 || !own || !isText(node)) return path
  return path + textStep(own, node, offset)
}

const isBlockElement = ({ name }: DocumentElement) => isBlock(name)

const stepOf = (element: DocumentElement): string => {
  const siblings = element.parentNode ? elementsNamed(element.parentNode, element.name) : [element]
  return `/${element.name}[${siblings.indexOf(element) + 1}]`
}

/** None where the renderer may have another number or other positions. */
const textStep = (own: DocumentElement, node: DocumentNode, offset: number): string => {
  const texts = textsIn(own)
  const index = texts.indexOf(node)
  const isKnown = index >= 0 && texts.slice(0, index).every(({ data = '' }) => isPlain(data)) && !isPreserved(own)
  if (!isKnown) return ''
  const before = (node.data ?? '').slice(0, Math.min(offset, TEXT_MAX))
  return `/text()[${index + 1}].${[...before.replace(/\s+/gu, ' ')].length}`
}

const isPreserved = (element: DocumentElement): boolean => {
  for (let at: DocumentElement | null = element; at; at = at.parentNode) if (at.name === 'pre') return true
  return false
}

const STEP = /^\/([^/[\].]+?)(?:\[(\d{1,9})\])?(?=[/.]|$)/u
const POINT = /^\.(\d{1,9})$/u

/** The place at a path from the body's element on; undefined if the chapter has no such one. */
export const placeAt = (root: DocumentElement, path: string): Place | undefined => {
  const body = bodyOf(root)
  let rest = path
  let at: DocumentNode | undefined = body
  for (let step = STEP.exec(rest); at && step; step = STEP.exec(rest)) {
    rest = rest.slice(step[0].length)
    const next = childAt(at, step[1] ?? '', Number(step[2] ?? 1))
    if (next) at = next
    else {
      const isNear: boolean = isElement(at) && PARAGRAPHS.has(at.name)
      return isNear ? { node: at, offset: 0 } : undefined
    }
  }
  if (!at || at === body || (rest !== '' && !POINT.test(rest))) return undefined
  const point = Number(POINT.exec(rest)?.[1] ?? 0)
  return { node: at, offset: isText(at) ? offsetOf(at.data ?? '', point) : 0 }
}

const childAt = (at: DocumentNode, name: string, number: number): DocumentNode | undefined => {
  if (!isElement(at)) return undefined
  return name === 'text()' ? textsIn(at)[number - 1] : elementsNamed(at, name)[number - 1]
}

/** The position in a text before which so many characters are, of which white space is one. */
const offsetOf = (text: string, characters: number): number => {
  let left = characters
  for (const { index } of text.matchAll(/\s+|[\s\S]/gu)) {
    if (left === 0) return index
    left -= 1
  }
  return text.length
}

type OnCharacter = (node: DocumentNode, offset: number, position: number) => boolean

/**
 * Hands over the characters of the chapter's text but for white space, with their positions in it by the rule of
 * chapter-text.ts, until one is the wanted one.
 */
const findCharacter = (root: DocumentElement, isWanted: OnCharacter, onNode: (node: DocumentNode) => void): void => {
  let position = 0
  let isApart = false
  const isFoundIn = (node: DocumentNode): boolean => {
    onNode(node)
    if (!isElement(node)) return isFoundInText(node)
    if (isSilent(node.name, node.isHidden)) return false
    if (isBlock(node.name)) isApart = true
    const isFound = node.childNodes.some(isFoundIn)
    if (isBlock(node.name)) isApart = true
    return isFound
  }
  const isFoundInText = (node: DocumentNode): boolean => {
    const text = node.data ?? ''
    for (let offset = 0; offset < text.length; offset++) {
      const character = text.charAt(offset)
      if (SPACE.test(character)) isApart = true
      else if (!INVISIBLE.test(character)) {
        if (isApart && position > 0) position += 1
        isApart = false
        if (isWanted(node, offset, position)) return true
        position += 1
      }
    }
    return false
  }
  bodyOf(root)?.childNodes.some(isFoundIn)
}

/** The position of a place in the text of its chapter. */
export const positionOf = (root: DocumentElement, { node, offset }: Place): number => {
  let isReached = false
  let found = 0
  findCharacter(
    root,
    (at, index, position) => {
      found = position
      return isReached && (at !== node || index >= offset)
    },
    (at) => {
      isReached ||= at === node
    },
  )
  return found
}

/** The place at a position in the text of a chapter; undefined behind its last character. */
export const placeAtPosition = (root: DocumentElement, wanted: number): Place | undefined => {
  let found: Place | undefined
  const isWanted: OnCharacter = (node, offset, position) => {
    if (position < wanted) return false
    found = { node, offset }
    return true
  }
  findCharacter(root, isWanted, () => {})
  return found
}
