import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CfiNode, cfiOf, cfiOfRange, isInChapter, rangeOfCfi } from '#contract/shapes/cfi.ts'

interface TestNode extends CfiNode {
  nodeType: number
  parentNode: TestNode | null
  childNodes: TestNode[]
  data?: string
  id?: string
}

const text = (data: string): TestNode => ({ nodeType: 3, parentNode: null, childNodes: [], data })
const element = (childNodes: TestNode[], id = ''): TestNode => {
  const node: TestNode = { nodeType: 1, parentNode: null, childNodes, id }
  for (const child of childNodes) child.parentNode = node
  return node
}

const all = (node: TestNode): TestNode[] => [node, ...node.childNodes.flatMap(all)]
const byIdIn = (root: TestNode) => (id: string) => all(root).find((node) => node.id === id)

const inner = text('xxx')
const root = element([
  element([]),
  element([
    element([text('Hello '), element([inner]), text(' world')], 'p[1]'),
    element([text('one'), { ...text(''), nodeType: 8 }, text('two')]),
  ]),
])
const [, body] = root.childNodes
const [first, second] = body?.childNodes ?? []

test('a place is named by the steps to it, with the ids on the way', () => {
  expect(cfiOf('/6/4', root, { node: inner, offset: 2 })).toBe('epubcfi(/6/4!/4/2[p^[1^]]/2/1:2)')
  const place = rangeOfCfi('epubcfi(/6/4!/4/2[p^[1^]]/2/1:2)', root, byIdIn(root))
  expect(place?.start).toEqual({ node: inner, offset: 2 })
})

test('texts with a comment between them are one text', () => {
  const [one, , two] = second?.childNodes ?? []
  expect(cfiOf('/6/4', root, { node: two as TestNode, offset: 1 })).toBe('epubcfi(/6/4!/4/4/1:4)')
  expect(rangeOfCfi('epubcfi(/6/4!/4/4/1:4)', root, byIdIn(root))?.start).toEqual({ node: two, offset: 1 })
  expect(rangeOfCfi('epubcfi(/6/4!/4/4/1:2)', root, byIdIn(root))?.start).toEqual({ node: one, offset: 2 })
})

test('an element that has moved is found by its id', () => {
  const moved = element([element([]), element([element([]), ...(first ? [first] : [])])])
  expect(rangeOfCfi('epubcfi(/6/4!/4/2[p^[1^]]/2/1:2)', moved, byIdIn(moved))?.start.node).toBe(inner)
})

test('what is no CFI, or of no place in the chapter, has no range', () => {
  for (const cfi of ['', 'page 3', 'epubcfi(/6/4)', 'epubcfi(/6/4!/4/99/1:0)', 'epubcfi(/6/4!/9:0)', 'epubcfi(!)'])
    expect(rangeOfCfi(cfi, root, byIdIn(root))).toBeUndefined()
})

test('a CFI is in the chapter that its first steps lead to, whatever the ids say', () => {
  expect(isInChapter('epubcfi(/6/4[other]!/4/2/1:0)', '/6/4[chap]')).toBe(true)
  expect(isInChapter('epubcfi(/6/44!/4/2/1:0)', '/6/4[chap]')).toBe(false)
})

const { tree } = fc.letrec<{ tree: TestNode; leaf: TestNode }>((tie) => ({
  leaf: fc.string({ minLength: 1, maxLength: 6 }).map(text),
  tree: fc
    .tuple(
      fc.array(fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('tree')), { maxLength: 5 }),
      fc.string({ maxLength: 4 }),
    )
    .map(([children, id]) => element(children, id)),
}))

test('a range of any document, made to a CFI and back, is the same range', () => {
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(), fc.nat(), (document, one, other, at) => {
      const texts = all(document).filter(({ nodeType }) => nodeType === 3)
      if (texts.length === 0) return
      const [low, high] = [one % texts.length, other % texts.length].toSorted((a, b) => a - b)
      const [from, to] = [texts[low as number] as TestNode, texts[high as number] as TestNode]
      const start = { node: from, offset: at % (from.data?.length ?? 1) }
      const end = { node: to, offset: to.data?.length ?? 0 }
      const range = rangeOfCfi(cfiOfRange('/6/2', document, { start, end }), document, () => undefined)
      const normal = ({ node, offset }: { node: CfiNode; offset: number }) => cfiOf('/6/2', document, { node, offset })
      expect(range && [normal(range.start), normal(range.end)]).toEqual([normal(start), normal(end)])
    }),
  )
})
